import { z } from 'zod'

const amount = z.coerce.bigint()
const at = z.coerce.date()

/** The order as it was when the shipping was opened: what the delivery and the settlement need of it. */
export const orderSnapshot = z.object({
  orderId: z.string(),
  hash: z.string(),
  blockchain: z.string(),
  contractAddress: z.string(),
  contractType: z.enum(['erc721', 'erc1155']),
  tokenId: z.string(),
  sellerCustomerId: z.string(),
  sellerAccountId: z.string(),
  /** end of the signed order: nothing can be delivered after it */
  signedEnd: at,
})
export type OrderSnapshot = z.infer<typeof orderSnapshot>

export const share = z.object({
  /** empty: the platform's own account for the type */
  customerId: z.string(),
  type: z.enum(['net', 'royalty', 'service']),
  value: amount,
  basisPoints: z.int(),
})
export type Share = z.infer<typeof share>

/** What the order book says of the order (its newest public state), as far as selling it matters. */
export type OfferedOrder = OrderSnapshot & {
  type: string
  status: string
  inactive: boolean
  shipper: boolean
  /** of a deal: the customer who alone may buy it (OB-7) */
  counterparty?: string
  /** units in all and sold */
  total: bigint
  filled: bigint
  /** price of all units, 1/100 baht */
  price: bigint
  start: Date
  /** display end (OB-25) */
  end: Date
  shares: readonly { customerId: string; type: Share['type']; basisPoints: number }[]
}

/** An order whose price is in a token of the chain. */
export type CryptoOrder = OfferedOrder & { token: { token: string; symbol: string; decimals: number } }
