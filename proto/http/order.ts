import { z } from 'zod'
import { address, blockchain, customerId, decimalString, hash, isoTime, objectId } from './common.ts'
import { orderParameters } from './seaport.ts'

/** Who receives what part of a price. */
export const share = z.object({
  /** the payee; `{offerer}` in a request stands for the caller (OB-28); null: the platform */
  customer_id: z.string().max(100).nullable(),
  type: z.enum(['royalty', 'service', 'net']),
  /** receive unit */
  unit: z.literal('ft_thb'),
  /** of the whole order, smallest unit, decimal string */
  value: decimalString,
  /** at most two decimals (OB-29) */
  percent: z.number().min(0).max(100),
})

/** A token in which prices stand. */
export const priceToken = z.object({ address, symbol: z.string(), decimals: z.int() })

/** OB-40: what the viewer could do, and why not. */
const action = z.object({
  name: z.enum(['buy', 'cancel', 'accept']),
  enabled: z.boolean(),
  reasons: z.array(
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
  ),
})
export type OrderAction = z.infer<typeof action>

/** Order of M§3. Amounts of units and of tokens are decimal strings; `time.*` are unix seconds (GW-13). */
export const order = z.object({
  _id: objectId,
  blockchain,
  order: z.object({ parameters: orderParameters, signature: z.string() }),
  version: z.string(),
  hash,
  type: z.enum(['list', 'offer', 'deal']),
  /** inactive takes the place of offchain, validated and filled while the flag is set (OB-3) */
  status: z.enum(['offchain', 'validated', 'cancelled', 'filled', 'completed', 'inactive']),
  fill: z.object({
    amount: decimalString,
    total: decimalString,
    left: decimalString,
    /** left without what open shippings reserve (OB-22) */
    available: decimalString,
    percent: z.number(),
    last_tx: hash.nullable(),
  }),
  basic: z.object({
    asset: z.object({
      contract: z.object({ blockchain, address, type: z.enum(['erc721', 'erc1155']) }),
      token: z.object({ id: decimalString }),
      amount: decimalString,
      /** of the asset, as far as it is known */
      id: objectId.nullable(),
      collection_id: z.string().nullable(),
      name: z.string().nullable(),
      image: z.string().nullable(),
    }),
    /** of the whole order: raw is the truth, value its canonical decimal, text what the seller typed (OB-44) */
    price: z.object({
      token: priceToken,
      raw: decimalString,
      value: z.string(),
      text: z.string(),
      family: z.string(),
    }),
  }),
  offerer: address,
  shipping: z.object({ offerer_customer_id: customerId, distribution: z.array(share) }),
  /**
   * Units that open shippings reserve, and how many shippings those are. `until`: when others may buy again if nobody
   * pays; null while nothing is reserved, and once it is paid. While there is a shipping, another purchase of the order
   * is refused as `order_busy` (SP-6). Who reserved is told to nobody.
   */
  shipped: z.object({ amount: decimalString, shippings: z.int(), until: isoTime.nullable() }),
  /** end is the display end (OB-25) */
  time: z.object({ start: z.int(), end: z.int(), duration: z.int() }),
  txs: z.array(
    z.object({
      type: z.enum(['validate', 'cancel', 'fulfill']),
      hash,
      index: z.int(),
      block: decimalString,
    }),
  ),
  restricted: z.boolean(),
  partial: z.boolean(),
  inactive: z.boolean(),
  expired: z.boolean(),
  created_at: isoTime,
  /** for the caller (by token) or the wallets of wl; without either, as a stranger would see it */
  actions: z.array(action),
})
export type Order = z.infer<typeof order>
