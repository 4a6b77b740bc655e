import { setTimeout as delay } from 'node:timers/promises'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import type { Random } from '@talad/demo/random'
import { OrderFulfilledSchema } from '@talad/proto/asset-indexer/v1/events'
import { shippingPaymentHttp as http } from '@talad/proto/http/shipping-payment/purchases'
import { outgoing } from '@talad/shared/bus/port'
import { SESSION_LOCK_CLASS } from '@talad/shared/job-claims'
import { change } from '@talad/shared/stream'
import { shippings } from '@talad/shipping-payment/shipping/stream'
import { sideBySide } from '../crowd/patient.ts'
import { holds } from '../proof.ts'
import {
  about,
  callbackFields,
  comeBack,
  openCardPages,
  type Purchase,
  sendCallback,
  signed,
} from './card.ts'
import { KINDS, type Kind, type Variant } from './events.ts'
import type { Shop } from './shop.ts'

const MINUTE_MS = 60_000
const DEADLINE_MS = 10 * MINUTE_MS
const AT_ONCE = 24
/** purchases at the same time where everything happens to them at once */
const FEW = 6
/** within which events that are meant to happen at the same moment do */
const MOMENT_MS = 300

const statusOf = { success: 0, fail: 1, cancel: 2 }

/** What will happen to somebody's purchase, in which order. */
export type Wish = {
  who: string
  variant: Variant
  order: readonly Kind[]
  /** canceled at once when its time is over; else not before the end */
  swept: boolean
}
export type Fate = Wish & { purchase: Purchase }

/**
 * Has everybody go to the card page. The later somebody's purchase expires among the five events, the later it is
 * opened: then one clock serves all.
 */
export async function openFates(shop: Shop, wishes: readonly Wish[], start: Date): Promise<Fate[]> {
  const opened: Fate[] = []
  for (const place of KINDS.keys()) {
    const group = wishes.filter(({ order }) => order.indexOf('expiry') === place)
    shop.clock.jumpTo(new Date(start.getTime() + place * MINUTE_MS))
    const purchases = await openCardPages(
      shop,
      group.map(({ who }) => who),
    )
    for (const [index, wish] of group.entries()) {
      const purchase = purchases[index]
      if (purchase) opened.push({ ...wish, purchase })
    }
  }
  await shop.quiet()
  // the schedule would ask the provider by itself: that comes at its own place among the five
  await forgetSchedule(shop)
  return opened
}

/** What the person or the provider decides on the card page; nobody is told of it yet. */
const settle = (shop: Shop, { orderNo }: Purchase, choice: Variant['choice']) =>
  shop.control('chillpay/settle', { orderNo, choice, callback: false })

/** What is decided before anything happens. */
export async function settleEarly(shop: Shop, fates: readonly Fate[]): Promise<void> {
  const early = fates.filter(({ variant }) => !variant.lateChoice)
  await sideBySide(early, AT_ONCE, ({ purchase, variant }) => settle(shop, purchase, variant.choice))
}

/** Forgets when the provider is to be asked by itself, and when it was asked last. */
export async function forgetSchedule({ db }: Shop): Promise<void> {
  await db.query(`delete from kit.job where task = 'topup.inquiry' and claimed_by is null`)
  await db.query('update topup set inquired_at = null')
}

/** The session of a process that has taken work and doesn't do it. */
const IDLER = 1

/** A process of the service that takes the work of canceling what expires, and is slow about it. */
export type Idler = {
  /** takes it for all purchases that are open now. @throws Disproved where somebody has done any of it before */
  takeExpiry(purchases: number): Promise<void>
  /** others do it again */
  stop(): Promise<void>
}

/** What has expired and is not canceled yet is a state of its own: with an idler, it lasts. */
export async function startIdler({ db }: Shop): Promise<Idler> {
  const client = await db.connect()
  await client.query('select pg_advisory_lock($1, $2)', [SESSION_LOCK_CLASS, IDLER])
  const takeExpiry = async (purchases: number) => {
    const { rowCount } = await client.query(
      `update kit.job set claimed_by = $1 where task = 'shipping.expiry' and claimed_by is null`,
      [IDLER],
    )
    holds(rowCount === purchases, `${rowCount} of ${purchases} purchases are to be canceled when they expire`)
  }
  const stop = async () => {
    await client.query('update kit.job set claimed_by = null where claimed_by = $1', [IDLER])
    await client.query('select pg_advisory_unlock($1, $2)', [SESSION_LOCK_CLASS, IDLER])
    client.release()
  }
  return { takeExpiry, stop }
}

