import { orderParameters } from '@talad/proto/http/order-book/seaport'
import { z } from 'zod'

const share = z.object({
  /** null: the platform */
  customerId: z.string().nullable(),
  type: z.enum(['service', 'royalty', 'net']),
  basisPoints: z.int(),
  value: z.coerce.bigint(),
  /** the wallet that Seaport pays; absent in baht, and for the net of an offer */
  recipient: z.string().optional(),
})
export type Share = z.infer<typeof share>

/** What never changes of an order. Amounts are bigint in the smallest unit, times unix seconds. */
export const terms = z.object({
  orderId: z.string(),
  hash: z.string(),
  type: z.enum(['list', 'offer', 'deal']),
  blockchain: z.string(),
  contract: z.string(),
  contractType: z.enum(['erc721', 'erc1155']),
  tokenId: z.string(),
  amount: z.coerce.bigint(),
  price: z.object({
    token: z.string(),
    symbol: z.string(),
    decimals: z.int(),
    family: z.string(),
    raw: z.coerce.bigint(),
    text: z.string(),
  }),
  offerer: z.string(),
  /** of a deal: who alone may buy it (OB-7) */
  counterparty: z.object({ customerId: z.string(), accountId: z.string() }).optional(),
  /** of an offer: who held the asset when it was put */
  holders: z.array(z.string()).optional(),
  customerId: z.string(),
  accountId: z.string(),
  /** who receives what, as the fees stood at the put (OB-30) */
  distribution: z.array(share),
  start: z.int(),
  /** the display end (OB-25) */
  end: z.int(),
  signedEnd: z.int(),
  /** of an offer: the wallet that gets the NFT */
  recipient: z.string().optional(),
  parameters: orderParameters,
  signature: z.string(),
  restricted: z.boolean(),
  partial: z.boolean(),
  /** the block at which counter, balance and approval were read */
  asOfBlock: z.coerce.bigint(),
  createdAt: z.coerce.date(),
})
export type Terms = z.infer<typeof terms>

/** OB-5: never stored, since the clock alone decides. */
export function isExpired(of: Pick<Terms, 'end'>, now: Date): boolean {
  return now.getTime() > of.end * 1_000
}
