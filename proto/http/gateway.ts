import { z } from 'zod'
import { hash, isoTime, objectId, points } from './common.ts'
import { base, endpoint } from './contract.ts'
import { unit } from './ledger.ts'
import { paymentStatus, shippingStatus, txStatus } from './shipping-payment.ts'
import { site } from './site.ts'

export type { SiteInfo } from './site.ts'
export { site } from './site.ts'

const service = 'gateway'

/**
 * The data of each live update by its `event` name. The last `id` that was read, sent back as `Last-Event-ID`, continues
 * where the connection broke.
 */
export const liveEvents = {
  /** first of every connection; a new one's has an id: from there on nothing is missed */
  open: z.object({}),
  /** what was missed is no longer known: fetch again what is on screen */
  reset: z.object({}),
  /** a purchase in which the caller is the buyer or the seller moved on; an older revision than seen is ignored */
  shipping: z.object({
    shipping_id: objectId,
    order_hash: hash,
    role: z.enum(['buyer', 'seller']),
    status: shippingStatus,
    payment_status: paymentStatus,
    tx_status: txStatus.nullable(),
    tx_hash: hash.nullable(),
    revision: z.int(),
    at: isoTime,
  }),
  /** a balance of the caller changed; amounts in 1/100 baht */
  balance: z.object({
    unit,
    balance: points,
    balance_locked: points,
    balance_spendable: points,
    at: isoTime,
  }),
  /** an order of anybody was put, changed or ended */
  order: z.object({
    hash,
    status: z.enum(['offchain', 'validated', 'filled', 'completed', 'cancelled']),
    inactive: z.boolean(),
  }),
} as const
export type LiveEventName = keyof typeof liveEvents
export type LiveEventData<Name extends LiveEventName> = z.infer<(typeof liveEvents)[Name]>

/** `EventSource` can't send the Authorization header: read the body of a `fetch` instead. */
export const live = endpoint({
  name: 'live',
  service,
  method: 'GET',
  path: `${base.user}/live`,
  auth: { kind: 'user' },
  summary:
    'Server-sent events: purchases and balances of the caller, orders of everybody. Ends when the access token expires: connect again with the new one and the header Last-Event-ID',
  status: 200,
  response: z.unknown(),
  errors: ['unauthorized', 'token_expired', 'too_many_connections'],
})

export const gatewayHttp = { site, live }
