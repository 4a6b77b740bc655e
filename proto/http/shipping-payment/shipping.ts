import { z } from 'zod'
import { address, blockchain, customerId, decimalString, hash, isoTime, objectId, points } from '../common.ts'

/** SP-1. Clients treat mined as processing. */
export const shippingStatus = z.enum(['pending', 'processing', 'mined', 'completed', 'failed', 'canceled'])
/** SP-2. */
export const paymentStatus = z.enum(['pending', 'processing', 'completed', 'failed', 'canceled'])
/** SP-3. */
export const txStatus = z.enum(['pending', 'processing', 'sent', 'mined', 'failed', 'canceled'])
/** SP-26. */
export const fiatRefundStatus = z.enum(['none', 'refunding', 'refunded', 'failed'])

const at = (what: string) => isoTime.nullable().describe(`${what}; null: it has not happened`)

/** When what happened to a purchase, as far as both sides may know; of what happened more than once, the last time. */
const sharedTimes = {
  paid: at('the money is held'),
  sent: at('the delivery was handed to the chain'),
  mined: at('the delivery is past the confirmations'),
  completed: at('the seller was credited'),
  failed: at('it could not be delivered'),
  refunded: at('the price went back to the points of the buyer'),
  canceled: at('it was canceled before it was paid'),
}

/** What the two sides of a purchase, and admins, see of it. Amounts of money in 1/100 baht. */
export const shippingFacts = {
  _id: objectId.describe('id of the purchase'),
  order: z
    .object({ _id: objectId.describe('id of the order'), hash: hash.describe('hash of the order') })
    .describe('the order that is bought'),
  buyer_customer_id: customerId.describe('the buyer'),
  seller_customer_id: customerId.describe('the seller'),
  recipient_address: address.describe('wallet that gets the goods'),
  status: shippingStatus.describe('how it stands (SP-1); mined is to be shown as processing'),
  is_crypto: z.boolean().describe('paid in crypto; false: in baht'),
  amount: decimalString.describe('units of the asset'),
  asset: z
    .object({
      contract: z
        .object({
          blockchain: blockchain.describe('name of the blockchain, as in addresses of pages'),
          address: address.describe('address of the contract, lower case'),
          type: z.enum(['erc721', 'erc1155']).describe('standard of the contract'),
        })
        .describe('contract of the asset'),
      token: z
        .object({ id: decimalString.describe('token id, decimal') })
        .describe('the token within its contract'),
    })
    .describe('what is bought'),
  distribution: z
    .array(
      z.object({
        customer_id: z
          .string()
          .nullable()
          .describe(
            'the payee, told to themselves and to admins (MO-36); null: the platform, or not the caller',
          ),
        type: z
          .enum(['royalty', 'service', 'net'])
          .describe('royalty: the maker; service: the platform; net: the seller'),
        unit: z.literal('ft_thb').describe('unit of the money'),
        value: points.describe('1/100 baht'),
        percent: z.number().describe('of the price'),
      }),
    )
    .describe('who receives what of the price'),
  tx_status: txStatus.nullable().describe('how the delivery stands (SP-3); null: not begun'),
  tx_hash: hash.nullable().describe('transaction of the delivery'),
  retry_count: z.int().describe('how often it was tried again'),
  retry_reason: z.string().nullable().describe('why it was tried again'),
  failed_reason: z.string().nullable().describe('why it failed'),
  canceled_reason: z
    .string()
    .nullable()
    .describe('buyer, expired, idle, order, suspended or own_order (the seller’s wallet became the buyer’s)'),
  expired: z.boolean().describe('derived: pending and past its deadline (SP-4)'),
  expires_at: isoTime.describe('end of the reservation'),
  created: isoTime.describe('when it was made'),
  updated: isoTime.describe('when it changed last'),
}

const unitAndValue = {
  unit: z.literal('pt_thb').describe('unit of the money'),
  value: points.describe('what the buyer pays in all, 1/100 baht'),
}

