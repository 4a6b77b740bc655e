import { z } from 'zod'
import { address, addressInput, blockchain, decimalString, hash } from './common.ts'
import { base, endpoint } from './contract.ts'
import { priceToken, share } from './order.ts'

const service = 'order-book'

const previewPart = z.object({
  percent: z.number().describe('of the price'),
  value: decimalString.describe('smallest unit'),
  displayValue: z.string().describe('with two to four decimals'),
  family: z.string().describe('price family, thb or jfin'),
  familyValue: z.string().describe("canonical decimal in the family's unit"),
  symbol: z.string().describe('symbol of the price token'),
})

export const distributionPreview = endpoint({
  name: 'distributionPreview',
  service,
  method: 'POST',
  path: `${base.public}/order/distribution-preview`,
  auth: { kind: 'visitor' },
  summary: 'Tells who would receive what of a price: the same computation as putting an order (OB-34).',
  body: z.strictObject({
    contract: z
      .strictObject({
        blockchain: blockchain.describe('name of the blockchain, as in addresses of pages'),
        address: addressInput.describe('address of the contract, lower case'),
        type: z.string().max(30).describe('erc721 or erc1155'),
      })
      .describe('contract of the asset'),
    abstract: z
      .strictObject({
        kind: z.string().max(50).optional().describe('accepted and ignored'),
        token_id: z.string().max(100).optional().describe('token id, decimal'),
        item_id: z.string().max(100).optional().describe('accepted and ignored'),
        collection_id: z.string().max(100).optional().describe('accepted and ignored'),
      })
      .nullable()
      .optional()
      .describe('accepted, without meaning for listings in baht'),
    token_id: decimalString.describe('token id, decimal'),
    token: addressInput.describe('address of the price token'),
    price: z.string().max(100).optional().describe('decimal text, for all units together'),
  }),
  status: 200,
  response: z.object({
    service_fee: previewPart.describe('what the platform keeps'),
    royalty_fee: previewPart.describe('what the maker gets'),
    net: previewPart.describe('what is left for the seller'),
    input: previewPart.describe('what the buyer pays'),
    output: previewPart.describe('what the seller receives'),
    distribution: z.array(share).describe('who receives what'),
    is_shipping: z.boolean().describe('true: paid in baht through this site'),
    minimum_join_kyc_level: z.int().describe('KYC level that a seller needs'),
  }),
  errors: [
    'validation',
    'price_not_found',
    'too_many_decimals',
    'unknown_price_rule',
    'price_too_low',
    'price_too_high',
    'decimals_not_found',
    'token_not_found',
    'unsupported_contract_type',
  ],
})

const durations = z.array(
  z.object({
    label: z.string().describe('what `duration` takes'),
    seconds: z.int().describe('how long that is'),
  }),
)

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
    blockchain: blockchain.describe('name of the blockchain, as in addresses of pages'),
    chain_id: z.int().describe('id of the chain'),
    seaport: address.describe('address of Seaport'),
    seaport_version: z.string().describe('version of Seaport'),
    zone: address.describe('the zone that an order must name'),
    conduit_key: hash.describe('the conduit that an order must name'),
    treasury: address.describe('recipient of the point tokens in an order'),
    point_token: priceToken.describe('the token in which listings in baht are priced'),
    minimum_price: z
      .string()
      .describe('whole units of the point token, decimal; both inclusive (OB-17, OB-19)'),
    maximum_price: z.string().describe('highest price in whole units, inclusive'),
    durations: durations.describe('how long a listing may stand'),
    default_duration: z.string().describe('label of the usual one'),
    grace_seconds: z.int().describe('what the signed end has beyond the display end'),
    start_tolerance_seconds: z.int().describe('how far the start may be from our clock'),
    minimum_join_kyc_level: z.int().describe('KYC level that a seller needs'),
    limits: z
      .object({
        orders_per_customer: z.int().describe('of a customer'),
        orders_per_asset: z.int().describe('of a customer on one asset'),
      })
      .describe('open orders at once'),
  }),
  cacheable: true,
})
export type OrderTerms = z.infer<typeof orderTerms.response>
