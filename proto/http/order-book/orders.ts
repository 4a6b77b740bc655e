import { z } from 'zod'
import { abstractId } from '../asset-indexer/abstract-id.ts'
import { priceFamily } from '../asset-indexer/shapes.ts'
import {
  addressInput,
  blockchain,
  COUNTED,
  commaList,
  customerId,
  decimalString,
  hash,
  objectId,
  page,
  pageQuery,
  queryFlag,
} from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { order } from './order.ts'
import { orderChanges } from './order-changes.ts'
import { distributionPreview } from './preview.ts'
import { putOrder } from './put-order.ts'
import { orderTerms, rates } from './terms.ts'

export type { Order, OrderAction } from './order.ts'
export { distributionPreview } from './preview.ts'
export { type PutOrderBody, putOrder } from './put-order.ts'
export { type OrderTerms, orderTerms, rates } from './terms.ts'

const service = 'order-book'

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
/** The same as of assets: a filter may begin below nothing. */
const decimalText = z.string().regex(/^-?[0-9]{1,30}(\.[0-9]{1,18})?$/, 'must be a decimal number')

export const listOrders = endpoint({
  name: 'listOrders',
  service,
  method: 'GET',
  path: `${base.public}/orders`,
  auth: { kind: 'visitor' },
  summary:
    'Lists orders. Without ie, ii and oi the expired and inactive ones are left out (OB-38); codes as in the query code table.',
  query: z.object({
    ha: commaList(hash, 50)
      .optional()
      .describe('orders by their hashes, by commas; among them expired and inactive ones'),
    bc: commaList(blockchain).optional().describe('names of blockchains, by commas'),
    ad: addressInput.optional().describe('address of the contract'),
    ti: decimalString.optional().describe('token id, decimal'),
    ak: commaList(abstractId).optional().describe('kinds of what assets stand for, by commas (AI-7)'),
    ac: commaList(abstractId)
      .optional()
      .describe('virtual collections that assets stand for, by commas (AI-7)'),
    wl: wallets.optional().describe('wallets, by commas'),
    oc: customerId
      .optional()
      .describe('orders of the caller, by their customer id; of anybody else: none (MO-36)'),
    hd: wallets.optional().describe('orders about what these wallets hold, by commas'),
    tp: commaList(z.enum(['li', 'of', 'de']))
      .optional()
      .describe('kinds by commas: li list, of offer, de deal; list and offer unless told (OB-7)'),
    st: commaList(z.enum(['of', 'va', 'ca', 'fi', 'co', 'in']))
      .optional()
      .describe(
        'states by commas: of offchain, va validated, ca cancelled, fi filled, co completed, in inactive; without: what is not cancelled or completed',
      ),
    cu: commaList(z.string().min(1).max(30))
      .optional()
      .describe('symbols of price tokens, or families such as thb, by commas'),
    cv: z
      .string()
      .toLowerCase()
      .pipe(priceFamily)
      .optional()
      .describe('family in which `vf` and `vt` are, thb unless told; others are converted (OB-37)'),
    ie: queryFlag.optional().describe('1: expired ones too'),
    ii: queryFlag.optional().describe('1: inactive ones too'),
    oe: queryFlag.optional().describe('1: only those that are over: sold, cancelled or expired (OB-6)'),
    oi: queryFlag.optional().describe('1: only inactive ones'),
    sr: orderSort
      .optional()
      .describe(
        'what to sort by (GW-30): pr price in baht, st start, en end, du duration, ta units offered, fa units sold, la units left, fp percent sold; without: pr rising of listings, pr falling of offers, st falling of both',
      ),
    sd: z.enum(['a', 'asc', 'd', 'desc']).optional().describe('a or asc: rising; d or desc: falling'),
    vf: decimalText.optional().describe('lowest price in display units, inclusive'),
    vt: decimalText.optional().describe('highest price in display units, inclusive'),
    count: queryFlag.optional().describe(COUNTED),
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
    'Cancels the caller’s order. One in baht ends at once and for good, and an unpaid shipping of it with it (OB-14). One in crypto is hidden from now on (`cancelling`) and ends when the chain tells of Seaport’s cancel, or of a raised counter: the maker has to send that (OB-13).',
  body: z.strictObject({ order_id: objectId.describe('id of the order') }),
  status: 200,
  response: z.object({ order: order.describe('the order') }),
  idempotent: true,
  limit: 'write',
  errors: ['order_not_found', 'not_your_order', 'cancel_refused'],
})

export const confirmOrder = endpoint({
  name: 'confirmOrder',
  service,
  method: 'POST',
  path: `${base.user}/order/confirm`,
  auth: { kind: 'customer' },
  summary:
    'Brings a hidden order in crypto of the caller back: one whose NFT was away (OB-16), or whose cancel never came to the chain (OB-13). The caller says so that the old price still stands.',
  body: z.object({ order_id: objectId.describe('id of the order') }),
  status: 200,
  response: z.object({ order: order.describe('the order') }),
  limit: 'write',
  errors: ['order_not_found', 'not_your_order', 'order_ended'],
})

export const orderLog = endpoint({
  name: 'orderLog',
  service,
  method: 'GET',
  path: `${base.public}/order/log`,
  auth: { kind: 'visitor' },
  summary: 'What a transaction did to orders; 404 until the index has told of it (OB-39).',
  query: z.object({
    bc: blockchain.describe('name of the blockchain, as in addresses of pages'),
    tx: hash.describe('hash of the transaction'),
  }),
  status: 200,
  response: z.object({
    list: z
      .array(
        z.object({
          order_hash: hash.describe('the order'),
          type: z.enum(['validate', 'cancel', 'fulfill']).describe('what was done to it'),
          hash: hash.describe('hash of the transaction'),
          index: z.int().describe('place of the log in its block'),
          block: decimalString.describe('number of the block'),
        }),
      )
      .describe('by order and place'),
  }),
  errors: ['not_found', 'validation'],
})

export const orderBookHttp = {
  putOrder,
  getOrder,
  listOrders,
  orderChanges,
  cancelOrder,
  confirmOrder,
  orderLog,
  distributionPreview,
  orderTerms,
  rates,
}
