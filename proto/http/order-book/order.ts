import { z } from 'zod'
import { address, blockchain, customerId, decimalString, hash, isoTime, objectId } from '../common.ts'
import { orderParameters } from './order-parameters.ts'

/** Who receives what part of a price. */
export const share = z.object({
  customer_id: z
    .string()
    .max(100)
    .nullable()
    .describe(
      'the payee, told to themselves alone (MO-36): `{offerer}` stands for who puts the order, in a request for the caller (OB-28); `{fulfiller}`: whoever accepts the offer; null: the platform, or somebody else',
    ),
  type: z
    .enum(['royalty', 'service', 'net'])
    .describe('royalty: the maker; service: the platform; net: the seller'),
  unit: z.string().max(30).describe('receive unit: ft_thb for baht, else the symbol of the price token'),
  value: decimalString.describe('of the whole order, smallest unit, decimal string'),
  percent: z.number().min(0).max(100).describe('at most two decimals (OB-29)'),
  recipient: address
    .nullable()
    .describe('wallet that Seaport pays, for orders in crypto; null in baht, and for the net of an offer'),
})

/** A token in which prices stand. */
export const priceToken = z.object({
  address: address.describe('address of the token'),
  symbol: z.string().describe('symbol of the price token'),
  decimals: z.int().describe('decimals of the price token'),
})

/** OB-40: what the viewer could do, and why not. */
const action = z.object({
  name: z
    .enum(['buy', 'cancel', 'accept', 'confirm'])
    .describe('what could be done; confirm: POST /order/confirm brings a hidden order of the caller back'),
  enabled: z.boolean().describe('whether it could be done now'),
  reasons: z
    .array(
      z.enum([
        'owner_changed',
        'expired',
        'inactive',
        'kyc',
        'assessment',
        'suspended',
        'own_order',
        'offers_disabled',
      ]),
    )
    .describe('why not'),
})
export type OrderAction = z.infer<typeof action>

/** Who is paid, and how (OB-8). */
const payees = z.object({
  offerer_customer_id: customerId.nullable().describe('who put the order; null: not the caller (MO-36)'),
  distribution: z.array(share).describe('who receives what'),
})

/** Why an order can't be filled at the moment (OB-4, OB-13, OB-16); unlinked: its wallet has left the account (ID-31). */
export const inactiveReason = z.enum([
  'balance',
  'approval',
  'chain',
  'suspended',
  'kyc',
  'fill',
  'departed',
  'cancelling',
  'unlinked',
])

/** Order of M§3. Amounts of units and of tokens are decimal strings; `time.*` are unix seconds (GW-13). */
export const order = z.object({
  _id: objectId.describe('id of the order'),
  blockchain: blockchain.describe('name of the blockchain, as in addresses of pages'),
  order: z
    .object({
      parameters: orderParameters.describe('what was signed'),
      signature: z.string().describe('signature, hex'),
    })
    .describe('the order as it was signed'),
  version: z.string().describe('version of Seaport'),
  hash: hash.describe('hash of the order, as Seaport computes it'),
  type: z.enum(['list', 'offer', 'deal']).describe('listing, offer, or deal with one counterparty (OB-7)'),
  status: z
    .enum(['offchain', 'validated', 'cancelled', 'filled', 'completed', 'inactive'])
    .describe('inactive takes the place of offchain, validated and filled while the flag is set (OB-3)'),
  fill: z
    .object({
      amount: decimalString.describe('units sold'),
      total: decimalString.describe('units offered'),
      left: decimalString.describe('units not sold'),
      available: decimalString.describe('left without what open shippings reserve (OB-22)'),
      percent: z.number().describe('percent sold'),
      last_tx: hash.nullable().describe('newest transaction that filled it'),
    })
    .describe('how much of it is sold'),
  basic: z
    .object({
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
          amount: decimalString.describe('units in the whole order'),
          id: objectId.nullable().describe('id of the asset in the index; null until it is known there'),
          collection_id: z.string().nullable().describe('id of the collection, as far as it is known'),
          name: z.string().nullable().describe('name of the asset, text of a stranger'),
          image: z.string().nullable().describe('picture of the asset'),
        })
        .describe('what is sold'),
      price: z
        .object({
          token: priceToken.describe('the token that it is paid in'),
          raw: decimalString.describe('in the smallest unit: the truth'),
          value: z.string().describe('canonical decimal of raw'),
          text: z.string().describe('as the seller typed it'),
          family: z.string().describe('price family, thb or jfin'),
          converted: z
            .object({
              family: z.literal('thb').describe('always baht'),
              value: z.string().describe('decimal, two places, rounded to the nearest satang'),
              at: isoTime.nullable().describe('time of the rate; null where the price is in baht itself'),
            })
            .nullable()
            .describe('about how many baht that is; null without a rate of the last 15 minutes (OB-37)'),
        })
        .describe(
          'of the whole order: raw is the truth, value its canonical decimal, text what the seller typed (OB-44)',
        ),
    })
    .describe('what for which price'),
  offerer: address.describe('wallet that signed the order'),
  recipient: address
    .nullable()
    .describe('of an offer: the wallet that gets the NFT (recipientAddress); null for listings'),
  counterparty: customerId
    .nullable()
    .describe('of a deal: who alone may buy it (OB-7), told to the two of them; null for everybody else'),
  shipping: payees
    .nullable()
    .describe('who is paid, for orders in the THB point token; exactly one of shipping and crypto (OB-8)'),
  crypto: payees.nullable().describe('who is paid, for orders that are filled on chain; else null'),
  shipped: z
    .object({
      amount: decimalString.describe('units that open purchases reserve'),
      shippings: z.int().describe('open purchases of it'),
      until: isoTime.nullable().describe('when others may buy again if nobody pays'),
    })
    .describe(
      '* Units that open shippings reserve, and how many shippings those are. `until`: when others may buy again if nobody pays; null while nothing is reserved, and once it is paid. While there is a shipping, another purchase of the order is refused as `order_busy` (SP-6). Who reserved is told to nobody.',
    ),
  time: z
    .object({
      start: z.int().describe('unix seconds'),
      end: z.int().describe('display end, unix seconds'),
      duration: z.int().describe('seconds from start to end'),
    })
    .describe('end is the display end (OB-25)'),
  txs: z
    .array(
      z.object({
        type: z.enum(['validate', 'cancel', 'fulfill']).describe('what the transaction did to the order'),
        hash: hash.describe('hash of the transaction'),
        index: z.int().describe('place of the log in its block'),
        block: decimalString.describe('number of the block'),
      }),
    )
    .describe('transactions that changed it'),
  restricted: z.boolean().describe('only our relayer can fill it'),
  partial: z.boolean().describe('parts of it can be bought'),
  inactive: z.boolean().describe('not fillable now'),
  inactive_reasons: z
    .array(inactiveReason)
    .describe(
      'why: balance, approval (of the NFT, or of the tokens of an offer), chain (cancelled or void there), suspended, kyc, fill (Seaport refuses it), departed (the NFT was away; POST /order/confirm), cancelling',
    ),
  cancelling: z
    .boolean()
    .describe('its maker has asked to cancel it and the chain has not told of it yet (OB-13)'),
  expired: z.boolean().describe('past its display end'),
  created_at: isoTime.describe('when it was put'),
  actions: z
    .array(action)
    .describe('for the caller (by token) or the wallets of wl; without either, as a stranger would see it'),
})
export type Order = z.infer<typeof order>
