import { z } from 'zod'

const decision = z.object({
  /** a customer id, or `service:<name>` */
  by: z.string(),
  note: z.string(),
  at: z.coerce.date(),
  /** of the call: the same one that comes again changes nothing */
  decisionId: z.string(),
})

export const range = z.object({
  blockchain: z.string(),
  contractAddress: z.string(),
  /** decimal; null: the whole contract */
  tokenFrom: z.string().nullable(),
  tokenTo: z.string().nullable(),
})
/** MO-1, as it is stored: ends as decimal text. */
export type StoredRange = z.infer<typeof range>

export const suspensionEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('RangeSuspended'), data: decision.extend({ range }) }),
  z.object({ type: z.literal('RangeUnsuspended'), data: decision }),
])
export type SuspensionEvent = z.infer<typeof suspensionEvent>
