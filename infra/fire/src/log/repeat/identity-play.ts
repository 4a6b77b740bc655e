import { fromBinary } from '@bufbuild/protobuf'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { type Random, randomFrom, times } from '@talad/demo/random'
import { bankRequestChanged, withdrawalChanged } from '@talad/identity/consumers/bank'
import { orderChanged } from '@talad/identity/consumers/order'
import { shippingChanged } from '@talad/identity/consumers/shipping'
import type { Deps } from '@talad/identity/deps'
import { listingEndJob } from '@talad/identity/jobs/listing-end'
import { notifications } from '@talad/identity/notification/stream'
import { BankRequestChangedSchema, WithdrawalChangedSchema } from '@talad/proto/bank-withdrawal/v1/events'
import { OrderChangedSchema } from '@talad/proto/order-book/v1/events'
import { ShippingChangedSchema } from '@talad/proto/shipping-payment/v1/events'
import { type OutMessage, outgoing } from '@talad/shared/bus/port'
import { canonicalJson } from '@talad/shared/json'
import { published, publisherOf } from '@talad/shared/stream'
import { doJobs } from './job-queue.ts'
import { lifeOf, randomLife, saleOf } from './order-life.ts'
import { type Common, drainConsumers, type Play, startConsumers } from './station.ts'
import { hear, NOW, rowsOf, type Script, type Seen, sent, woven } from './steps.ts'
import { eventsOf, lastTold, toldBy } from './told.ts'

type Identity = Deps & Common

const consumers = [orderChanged, shippingChanged, withdrawalChanged, bankRequestChanged]
const publish = publisherOf([published(notifications)])
const nowInSeconds = NOW.getTime() / 1_000
const ended = { start: nowInSeconds - 7_200, end: nowInSeconds - 3_600, signedEnd: nowInSeconds }

/** How a purchase may go on, as far as anybody is told of it. */
const ways: readonly (readonly { status: string; refunded?: boolean }[])[] = [
  [{ status: 'pending' }, { status: 'processing' }, { status: 'mined' }, { status: 'completed' }],
  [{ status: 'processing' }, { status: 'failed' }, { status: 'failed', refunded: true }],
  [{ status: 'pending' }, { status: 'canceled' }],
  [{ status: 'canceled' }, { status: 'canceled', refunded: true }],
  // an incident after the end
  [{ status: 'completed' }, { status: 'completed' }],
]

function purchaseOf(name: string, random: Random): OutMessage[] {
  const way = ways[Math.floor(random() * ways.length)] ?? []
  const shippingId = Buffer.from(name.padEnd(12).slice(0, 12)).toString('hex')
  return way.map((state, n) => {
    const at = timestampFromDate(new Date(NOW.getTime() + n * 1_000))
    const who = { buyerAccountId: 'buyer', sellerAccountId: 'seller', gross: 10_000n, net: 9_250n }
    const message = { ...state, ...who, shippingId, amount: '1', at, revision: n + 1 }
    const out = outgoing('shipping-payment.shipping.v1', shippingId, ShippingChangedSchema, message)
    return sent('shipping-payment', `${name}.${n}`, out)
  })
}

/** A withdrawal and the request for its bank account, to one of their ends. */
function moneyOf(name: string, random: Random): OutMessage[][] {
  const requestId = Buffer.from(name.padEnd(12).slice(0, 12)).toString('hex')
  const end = ['completed', 'failed', 'rejected', 'canceled'][Math.floor(random() * 4)] ?? 'completed'
  const about = { requestId, accountId: 'buyer', at: timestampFromDate(NOW) }
  const withdrawals = ['pending', 'processing', end, end].map((creditStatus, n) => {
    const message = { ...about, creditStatus, value: 10_000n, serviceFee: 1_500n, revision: n + 1 }
    const out = outgoing('bank-withdrawal.withdrawal.v1', requestId, WithdrawalChangedSchema, message)
    return sent('bank-withdrawal', `w ${name}.${n}`, out)
  })
  const requests = ['pending', random() < 0.5 ? 'success' : 'rejected'].map((status, n) => {
    const message = { ...about, status, revision: n + 1 }
    const out = outgoing('bank-withdrawal.bank-request.v1', requestId, BankRequestChangedSchema, message)
    return sent('bank-withdrawal', `b ${name}.${n}`, out)
  })
  return [withdrawals, requests]
}

const copyOf = ({ payload }: OutMessage): string => {
  const { hash, revision, status } = fromBinary(OrderChangedSchema, payload)
  return `${hash} ${revision} ${status === 'completed' || status === 'cancelled' ? 'f' : 't'}`
}

/** Some purchases, money that goes out, and some listings whose time is over. */
function scriptOf(seed: string): Script<Identity> {
  const random = randomFrom(seed)
  const purchases = times(4, (n) => purchaseOf(`${n} ${seed}`, random))
  const orders = times(3, (n) => {
    const name = `${n} of ${seed}`
    return lifeOf(saleOf(name, ended), randomLife(name, random))
  })
  return {
    given: async () => undefined,
    steps: woven([...purchases, ...moneyOf(`m ${seed}`, random), ...orders], random).map((message) =>
      hear<Identity>(message),
    ),
    copies: orders.flatMap((messages) => messages.slice(-1).map(copyOf)).sort(),
  }
}

async function see({ db }: Identity): Promise<Seen> {
  const told = toldBy(await eventsOf(db), publish)
  const rows = await rowsOf(db, { notification: ['seq'] })
  const copies = await db.query<{ row: string }>(
    `select concat_ws(' ', hash, revision, open) as row from listing_replica order by 1`,
  )
  return {
    every: [...rows, ...told.map((one) => canonicalJson(one)).sort()],
    last: [...rows, ...lastTold(told, [], ({ body }) => String(body.notificationId))],
    copies: copies.rows.map(({ row }) => row),
  }
}

export const identityPlay: Play<Identity> = {
  service: 'identity',
  handlers: {
    'replicas/listing.ts': ['OrderChanged'],
    'consumers/shipping.ts': ['ShippingChanged'],
    'consumers/bank.ts': ['BankRequestChanged', 'WithdrawalChanged'],
  },
  open: (common) => ({ deps: common as Identity, close: async () => undefined }),
  start: (deps, trouble) => startConsumers(deps, consumers, trouble),
  drain: (deps) => drainConsumers(deps, consumers),
  async settle(deps) {
    await doJobs(deps, listingEndJob, (error) => {
      throw error
    })
  },
  see,
  scriptOf,
}
