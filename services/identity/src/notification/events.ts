import { z } from 'zod'

export const place = z.object({ blockchain: z.string(), contract: z.string(), token: z.string() })

/** Tokens of a contract, first and last; null: all of them (MO-1). */
export const tokenRange = z.object({
  blockchain: z.string(),
  contract: z.string(),
  token_from: z.string().nullable(),
  token_to: z.string().nullable(),
  /** only what stands for this virtual collection; absent: any of them */
  virtual_collection: z.string().optional(),
})

/** What somebody offers or pays for something, in words of the chain; who: the wallet that signed. */
export const terms = z.object({ value: z.string(), symbol: z.string(), who: z.string() })

/** What somebody is told; the kinds are those of the contract. */
export const notice = z.object({
  accountId: z.string(),
  kind: z.string(),
  asset: place.optional(),
  /** which ones, where they are more than one */
  range: tokenRange.optional(),
  /** units of the asset */
  quantity: z.coerce.string().optional(),
  /** 1/100 baht */
  amount: z.coerce.bigint().optional(),
  terms: terms.optional(),
  /** the wallet that sent something */
  sender: z.string().optional(),
  /** why it was suspended, as moderation publishes it */
  reason: z.string().optional(),
  /** the host of a site */
  domain: z.string().optional(),
  shippingId: z.string().optional(),
  withdrawalId: z.string().optional(),
})
export type Notice = z.infer<typeof notice>

export const notificationEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('NotificationGiven'),
    data: notice.extend({ notificationId: z.string(), at: z.coerce.date() }),
  }),
])
export type NotificationEvent = z.infer<typeof notificationEvent>
