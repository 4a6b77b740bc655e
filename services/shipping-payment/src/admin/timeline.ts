import type { TimelineEntry } from '@talad/proto/http/shipping-payment/shipping-admin-shapes'
import type { Queryable } from '@talad/shared/db'
import type { ShippingEvent } from '../shipping/events.ts'
import type { TopupEvent } from '../topup/events.ts'
import { deliveryOf } from './delivery.ts'

type Source = TimelineEntry['source']

/** Who or what makes each thing happen; what isn't named the system does by itself. */
const sources: Partial<Record<(ShippingEvent | TopupEvent)['type'], Source>> = {
  ShippingOpened: 'buyer',
  PaymentRequested: 'buyer',
  FundsLocked: 'ledger',
  PaymentRefused: 'ledger',
  PaymentCompleted: 'ledger',
  ShippingSettled: 'ledger',
  ShippingRefunded: 'ledger',
  RefundHeld: 'ledger',
  RefundNotPosted: 'ledger',
  DeliveryProgressed: 'chain',
  DeliveryConfirmed: 'chain',
  DeliveryLost: 'chain',
  CardHeld: 'provider',
  TopupStarted: 'provider',
  CallbackReceived: 'provider',
  TopupCompleted: 'provider',
  TopupFailed: 'provider',
  TopupCanceled: 'provider',
  UnknownStatusTold: 'provider',
  TopupMismatched: 'provider',
  RefundDeclined: 'provider',
  RefundUnheard: 'provider',
  RefundAccepted: 'provider',
  RefundDoubted: 'provider',
  RefundCompleted: 'provider',
  MismatchAccepted: 'admin',
  MismatchRefused: 'admin',
  RefundRequested: 'admin',
  RefundSentBack: 'admin',
}
/** Told beside the details, or to nobody: whoever has the address of a payment can pay. */
const NO_DETAILS: ReadonlySet<string> = new Set(['paymentUrl', 'at', 'by'])

const snake = (name: string) =>
  name.replace(/[A-Z]/g, (letter, at) => `${at === 0 ? '' : '_'}${letter.toLowerCase()}`)

/** The plain facts of an event; what is a thing of its own is left out. */
function detailsOf(data: object): TimelineEntry['details'] {
  const plain = Object.entries(data).flatMap(([name, value]) => {
    const isPlain = value === null || ['string', 'number', 'boolean'].includes(typeof value)
    return isPlain && !NO_DETAILS.has(name)
      ? [[snake(name), value as string | number | boolean | null] as const]
      : []
  })
  return Object.fromEntries(plain)
}

type Stored = { stream: string; type: string; data: object; at: Date }

function entryOf({ stream, type, data, at }: Stored): TimelineEntry {
  const by = 'by' in data && typeof data.by === 'string' ? data.by : null
  const known: Source | undefined = Object.entries(sources).find(([name]) => name === type)?.[1]
  return {
    at: at.toISOString(),
    source: by === null ? (known ?? 'system') : 'admin',
    type: snake(type),
    topup_id: stream.startsWith('topup-') ? stream.slice('topup-'.length) : null,
    by,
    details: detailsOf(data),
  }
}

type Asked = { topup_id: string; kind: string; outcome: string; at: Date }

async function inquiriesOf(db: Queryable, topupIds: readonly string[]): Promise<TimelineEntry[]> {
  const { rows } = await db.query<Asked>(
    'select topup_id, kind, outcome, at from topup_inquiry where topup_id = any($1) order by id',
    [topupIds],
  )
  return rows.map(({ topup_id, kind, outcome, at }) => ({
    at: at.toISOString(),
    source: 'provider',
    type: 'inquired',
    topup_id,
    by: null,
    details: { kind, outcome },
  }))
}

/** What the relayer's queue knows beyond the purchase's own events: each transaction that was signed, and its block. */
async function deliverySteps(db: Queryable, shippingId: string): Promise<TimelineEntry[]> {
  const found = await deliveryOf(db, shippingId)
  if (!found) return []
  const { delivery, askedAt, updatedAt } = found
  const step = (at: string, type: string, details: TimelineEntry['details']): TimelineEntry => ({
    at,
    source: 'chain',
    type,
    topup_id: null,
    by: null,
    details,
  })
  const signed = delivery.attempts.flatMap(({ signed: at, accepted, hash, nonce, filler, max_fee }) => [
    step(at, 'delivery_signed', { hash, nonce, filler, max_fee }),
    ...(accepted === null ? [] : [step(accepted, 'delivery_broadcast', { hash, nonce })]),
  ])
  const { block, hash, nonce } = delivery
  const included =
    block === null ? [] : [step(updatedAt.toISOString(), 'delivery_in_block', { block, hash, nonce })]
  return [
    step(askedAt.toISOString(), 'delivery_asked', { deadline: delivery.deadline }),
    ...signed,
    ...included,
  ]
}

/** Everything that happened to a purchase, from the click to the block, oldest first. */
export async function timelineOf(
  db: Queryable,
  shippingId: string,
  topupIds: readonly string[],
): Promise<TimelineEntry[]> {
  const streams = [`shipping-${shippingId}`, ...topupIds.map((id) => `topup-${id}`)]
  const { rows } = await db.query<Stored>(
    'select stream, type, data, at from kit.event where stream = any($1) order by at, position',
    [streams],
  )
  const rest = [...(await inquiriesOf(db, topupIds)), ...(await deliverySteps(db, shippingId))]
  // what happened at one moment stays in the order in which it was written down
  return [...rows.map(entryOf), ...rest].sort((one, other) => one.at.localeCompare(other.at))
}
