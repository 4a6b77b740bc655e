import { z } from 'zod'

const at = z.coerce.date()
const amount = z.coerce.bigint()

const order = z.object({
  orderId: z.string(),
  hash: z.string(),
  type: z.enum(['list', 'offer']),
  blockchain: z.string(),
  contractAddress: z.string(),
  contractType: z.enum(['erc721', 'erc1155']),
  tokenId: z.string(),
})

const opened = z.object({
  order,
  /** who fills the order: the buyer of a listing, the seller of an offer; empty: nobody that is known */
  openedBy: z.string(),
  /** their account; missing in what was opened before it was kept */
  openedByAccount: z.string().optional(),
  buyerCustomerId: z.string(),
  sellerCustomerId: z.string(),
  /** wallet that receives what the order offers */
  recipient: z.string(),
  /** units of the asset */
  amount,
  /** what they cost, in the smallest unit of the token */
  price: z.object({ token: z.string(), symbol: z.string(), decimals: z.int(), raw: amount }),
  /** what of it the seller keeps; missing in what was opened before it was kept */
  net: amount.optional(),
  expiresAt: at,
  at,
})

function event<T extends string, S extends z.ZodRawShape>(type: T, data: S) {
  return z.object({ type: z.literal(type), data: z.object({ ...data, at }) })
}

/** What a purchase in crypto remembers. */
export const cryptoEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('CryptoOpened'), data: opened }),
  event('CryptoSent', { txHash: z.string() }),
  // whom it is told, and what; missing where the account isn't known. Without a hash: it was named before
  event('CryptoProven', {
    txHash: z.string().optional(),
    trade: z.object({ accountId: z.string(), order, amount }).optional(),
  }),
  /** whose it is became known after it was recorded from the chain */
  event('CryptoAttributed', { customerId: z.string(), accountId: z.string() }),
  event('CryptoFailed', { reason: z.string() }),
  event('CryptoCanceled', { reason: z.enum(['idle', 'replaced']) }),
])
export type CryptoEvent = z.infer<typeof cryptoEvent>
export type CryptoOpened = z.infer<typeof opened>
