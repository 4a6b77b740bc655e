import { z } from 'zod'
import { creditWithdrawalStatus, requestStatus } from '../bank-withdrawal/status.ts'
import { address, commaList, decimalString, hash, isoTime, objectId, points } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { notificationKind } from '../identity/notifications.ts'
import { unit } from '../ledger/units.ts'
import { paymentStatus, shippingStatus, txStatus } from '../shipping-payment/shipping.ts'
import { site } from './site.ts'

export type { SiteInfo } from './site.ts'
export { site } from './site.ts'

const service = 'gateway'

const contract = address
const token = decimalString

/**
 * The data of each live update by its `event` name. Updates come in bundles: what happens within 0.3 s, in lists within
 * 1 s, is sent at once, and of several updates of one thing only the last. The last `id` that was read, sent back as
 * `Last-Event-ID`, continues where the connection broke: what came after it is sent first.
 */
export const liveEvents = {
  /** first of every connection; a new one's has an id: from there on nothing is missed */
  open: z.object({}),
  /**
   * in place of what was missed when that is no longer known: the id is more than some minutes or some thousand updates
   * old, or of another gateway. Read again what is on screen; the id of this event is where it goes on
   */
  reset: z.object({}),
  /** a purchase in which the caller is the buyer or the seller moved on; an older revision than seen is ignored */
  shipping: z.object({
    shipping_id: objectId.describe('id of the purchase'),
    order_hash: hash.describe('hash of the order'),
    role: z.enum(['buyer', 'seller']).describe('side of the caller'),
    status: shippingStatus.describe('how it stands'),
    payment_status: paymentStatus.describe('how the payment stands (SP-2)'),
    tx_status: txStatus.nullable().describe('how the delivery stands (SP-3); null: not begun'),
    tx_hash: hash.nullable().describe('transaction of the delivery'),
    revision: z.int().describe('rises with each change: an older one than seen is ignored'),
    at: isoTime.describe('when that changed'),
  }),
  /** a balance of the caller changed; amounts in 1/100 baht */
  balance: z.object({
    unit: unit.describe('pt_thb: points bought by top-up; ft_thb: baht earned by selling'),
    balance: points.describe('all of it, in 1/100 baht'),
    balance_locked: points.describe('what is held, in 1/100 baht'),
    balance_spendable: points.describe('what is free, in 1/100 baht'),
    at: isoTime.describe('when that changed'),
  }),
  /** the caller has something new to read: see `GET /notifications` */
  notification: z.object({
    notification_id: objectId.describe('id of the notification'),
    kind: notificationKind.describe('what it tells of'),
    at: isoTime.describe('when it happened'),
  }),
  /** a withdrawal of the caller moved on; an older revision than seen is ignored */
  withdrawal: z.object({
    request_id: objectId.describe('id of the withdrawal'),
    status: requestStatus.describe('how the request stands (BW-10)'),
    credit_status: creditWithdrawalStatus.describe('how it stands in the ledger (LG-12)'),
    revision: z.int().describe('a higher one is newer'),
    at: isoTime.describe('when that changed'),
  }),
  /** a request of the caller for a bank account moved on, or the account that came of it was removed */
  bank_request: z.object({
    request_id: objectId.describe('id of the request'),
    status: requestStatus.describe('how the request stands (BW-1)'),
    deleted: z.boolean().describe('taken back, put away, or the account removed'),
    revision: z.int().describe('a higher one is newer'),
    at: isoTime.describe('when that changed'),
  }),
  /** an order that is watched, or one of an asset that is, was put, changed or ended */
  order: z.object({
    hash: hash.describe('hash of the order'),
    status: z.enum(['offchain', 'validated', 'filled', 'completed', 'cancelled']).describe('how it stands'),
    inactive: z.boolean().describe('not fillable now'),
    contract: contract.describe('address of the contract'),
    token: token.describe('token id, decimal'),
  }),
  /** orders of this collection were put, changed or ended: for who watches it, or the market */
  market: z.object({ contract: contract.describe('address of the contract') }),
  /** something was suspended, or is no longer: for who watches an asset or a collection of the contract, or the market */
  suspension: z.object({
    blockchain: z.string().describe('name of the blockchain'),
    contract: contract.describe('address of the contract'),
    token_from: token.nullable().describe('first token; null: all tokens of the contract'),
    token_to: token.nullable().describe('last token, itself included; null: all tokens of the contract'),
  }),
} as const
export type LiveEventName = keyof typeof liveEvents

/** What a screen may show of the market; more than this is watched as a whole. */
export const MOST_WATCHED = 32

const watched = z.string().regex(
  // an order, an asset, a collection by its contract, or everything
  /^(order:0x[0-9a-f]{64}|asset:0x[0-9a-f]{40}:(0|[1-9][0-9]{0,77})|collection:0x[0-9a-f]{40}|market)$/,
  'must be order:<hash>, asset:<contract>:<token id>, collection:<contract> or market, in lower case',
)

const watchQuery = z.object({
  watch: commaList(watched, MOST_WATCHED)
    .optional()
    .describe(
      `What the caller shows, at most ${MOST_WATCHED} of: order:<hash> and asset:<contract>:<token id>, for the event \`order\`; collection:<contract> and market (every collection), for the event \`market\`; all but orders also for \`suspension\`. Who shows something else connects again`,
    ),
})

/** `EventSource` can't send the Authorization header: read the body of a `fetch` instead. */
export const live = endpoint({
  name: 'live',
  service,
  method: 'GET',
  path: `${base.user}/live`,
  auth: { kind: 'user' },
  summary:
    'Server-sent events: purchases, balances and notifications of the caller, and what is watched of the market. Ends when the access token expires: connect again with the new one and the header Last-Event-ID',
  query: watchQuery,
  status: 200,
  response: z.unknown(),
  errors: ['unauthorized', 'token_expired', 'too_many_connections'],
})

export const liveMarket = endpoint({
  name: 'liveMarket',
  service,
  method: 'GET',
  path: `${base.public}/live`,
  auth: { kind: 'visitor' },
  summary:
    'Server-sent events: what is watched of the market, for everybody. Ends after a quarter of an hour: connect again with the header Last-Event-ID',
  query: watchQuery,
  status: 200,
  response: z.unknown(),
  errors: ['too_many_connections'],
})

export const gatewayHttp = { site, live, liveMarket }