async function expire({ db, clock }: Shop, shippingId: string): Promise<void> {
  const command = { type: 'Supersede' as const, reason: 'expired' as const, now: clock.now() }
  await change({ db, now: clock.now }, shippings, shippingId, command)
}

/** Cancels all that has expired, as the service does by itself. */
export async function sweepExpired(shop: Shop): Promise<void> {
  const { rows } = await shop.db.query<{ id: string }>(
    `select id from shipping where status = 'pending' and not at_ledger and expires_at <= $1`,
    [shop.clock.now()],
  )
  await sideBySide(rows, AT_ONCE, ({ id }) => expire(shop, id))
}

async function happen(shop: Shop, { purchase, variant, swept }: Fate, kind: Kind): Promise<void> {
  const status = statusOf[variant.choice]
  const fields = signed(callbackFields(purchase, status), shop.secret)
  const answered = (given: number, expected: readonly number[]) =>
    holds(expected.includes(given), `${kind} of ${purchase.who} is answered ${given}`)
  switch (kind) {
    case 'callback': {
      if (variant.lateChoice) await settle(shop, purchase, variant.choice)
      const copies = Array.from({ length: variant.callbacks ?? 1 }, () => sendCallback(shop, fields))
      for (const given of await Promise.all(copies)) answered(given, [200])
      return
    }
    case 'redirect':
      return answered(await comeBack(shop, fields), [302])
    case 'poll':
      return answered((await about(shop, http.checkShippingPay, purchase)).status, [201])
    case 'cancel':
      return answered((await about(shop, http.cancelPayment, purchase)).status, [201, 409])
    case 'expiry': // the clock does it, for all whose turn it is
      if (swept) await expire(shop, purchase.shippingId)
  }
}

/** One event after the other, all purchases in step; what an event brings about is over before the next one. */
export async function happenInTurn(
  shop: Shop,
  fates: readonly Fate[],
  { start, ledgerAway }: { start: Date; ledgerAway: boolean },
): Promise<void> {
  for (const place of KINDS.keys()) {
    shop.clock.jumpTo(new Date(start.getTime() + DEADLINE_MS + place * MINUTE_MS))
    await sideBySide(fates, AT_ONCE, (fate) => happen(shop, fate, fate.order[place] ?? 'expiry'))
    await shop.quiet(ledgerAway)
  }
  await sweepExpired(shop)
}

/** All at the same moment, one lane of purchases after the other; half-way through, time is over for everybody. */
export async function happenAtOnce(
  shop: Shop,
  fates: readonly Fate[],
  { start, random }: { start: Date; random: Random },
): Promise<void> {
  const soon = (work: () => Promise<unknown>) => delay(random() * MOMENT_MS).then(work)
  const half = Math.ceil(fates.length / 2)
  await sideBySide(fates, FEW, async (fate, index) => {
    const events = fate.order.map((kind) => soon(() => happen(shop, fate, kind)))
    if (index === half) events.push(soon(() => expireAll(shop, start)))
    await Promise.all(events)
  })
  await shop.quiet()
  await expireAll(shop, start)
  await shop.quiet()
}

async function expireAll(shop: Shop, start: Date): Promise<void> {
  shop.clock.jumpTo(new Date(start.getTime() + DEADLINE_MS + KINDS.length * MINUTE_MS))
  await sweepExpired(shop)
}

/** Delivers what was handed to the relayer. */
export async function deliverAll(shop: Shop, fates: readonly Fate[]): Promise<void> {
  const { chain } = shop
  const hashes = new Map(fates.map(({ purchase }) => [purchase.shippingId, purchase.orderHash]))
  const mined = chain.deliveries.flatMap(({ shippingId }) => {
    const orderHash = hashes.get(shippingId)
    if (orderHash === undefined) return []
    const position = {
      txHash: chain.hashOf(shippingId),
      confirmed: true,
      blockTime: timestampFromDate(shop.clock.now()),
    }
    return [outgoing('asset-indexer.chain.v1', orderHash, OrderFulfilledSchema, { position, orderHash })]
  })
  if (mined.length > 0) await shop.send(...mined)
  await shop.quiet()
}