/** What only the buyer and admins see of how a purchase is paid. */
export const buyersCredit = z.object({
  ...unitAndValue,
  locked: points.describe('points held for this purchase while the card is charged'),
  payment: z
    .object({
      status: paymentStatus.describe('how the payment stands (SP-2)'),
      provider_ref_id: z
        .string()
        .nullable()
        .describe("the card provider's transaction, once there is one; by its form, the order number there"),
      topup_id: objectId
        .nullable()
        .describe('the last card payment: what the history of credit calls topup_id'),
      charge: points.nullable().describe('what the card is charged (SP-11); null: no card needed so far'),
      payment_url: z
        .string()
        .nullable()
        .describe('where the browser goes to pay; only while status is processing (SP-12)'),
      reason: z.string().nullable().describe('why the last card payment failed'),
      held: points
        .nullable()
        .describe(
          'what the card was charged otherwise than asked, 1/100 baht, while it is neither credited nor back on the card (SP-18): a person looks at it, and no card is charged again for this purchase; null: nothing',
        ),
      held_refused: z
        .boolean()
        .describe('a person has looked at what is held and refused it: it goes back to the card (SP-18)'),
    })
    .describe('how it is paid'),
})

/** SP-26: the newest refund to the card behind a purchase. */
export const fiatRefund = z.object({
  status: fiatRefundStatus.describe('how the refund stands (SP-26); none: nobody has asked for one'),
  value: points.nullable().describe('what goes back to the card, 1/100 baht; null while status is none'),
  note: z.string().max(5_000).nullable().describe('why, as the admin wrote it; the buyer reads it'),
  updated: isoTime.nullable().describe('when it changed last'),
})

/** MO-36: a side of a purchase is told its own customer id and nobody else's. */
const ofTheOther = z.null().describe('null: told to themselves alone (MO-36)')

/** A purchase as its buyer sees it (M§3). */
export const boughtShipping = z.object({
  role: z.literal('buyer').describe('side of the caller'),
  ...shippingFacts,
  seller_customer_id: ofTheOther,
  credit: buyersCredit.describe('what is paid'),
  origin_url: z.string().describe('where the browser comes back to after the card page'),
  held_until: isoTime
    .nullable()
    .describe(
      'until then nobody else can take the order: 2 minutes after the last step of its payment, to expires_at while a card is charged. Later it may still be paid, unless somebody came first (SP-5). null: paid, or over',
    ),
  late_credit: points.describe(
    'SP-19: what came from the card too late for this purchase and was credited as points, 1/100 baht',
  ),
  fiat_refund: fiatRefund.describe('whether a card payment was given back'),
  times: z
    .object({
      card: at('the card page was opened: the provider is asked from then on whether the money has come'),
      card_failed: at('the last card payment failed'),
      ...sharedTimes,
    })
    .describe('when what happened'),
})
export type BoughtShipping = z.infer<typeof boughtShipping>

/** A purchase as its seller sees it: nothing of the buyer's card, page, points or place in the web. */
export const soldShipping = z.object({
  role: z.literal('seller').describe('side of the caller'),
  ...shippingFacts,
  buyer_customer_id: ofTheOther,
  credit: z
    .object({
      ...unitAndValue,
      payment: z
        .object({
          status: paymentStatus.describe('how the payment stands (SP-2)'),
        })
        .describe('how it is paid'),
    })
    .describe('what is paid'),
  times: z.object(sharedTimes).describe('when what happened'),
})
export type SoldShipping = z.infer<typeof soldShipping>

/** Shipping of M§3: one purchase of an order, in the shape of the side that asks. */
export const shipping = z.discriminatedUnion('role', [boughtShipping, soldShipping])
export type Shipping = z.infer<typeof shipping>

/** Whether the caller is its buyer. */
export function isBought(shipping: Shipping): shipping is BoughtShipping {
  return shipping.role === 'buyer'
}
