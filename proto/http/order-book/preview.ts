import { z } from 'zod'
import { addressInput, blockchain, decimalString } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { share } from './order.ts'

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
  body: z.object({
    contract: z
      .object({
        blockchain: blockchain.describe('name of the blockchain, as in addresses of pages'),
        address: addressInput.describe('address of the contract, lower case'),
        type: z.string().max(30).describe('erc721 or erc1155'),
      })
      .describe('contract of the asset'),
    abstract: z
      .object({
        kind: z.string().max(50).optional().describe('accepted and ignored'),
        token_id: z.string().max(100).optional().describe('token id, decimal'),
        item_id: z.string().max(100).optional().describe('accepted and ignored'),
        collection_id: z.string().max(100).optional().describe('accepted and ignored'),
      })
      .nullable()
      .optional()
      .describe('accepted and ignored'),
    type: z.enum(['list', 'offer']).default('list').describe('kind of order: its limits of the price'),
    amount: decimalString
      .refine((text) => text !== '0' && text.length <= 78, 'must be greater than 0')
      .default('1')
      .describe('units; in crypto every share divides by them, so that parts can be bought (OB-21)'),
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
    'unsupported_shipping_unit',
    'price_not_divisible',
  ],
})
