import { z } from 'zod'
import {
  address,
  blockchain,
  cursor,
  cursorList,
  decimalString,
  isoTime,
  limit,
  objectId,
  points,
} from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { suspensionReason } from '../moderation/suspension-reason.ts'

const service = 'identity'
const user = { kind: 'user' } as const

/** What a person is told of that happened without them. */
export const notificationKind = z.enum([
  'sold',
  'sold_crypto',
  'received',
  'offer_made',
  'offer_accepted',
  'bought_crypto',
  'sold_to_offer',
  'delivered',
  'paid_back',
  'card_refunded',
  'listing_ended',
  'deal_offered',
  'withdrawal_paid',
  'withdrawal_rejected',
  'withdrawal_returned',
  'bank_account_approved',
  'bank_account_rejected',
  'report_acted',
  'report_ignored',
  'listing_suspended',
  'issued_suspended',
  'issued_freed',
  'listing_freed',
  'gift_claimed',
  'way_added',
  'way_removed',
  'passkey_added',
  'passkey_removed',
  'domain_missing',
  'domain_let_go',
  'support_wrote',
])
export type NotificationKind = z.infer<typeof notificationKind>

/** Which asset something is about. */
const place = z.object({
  blockchain: blockchain.describe('name of the blockchain, as in addresses of pages'),
  contract: address.describe('Contract of the asset'),
  token: decimalString.describe('Number of the asset within its contract'),
})

export const notification = z.object({
  _id: objectId.describe('id of the notification'),
  kind: notificationKind.describe(
    'sold: paid, delivered, and the share of the caller is on their balance. sold_crypto: a listing in crypto was filled on the chain, and the tokens are in the wallet that listed it. received: somebody sent the caller an asset; told once it is sure to stay, of at most 20 a day. offer_made: somebody offers for an asset that the caller holds; of further offers for it on the same day nothing is told. offer_accepted: an offer was, and the asset is in the wallet that it named. bought_crypto: what the caller bought on the chain is proven, and in the wallet that they named. sold_to_offer: an offer that the caller accepted is, and the tokens are in their wallet. delivered: what the caller bought is theirs. paid_back: a purchase failed and its price is on the balance of the caller again. card_refunded: the money of a card payment is back on its card (SP-26). listing_ended: its time ran out before all was sold. deal_offered: somebody sells this to the caller alone (OB-7). report_acted, report_ignored: moderators have decided on what the caller reported. listing_suspended: what the caller has on sale was suspended, and cannot be bought for the time being. listing_freed: that has ended, and it can be bought again. issued_suspended, issued_freed: something that the caller issues (MO-32) was suspended, and that this suspension has ended. withdrawal_returned: the bank sent a withdrawal back after it was paid, and its amount is on the balance of the caller again with its fee. gift_claimed: what was given to the caller’s phone, LINE user or wallet before they signed in by it is theirs. way_added, way_removed, passkey_added, passkey_removed: a way to sign in to the account came or went. domain_missing, domain_let_go: told to admins who may change sites: the record that proves whose a host of a site is is missing, and the host was let go for it (GW-4). support_wrote: the staff wrote to the caller (`text`). The others tell how a withdrawal or the request for a bank account ended',
  ),
  created: isoTime.describe('When it happened'),
  read: z.boolean().describe('Whether the caller has marked it as read'),
  asset: place.nullable().describe('What was bought, sold or listed; null for money'),
  range: z
    .object({
      blockchain: blockchain.describe('name of the blockchain'),
      contract: address.describe('Contract of the assets'),
      token_from: decimalString.nullable().describe('First of them; null: all of the contract'),
      token_to: decimalString.nullable().describe('Last of them'),
      virtual_collection: z
        .string()
        .optional()
        .describe('Only those that stand for this virtual collection; absent: any of them'),
    })
    .nullable()
    .describe('Which assets, where it is about more than one; else null'),
  quantity: decimalString.nullable().describe('Units of the asset that were bought or sold'),
  terms: z
    .object({
      value: z.string().describe('price of the whole order in display units'),
      symbol: z.string().describe('symbol of the price token'),
      who: address.describe('wallet that signed the order'),
    })
    .nullable()
    .describe('Of an offer, and of what was sold as a whole on the chain: the price and whose order it is'),
  sender: address
    .nullable()
    .describe('Of what was sent to the caller: the wallet that it came from; else null'),
  amount: points.nullable().describe('What the caller got, paid, got back or withdrew, in 1/100 baht'),
  reason: suspensionReason.nullable().describe('Why it was suspended, where a reason is given'),
  domain: z.string().nullable().describe('The host of a site that it is about'),
  text: z.string().nullable().describe('What the staff wrote, plain text; else null'),
  shipping_id: objectId.nullable().describe('The purchase that it is about'),
  withdrawal_id: objectId.nullable().describe('The withdrawal that it is about'),
})
export type Notification = z.infer<typeof notification>

export const listNotifications = endpoint({
  name: 'listNotifications',
  service,
  method: 'GET',
  path: `${base.user}/notifications`,
  auth: user,
  summary:
    'What happened to the caller’s sales, purchases, listings and withdrawals, the newest first. Kept for half a year. An addition of this project.',
  query: z.object({
    cs: cursor.optional().describe('Go on after this cursor'),
    lm: limit(20, 'At most so many'),
  }),
  status: 200,
  response: cursorList(notification).extend({
    unread: z.int().describe('How many the caller has not marked as read, in all'),
  }),
  errors: ['bad_cursor', 'validation'],
})

export const readNotifications = endpoint({
  name: 'readNotifications',
  service,
  method: 'POST',
  path: `${base.user}/notifications/read`,
  auth: user,
  summary: 'Mark a notification and all older ones as read; again and again with the same result',
  body: z.object({
    until: objectId.describe('Id of the newest notification that was seen; unknown ones mark nothing'),
  }),
  status: 200,
  response: z.object({ unread: z.int().describe('How many are left that are not marked as read') }),
  errors: ['validation'],
  limit: 'write',
})

export const notificationsHttp = { listNotifications, readNotifications }
