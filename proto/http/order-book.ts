import { z } from 'zod'
import {
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
import { order, share } from './order.ts'
import { distributionPreview, orderTerms } from './order-terms.ts'
import { orderParameters } from './seaport.ts'

export type { Order, OrderAction } from './order.ts'
export { distributionPreview, type OrderTerms, orderTerms } from './order-terms.ts'

const service = 'order-book'

/** Decimal text as a person types it; the server derives raw and value from it (OB-44). */
const priceText = z.string().min(1).max(100)
/** Units of an NFT: a decimal string (GW-16); a JSON integer is taken too. Never a fraction. */
const units = z.union([decimalString, z.int().min(0).transform(String)])

const claimedShare = z.strictObject(share.shape)

const putBody = z.strictObject({
  order: z
    .strictObject({
      type: z.string().max(30).describe('erc721 or erc1155'),
      blockchain: blockchain.describe('name of the blockchain, as in addresses of pages'),
      order: z
        .strictObject({
          parameters: orderParameters.describe('what was signed'),
          signature: z
            .string()
            .regex(/^0x([0-9a-fA-F]{2})*$/, 'must be hex')
            .max(8194)
            .optional()
            .describe('65 bytes, 64 bytes (EIP-2098), or what the contract wallet takes (EIP-1271); hex'),
        })
        .describe('the signed order and what it claims'),
      version: z.string().max(10).describe('version of Seaport'),
      hash: hash.describe('hash of the order, as Seaport computes it'),
      shipping: z
        .strictObject({
          offerer_customer_id: z.string().max(100).describe('the seller'),
          distribution: z.array(claimedShare).max(20).describe('who receives what'),
        })
        .optional()
        .describe('exactly one of the two (OB-8)'),
      crypto: z.strictObject({}).optional().describe('an empty object for orders in crypto; absent for baht'),
    })
    .describe('the signed order and what it claims'),
  asset: z
    .strictObject({
      contract: z
        .strictObject({
          blockchain: blockchain.describe('name of the blockchain, as in addresses of pages'),
          address: addressInput.describe('address of the contract, lower case'),
          type: z.string().max(30).describe('erc721 or erc1155'),
        })
        .describe('contract of the asset'),
      token: z
        .strictObject({ id: decimalString.describe('token id, decimal') })
        .describe('the token; of a price: address of the price token'),
    })
    .describe('what is sold'),
  duration: z.string().max(10).describe('a label of GET /order/terms `durations`, for instance 6m'),
  price: z
    .strictObject({
      token: addressInput.describe('the token; of a price: address of the price token'),
      text: priceText.describe('decimal, for all units together, for instance 1250.50'),
    })
    .describe('token: its address; text: decimal, for all units together, for instance 1250.50'),
  amount: units.describe('units, decimal; 1 for erc721'),
  allowPartial: z.boolean().describe('whether parts of it may be bought (erc1155)'),
  recipientAddress: addressInput.nullable().optional().describe('accepted and ignored for listings'),
  shippingDistributions: z
    .array(claimedShare)
    .max(20)
    .optional()
    .describe('the same claim as order.shipping.distribution; checked when given'),
  isJoinWallet: z.boolean().describe('whether a Join wallet has signed'),
  replaces: objectId
    .optional()
    .describe('id of an open listing of the same asset by the same wallet, which ends in the same moment'),
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
  response: z.object({ order: order.describe('the order') }),
  idempotent: true,
  limit: 'write',
  errors: [
    'invalid_join_session',
    'kyc_not_eligible',
    'assessment_required',
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
  query: z.object({
    ha: hash.describe('hash of the order'),
    wl: wallets.optional().describe('wallets, by commas'),
  }),
  status: 200,
  response: z.object({ order: order.describe('the order') }),
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
    bc: commaList(blockchain).optional().describe('names of blockchains, by commas'),
    ad: addressInput.optional().describe('address of the contract'),
    ti: decimalString.optional().describe('token id, decimal'),
    wl: wallets.optional().describe('wallets, by commas'),
    oc: customerId.optional().describe('orders of this customer'),
    tp: commaList(z.enum(['li', 'of', 'de']))
      .optional()
      .describe('kinds by commas: li list, of offer, de deal'),
    st: commaList(z.enum(['of', 'va', 'ca', 'fi', 'co', 'in']))
      .optional()
      .describe(
        'states by commas: of offchain, va validated, ca cancelled, fi filled, co completed, in inactive',
      ),
    cu: commaList(z.string().min(1).max(30))
      .optional()
      .describe('symbols or addresses of price tokens, by commas'),
    cv: z.string().min(1).max(30).optional().describe('family of `vf` and `vt`'),
    ie: queryFlag.optional().describe('1: expired ones too'),
    ii: queryFlag.optional().describe('1: inactive ones too'),
    oi: queryFlag.optional().describe('1: only what the wallets of `wl` could fill'),
    sr: orderSort.optional().describe('what to sort by (GW-30)'),
    sd: z.enum(['a', 'asc', 'd', 'desc']).optional().describe('a or asc: rising; d or desc: falling'),
    vf: decimalText.optional().describe('lowest price in display units, inclusive'),
    vt: decimalText.optional().describe('highest price in display units, inclusive'),
    count: queryFlag.optional().describe('1: count all entries, for `total` and `pages`'),
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
  body: z.strictObject({ order_id: objectId.describe('id of the order') }),
  status: 200,
  response: z.object({ order: order.describe('the order') }),
  idempotent: true,
  limit: 'write',
  errors: ['order_not_found', 'not_your_order', 'cancel_refused'],
})

export const orderBookHttp = {
  putOrder,
  getOrder,
  listOrders,
  cancelOrder,
  distributionPreview,
  orderTerms,
}
