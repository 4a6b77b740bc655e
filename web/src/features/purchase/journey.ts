import type { BoughtShipping, SoldShipping } from '@talad/proto/http/shipping-payment/shipping'
import { heldOf } from './progress.ts'

/** What a purchase goes through, in the words of a person who waits for a parcel. */
export type Stop =
  | 'reserved'
  | 'checking'
  | 'paid'
  | 'sent'
  | 'delivered'
  | 'canceled'
  | 'expired'
  | 'failed'
  | 'refunded'

/**
 * One stop: `done`, `now` (it runs by itself), `yours` (it waits for the person), `next`, or `ended` (nothing comes after
 * it).
 */
export type JourneyStep = {
  stop: Stop
  state: 'done' | 'now' | 'yours' | 'next' | 'ended'
  at: string | undefined
}

type Shown = 'status' | 'expired' | 'created' | 'expires_at' | 'updated' | 'times'
type Told = Pick<BoughtShipping, Shown> & {
  credit: { payment: Pick<BoughtShipping['credit']['payment'], 'status'> & { held?: number | null } }
}
type Sold = Pick<SoldShipping, Shown> & Pick<Told, 'credit'>

const done = (stop: Stop, at: string | null): JourneyStep => ({ stop, state: 'done', at: at ?? undefined })
const next = (stop: Stop): JourneyStep => ({ stop, state: 'next', at: undefined })

/** What lies behind a purchase, whatever became of it. */
function behind({ created, times }: Told): JourneyStep[] {
  return [
    done('reserved', created),
    ...(times.card === null ? [] : [done('checking', times.card)]),
    ...(times.paid === null ? [] : [done('paid', times.paid)]),
    ...(times.sent === null ? [] : [done('sent', times.sent)]),
  ]
}

/** A purchase that ended without the thing. */
function ended(told: Told): JourneyStep[] {
  const { status, times, expires_at: expiresAt, updated } = told
  const end = (stop: Stop, at: string | null): JourneyStep => ({ stop, state: 'ended', at: at ?? updated })
  if (status === 'canceled') return [...behind(told), end('canceled', times.canceled)]
  if (status === 'pending') return [...behind(told), end('expired', expiresAt)]
  const refunded: JourneyStep =
    times.refunded === null
      ? { stop: 'refunded', state: 'now', at: undefined }
      : done('refunded', times.refunded)
  return [...behind(told), end('failed', times.failed), refunded]
}

function unpaid(told: Told): JourneyStep[] {
  const { created, times, credit } = told
  const isChecking = credit.payment.status === 'processing' || heldOf({ credit }) !== undefined
  const reserved: JourneyStep = isChecking
    ? done('reserved', created)
    : { stop: 'reserved', state: 'yours', at: created }
  const checking: JourneyStep = isChecking
    ? { stop: 'checking', state: 'now', at: times.card ?? undefined }
    : next('checking')
  return [reserved, checking, next('paid'), next('sent'), next('delivered')]
}

/**
 * The way of a purchase from the reservation to the wallet, or to its end: what was, when, what is, and what comes. A
 * purchase that was paid from points has no stop at the bank.
 */
export function journeyOf(told: Told): JourneyStep[] {
  const { status, times, expired } = told
  if (status === 'canceled' || status === 'failed' || (status === 'pending' && expired)) return ended(told)
  if (status === 'pending' && told.credit.payment.status !== 'completed') return unpaid(told)
  const past = behind(told)
  if (status === 'completed') return [...past, done('delivered', times.completed ?? times.mined)]
  const now = (stop: Stop, at: string | null): JourneyStep => ({ stop, state: 'now', at: at ?? undefined })
  if (status === 'mined' || times.mined !== null) return [...past, now('delivered', times.mined)]
  const before = past.filter(({ stop }) => stop !== 'sent' && stop !== 'paid')
  return times.sent === null
    ? [...before, now('paid', times.paid), next('sent'), next('delivered')]
    : [...before, done('paid', times.paid), now('sent', times.sent), next('delivered')]
}

/** The same for its seller, who has nothing to do with the buyer's bank and nothing to pay. */
export function saleOf(sold: Sold): JourneyStep[] {
  const steps = journeyOf({ ...sold, times: { card: null, card_failed: null, ...sold.times } })
  const isUnpaid = steps.some(({ stop, state }) => stop === 'paid' && state === 'next')
  return steps.flatMap((step) => {
    if (step.stop === 'checking') return []
    return [step.stop === 'reserved' && isUnpaid ? { ...step, state: 'now' as const } : step]
  })
}
