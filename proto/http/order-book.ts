import { z } from 'zod'
import {
  address,
  addressInput,
  blockchain,
  commaList,
  customerId,
  decimalString,
  hash,
  objectId,
  page,
  pageQuery,
  queryFlag,
} from './common.ts'
import { base, endpoint } from './contract.ts'
import { order, priceToken, share } from './order.ts'
import { orderParameters } from './seaport.ts'

export type { Order, OrderAction } from './order.ts'

const service = 'order-book'

/** Decimal text as a person types it; the server derives raw and value from it (OB-44). */
const priceText = z.string().min(1).max(100)
/** Units of an NFT: a decimal string (GW-16); a JSON integer is taken too. Never a fraction. */
const units = z.union([decimalString, z.int().min(0).transform(String)])

const claimedShare = z.strictObject(share.shape)

const putBody = z.strictObject({
  order: z.strictObject({
    /** list; an offer and anything else are refused with their own messages (OB-7, OB-20) */
    type: z.string().max(30),
    blockchain,
    order: z.strictObject({
      parameters: orderParameters,
      /** 65 bytes, 64 bytes (EIP-2098), or what the contract wallet takes (EIP-1271); hex */
      signature: z
        .string()
        .regex(/^0x([0-9a-fA-F]{2})*$/, 'must be hex')
        .max(8194)
        .optional(),
    }),
    version: z.string().max(10),
    hash,
    /** exactly one of the two (OB-8) */
    shipping: z
      .strictObject({ offerer_customer_id: z.string().max(100), distribution: z.array(claimedShare).max(20) })
      .optional(),
    crypto: z.strictObject({}).optional(),
  }),
  asset: z.strictObject({
    contract: z.strictObject({ blockchain, address: addressInput, type: z.string().max(30) }),
    token: z.strictObject({ id: decimalString }),
  }),
  /** a label of GET /order/terms `durations`, for instance 6m */
  duration: z.string().max(10),
  /** token: its address; text: decimal, for all units together, for instance 1250.50 */
  price: z.strictObject({ token: addressInput, text: priceText }),
  amount: units,
  allowPartial: z.boolean(),
  recipientAddress: addressInput.nullable().optional(),
  /** the same claim as order.shipping.distribution; checked when given */
  shippingDistributions: z.array(claimedShare).max(20).optional(),
  isJoinWallet: z.boolean(),
  /** id of an open listing of the same asset by the same wallet, which ends in the same moment */
  replaces: objectId.optional(),
})
export type PutOrderBody = z.input<typeof putBody>

export const putOrder = endpoint({
  name: 'putOrder',
  service,
  method: 'POST',
  path: `${base.user}/order`,
  auth: { kind: 'customer' },
  slow: true,
  summary:
    'Puts a signed listing priced in the THB point token. The same order twice is one order (OB-11). With `replaces` it takes the place of another listing of the caller: both or neither.',
  body: putBody,
  status: 201,
  response: z.object({ order }),
  idempotent: true,
  limit: 'write',
  errors: [
    'invalid_join_session',
    'kyc_not_eligible',
    'validation',
    'required_parameter',
    'invalid_order_type',
    'unsupported_contract_type',
    'asset_not_found',
    'asset_suspended',
    'asset_not_tradable',
    'unsupported_shipping_unit',
    'token_not_found',
    'decimals_not_found',
    'unknown_price_rule',
    'price_not_found',
    'too_many_decimals',
    'price_too_low',
    'price_too_high',
    'invalid_amount',
    'price_not_divisible',
    'invalid_duration',
    'invalid_offerer',
    'invalid_order',
    'hash_mismatch',
    'signature_required',
    'invalid_signature',
    'invalid_join_signer',
    'invalid_counter',
    'order_ended_on_chain',
    'invalid_parameters',
    'invalid_distribution',
    'insufficient_nft',
    'nft_not_approved',
    'too_many_orders',
    'too_many_orders_for_asset',
    'order_not_found',
    'not_your_order',
    'order_ended',
    'cancel_refused',
    'unavailable',
  ],
})

const wallets = commaList(addressInput)

export const getOrder = endpoint({
  name: 'getOrder',
  service,
  method: 'GET',
  path: `${base.public}/order`,
  auth: { kind: 'visitor' },
  summary: 'Picks one order by its hash (ha); actions are for the caller, or for the wallets of wl.',
  query: z.object({ ha: hash, wl: wallets.optional() }),
  status: 200,
  response: z.object({ order }),
  cacheable: true,
  errors: ['order_not_found', 'validation'],
})

const orderSort = z.enum(['pr', 'st', 'en', 'du', 'ta', 'fa', 'la', 'fp'])
const decimalText = z.string().regex(/^(0|[1-9][0-9]{0,30})(\.[0-9]{1,18})?$/, 'must be a decimal')

