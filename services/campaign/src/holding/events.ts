import { z } from 'zod'

export const origins = ['campaign', 'mint', 'import', 'transfer', 'claim'] as const

const granted = z.object({
  projectId: z.string(),
  collectionId: z.string(),
  itemId: z.string(),
  /** of the item in its collection (CA-54) */
  number: z.int(),
  itemTokenId: z.int(),
  /** the account (CA-13) */
  holderId: z.string(),
  origin: z.enum(origins),
  amount: z.int(),
  payload: z.record(z.string(), z.unknown()).nullable(),
  campaignId: z.string().nullable(),
  triggerId: z.string().nullable(),
  automintId: z.string().nullable(),
  /** CA-50: the contract that mints it once its holder has a wallet; null: it stays virtual until they ask */
  waitsFor: z.string().nullable(),
})
/** What an account was granted (CA-55). */
export type Granted = z.infer<typeof granted>

export const holdingEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('HoldingGranted'),
    data: z.object({ by: z.string(), at: z.coerce.date(), granted }),
  }),
  /** CA-42: with the trigger that gave it, while nothing was done with it */
  z.object({ type: z.literal('HoldingTakenBack'), data: z.object({ by: z.string(), at: z.coerce.date() }) }),
])
export type HoldingEvent = z.infer<typeof holdingEvent>

export type Holding = { granted: Granted; created: Date; takenBack: boolean }
