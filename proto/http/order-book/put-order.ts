import { z } from 'zod'
import { addressInput, blockchain, decimalString, hash, objectId } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { order, share } from './order.ts'
import { orderParameters } from './seaport.ts'

/** Decimal text as a person types it; the server derives raw and value from it (OB-44). */
const priceText = z.string().min(1).max(100)
/** Units of an NFT: a decimal string (GW-16); a JSON integer is taken too. Never a fraction. */
const units = z.union([decimalString, z.int().min(0).transform(String)])

const claimedShare = z.strictObject({
  ...share.shape,
  recipient: addressInput
    .nullable()
    .optional()
    .describe('wallet that Seaport pays; where it is given it has to be the one that is paid'),
})

const claimedPayees = z.strictObject({
  offerer_customer_id: z.string().max(100).describe('who puts the order'),
  distribution: z.array(claimedShare).max(20).describe('who receives what'),
})

/** What an order that sells may be refused for, at POST /order and as a deal of an admin. */
export const listingErrors = [
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
  'not_fillable',
  'too_many_orders',
  'too_many_orders_for_asset',
  'unavailable',
] as const

/** Body of POST /order. */
export const putBody = z.strictObject({
  order: z
    .strictObject({
      type: z.string().max(30).describe('list or offer; deal where an admin puts it (OB-7)'),
      blockchain: blockchain.describe('name of the blockchain, as in addresses of pages'),
      order: z
        .strictObject({
          parameters: orderParameters.describe('what was signed'),
          signature: z
            .string()
            .regex(/^0x([0-9a-fA-F]{2})*$/, 'must be hex')
            .max(8194)
            .optional()
            .describe(
              '65 bytes, 64 bytes (EIP-2098), either with index and proof of a bulk order behind it, or what the contract wallet takes (EIP-1271); hex',
            ),
        })
        .describe('the signed order and what it claims'),
      version: z.string().max(10).describe('version of Seaport'),
      hash: hash.describe('hash of the order, as Seaport computes it'),
      shipping: claimedPayees
        .optional()
        .describe('for a listing in the THB point token; exactly one of the two (OB-8)'),
      crypto: claimedPayees.optional().describe('for a listing or an offer in any other token'),
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
  recipientAddress: addressInput
    .nullable()
    .optional()
    .describe('wallet that gets the NFT of an offer, required there; accepted and ignored for listings'),
  shippingDistributions: z
    .array(claimedShare)
    .max(20)
    .optional()
    .describe('the same claim as the distribution of order.shipping or order.crypto; checked when given'),
  isJoinWallet: z
    .boolean()
    .describe(
      'true: the offerer is the wallet that Join keeps for the caller; false: a linked wallet. Which of the caller’s wallets is which stands in `wallets` of the profile. It says nothing of how it was signed',
    ),
  replaces: objectId
    .optional()
    .describe(
      'id of an open listing in baht of the same asset by the same wallet, which ends in the same moment',
    ),
})

export type PutOrderBody = z.input<typeof putBody>

export const putOrder = endpoint({
  name: 'putOrder',
  service: 'order-book',
  method: 'POST',
  path: `${base.user}/order`,
  auth: { kind: 'customer' },
  slow: true,
  summary:
    'Puts a signed listing, in the THB point token or in crypto, or a signed offer in crypto. The same order twice is one order (OB-11). With `replaces` it takes the place of another listing of the caller: both or neither.',
  body: putBody,
  status: 201,
  response: z.object({ order: order.describe('the order') }),
  idempotent: true,
  limit: 'write',
  errors: [
    'invalid_join_session',
    ...listingErrors,
    'offers_disabled',
    'too_many_units',
    'recipient_required',
    'invalid_recipient',
    'insufficient_tokens',
    'token_not_approved',
    'order_not_found',
    'not_your_order',
    'order_ended',
    'cancel_refused',
  ],
})
