import { isSuspended, lockContract } from '@talad/market/suspensions'
import { idOf, suspendIn, unsuspendIn } from '@talad/moderation/suspension/change'
import { orders, streamId } from '@talad/order-book/order/stream'
import type { Terms } from '@talad/order-book/public-state/terms'
import { PostSchema } from '@talad/proto/ledger/v1/commands'
import type { NftRange } from '@talad/proto/nft-range'
import { outgoing } from '@talad/shared/bus/port'
import { change, changeIn, transact } from '@talad/shared/stream'
import { openShipping } from '@talad/shipping-payment/shipping/open'
import { shippings } from '@talad/shipping-payment/shipping/stream'
import { hexOf, putOf } from '../../log/order-samples.ts'
import { holds } from '../../proof.ts'
import { answerOf } from '../simulation.ts'
import { type Operation, operation } from '../workload.ts'
import { confirm, deliver, mine, reorganise } from './deliveries.ts'
import {
  admin,
  isForbidden,
  type Purchase,
  RANGES,
  type RangeName,
  saleOf,
  TOKENS,
  UNITS,
  type World,
} from './world.ts'

/** An admin suspends a range, or ends that. */
export async function decideOn(world: World, kind: 'suspend' | 'lift', name: RangeName): Promise<void> {
  const { at, contract, simulation } = world
  const tokens = RANGES[name]
  const range: NftRange = { blockchain: 'kub', contract, ...(tokens && { tokens }) }
  const decisionId = hexOf(`${contract} ${simulation.trace.length}`, 24).slice(2)
  const now = simulation.now()
  const about = { actor: admin, by: admin.customerId, requestId: decisionId, decisionId, note: kind, now }
  const work = () =>
    transact(at.moderation.deps, (tx) =>
      kind === 'suspend' ? suspendIn(tx, range, about) : unsuspendIn(tx, { id: idOf(range) }, about),
    )
  const answer = await simulation.perform(at.moderation, () => answerOf(work))
  simulation.trace.push(`${kind} ${name}: ${answer}`)
}

const put = (terms: Terms, suspended: boolean) => {
  const command = putOf(terms)
  return command.type === 'Put' ? { ...command, suspended } : command
}

/** A seller puts a token on sale. */
export async function list(world: World, token: bigint): Promise<void> {
  const { at, contract, listed, simulation } = world
  const terms = saleOf(world, token)
  const { accountId, customerId, offerer } = terms
  await at.book.db.query(
    'insert into account (account_id, customer_id, kyc_level, revision) values ($1, $2, 3, 1) on conflict do nothing',
    [accountId, customerId],
  )
  await at.book.db.query(
    `insert into wallet (account_id, address, provider) values ($1, $2, 'web3') on conflict do nothing`,
    [accountId, offerer],
  )
  const forbidden = await isForbidden(at.book.db, contract, token)
  const item = { blockchain: terms.blockchain, contractAddress: contract, tokenId: terms.tokenId }
  const work = () =>
    transact(at.book.deps, async (tx) => {
      await lockContract(tx, item, 'trade')
      const suspended = await isSuspended(tx, item)
      return changeIn(tx, orders, streamId(terms.hash), put(terms, suspended), simulation.now())
    })
  const answer = await simulation.perform(at.book, () => answerOf(work))
  holds(answer === (forbidden ? 'ASSET_SUSPENDED' : 'done'), `the listing of ${token} was answered ${answer}`)
  if (answer === 'done') listed.set(token, terms)
  simulation.trace.push(`list ${token}: ${answer}`)
}

/** Points for a buyer, as a development top-up gives them. */
function give({ simulation }: World, customerId: string, value: bigint): void {
  const postings = [
    { account: 'platform:provider_clearing', unit: 'pt_thb', type: 'out', value },
    { account: customerId, unit: 'pt_thb', type: 'in', value },
  ]
  const post = { flow: 'topup', id: customerId, customerId, reference: 'dev', postings }
  simulation.send(outgoing('ledger.command.v1', customerId, PostSchema, post))
}

/** Somebody opens a purchase. @returns what they are answered */
export async function ship(world: World, terms: Terms): Promise<string> {
  const { at, contract, purchases, simulation } = world
  const name = `${simulation.name}.${purchases.length}`
  const id = hexOf(`purchase ${name}`, 24).slice(2)
  const buyer = `join-${name}`
  const wanted = {
    orderHash: terms.hash,
    buyerCustomerId: buyer,
    buyerAccountId: `account-${name}`,
    recipient: hexOf(buyer, 40),
    amount: UNITS,
    deferPayment: true,
    originUrl: 'http://shop.test',
  }
  const forbidden = await isForbidden(at.shipping.db, contract, BigInt(terms.tokenId))
  const answer = await simulation.perform(at.shipping, (tries) =>
    answerOf(() => openShipping(at.shipping.deps, wanted, { id, again: tries > 0 })),
  )
  simulation.trace.push(`ship ${terms.tokenId}: ${answer}`)
  holds(!forbidden || answer !== 'done', `${terms.tokenId} is suspended, and was bought all the same`)
  if (answer !== 'done') return answer
  give(world, buyer, terms.price.raw)
  purchases.push({ id, buyer, terms })
  return answer
}

/** What is listed and known to the shop: for what isn't yet, it would wait for a second. */
async function shippable({ at, listed }: World): Promise<Terms[]> {
  const all = [...listed.values()]
  const { rows } = await at.shipping.db.query<{ hash: string }>(
    'select hash from order_replica where hash = any($1)',
    [all.map(({ hash }) => hash)],
  )
  return all.filter(({ hash }) => rows.some((row) => row.hash === hash))
}

async function unpaid({ at, purchases }: World): Promise<Purchase[]> {
  const { rows } = await at.shipping.db.query<{ id: string }>(
    `select id from shipping where id = any($1) and status = 'pending'`,
    [purchases.map(({ id }) => id)],
  )
  return purchases.filter(({ id }) => rows.some((row) => row.id === id))
}

async function pay({ at, simulation }: World, { id, buyer }: Purchase): Promise<void> {
  // the order may have been ready when the buyer looked
  const command = { type: 'Pay' as const, by: buyer, orderReady: true, now: simulation.now() }
  const answer = await simulation.perform(at.shipping, () =>
    answerOf(() => change(at.shipping.deps, shippings, id, command)),
  )
  simulation.trace.push(`pay: ${answer}`)
}

const RANGE_NAMES = ['low', 'low', 'high', 'high', 'whole'] as const

/** What people, admins, the relayer and the chain do. */
export const operations: readonly Operation<World>[] = [
  operation(
    'suspend',
    12,
    () => RANGE_NAMES,
    (world, name) => decideOn(world, 'suspend', name),
  ),
  operation(
    'lift',
    10,
    () => RANGE_NAMES,
    (world, name) => decideOn(world, 'lift', name),
  ),
  operation('list', 5, ({ listed }) => TOKENS.filter((token) => !listed.has(token)), list),
  operation('ship', 22, shippable, ship),
  operation('pay', 20, unpaid, pay),
  operation('pay again', 2, ({ purchases }) => purchases, pay),
  operation('deliver', 12, ({ purchases }) => purchases.slice(0, 1), deliver),
  operation('mine', 12, ({ chain }) => chain.txs.filter(({ block, isDead }) => !block && !isDead), mine),
  operation('confirm', 9, ({ chain }) => chain.txs.filter(({ block }) => block && !block.confirmed), confirm),
  operation('reorganise', 9, ({ chain }) => chain.txs.filter(({ block }) => block !== undefined), reorganise),
]