export const listOrders = endpoint({
  name: 'listOrders',
  service,
  method: 'GET',
  path: `${base.public}/orders`,
  auth: { kind: 'visitor' },
  summary:
    'Lists orders. Without ie, ii and oi the expired and inactive ones are left out (OB-38); codes as in the query code table.',
  query: z.object({
    bc: commaList(blockchain).optional(),
    ad: addressInput.optional(),
    ti: decimalString.optional(),
    wl: wallets.optional(),
    oc: customerId.optional(),
    tp: commaList(z.enum(['li', 'of', 'de'])).optional(),
    st: commaList(z.enum(['of', 'va', 'ca', 'fi', 'co', 'in'])).optional(),
    cu: commaList(z.string().min(1).max(30)).optional(),
    cv: z.string().min(1).max(30).optional(),
    ie: queryFlag.optional(),
    ii: queryFlag.optional(),
    oi: queryFlag.optional(),
    sr: orderSort.optional(),
    sd: z.enum(['a', 'asc', 'd', 'desc']).optional(),
    vf: decimalText.optional(),
    vt: decimalText.optional(),
    count: queryFlag.optional(),
    ...pageQuery,
  }),
  status: 200,
  response: page(order),
  cacheable: true,
  errors: ['validation'],
})

export const cancelOrder = endpoint({
  name: 'cancelOrder',
  service,
  method: 'POST',
  path: `${base.user}/order/cancel`,
  auth: { kind: 'customer' },
  summary:
    'Cancels the caller’s order at once and for good; an unpaid shipping of it is cancelled with it (OB-14).',
  body: z.strictObject({ order_id: objectId }),
  status: 200,
  response: z.object({ order }),
  idempotent: true,
  limit: 'write',
  errors: ['order_not_found', 'not_your_order', 'cancel_refused'],
})

const previewPart = z.object({
  percent: z.number(),
  /** smallest unit */
  value: decimalString,
  /** with two to four decimals */
  displayValue: z.string(),
  family: z.string(),
  /** canonical decimal in the family's unit */
  familyValue: z.string(),
  symbol: z.string(),
})

export const distributionPreview = endpoint({
  name: 'distributionPreview',
  service,
  method: 'POST',
  path: `${base.public}/order/distribution-preview`,
  auth: { kind: 'visitor' },
  summary: 'Tells who would receive what of a price: the same computation as putting an order (OB-34).',
  body: z.strictObject({
    contract: z.strictObject({ blockchain, address: addressInput, type: z.string().max(30) }),
    abstract: z
      .strictObject({
        kind: z.string().max(50).optional(),
        token_id: z.string().max(100).optional(),
        item_id: z.string().max(100).optional(),
        collection_id: z.string().max(100).optional(),
      })
      .nullable()
      .optional(),
    token_id: decimalString,
    /** address of the price token */
    token: addressInput,
    /** decimal text, for all units together */
    price: z.string().max(100).optional(),
  }),
  status: 200,
  response: z.object({
    service_fee: previewPart,
    royalty_fee: previewPart,
    net: previewPart,
    /** what the buyer pays */
    input: previewPart,
    /** what the seller receives */
    output: previewPart,
    distribution: z.array(share),
    is_shipping: z.boolean(),
    minimum_join_kyc_level: z.int(),
  }),
  errors: [
    'validation',
    'price_not_found',
    'too_many_decimals',
    'decimals_not_found',
    'token_not_found',
    'unsupported_contract_type',
  ],
})

const durations = z.array(z.object({ label: z.string(), seconds: z.int() }))

export const orderTerms = endpoint({
  name: 'orderTerms',
  service,
  method: 'GET',
  path: `${base.public}/order/terms`,
  auth: { kind: 'visitor' },
  summary:
    'What a client needs to build and sign an order. An addition of this project: the specification names no such call.',
  status: 200,
  response: z.object({
    blockchain,
    chain_id: z.int(),
    seaport: address,
    seaport_version: z.string(),
    zone: address,
    conduit_key: hash,
    treasury: address,
    point_token: priceToken,
    /** whole units of the point token, decimal; both inclusive (OB-17, OB-19) */
    minimum_price: z.string(),
    maximum_price: z.string(),
    durations,
    default_duration: z.string(),
    grace_seconds: z.int(),
    start_tolerance_seconds: z.int(),
    minimum_join_kyc_level: z.int(),
    limits: z.object({ orders_per_customer: z.int(), orders_per_asset: z.int() }),
  }),
  cacheable: true,
})
export type OrderTerms = z.infer<typeof orderTerms.response>

export const orderBookHttp = {
  putOrder,
  getOrder,
  listOrders,
  cancelOrder,
  distributionPreview,
  orderTerms,
}
