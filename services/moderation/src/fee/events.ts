import { z } from 'zod'
import { decided, lastDecision } from '../decision.ts'
import { storedRange } from '../range/stored.ts'

const about = z.object({
  /** follows from what it is for, so that there is one of it */
  id: z.string(),
  type: z.enum(['service', 'royalty', 'issuer']),
  /** who gets a royalty; null: the platform, or the issuer's payee */
  customerId: z.string().nullable(),
  issuerId: z.string().nullable(),
  collectionId: z.string().nullable(),
})
/** What a fee is for. */
export type FeeAbout = z.infer<typeof about>

const fee = about.extend({ basisPoints: z.number(), enabled: z.boolean(), removed: z.boolean() })
export type SheetFee = z.infer<typeof fee>

const issuerRange = z.object({ issuerId: z.string(), customerId: z.string(), range: storedRange })
/** What an active issuer issues of the contract. */
export type IssuerRange = z.infer<typeof issuerRange>

export const sheetEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('FeeSet'), data: decided.extend({ fee }) }),
  z.object({
    type: z.literal('FeeSwitched'),
    data: decided.extend({ feeId: z.string(), enabled: z.boolean() }),
  }),
  z.object({ type: z.literal('FeeRemoved'), data: decided.extend({ feeId: z.string() }) }),
  /** all that an issuer issues of the contract from now on; none: nothing any more */
  z.object({
    type: z.literal('IssuerPlaced'),
    data: decided.extend({ issuerId: z.string(), ranges: z.array(issuerRange) }),
  }),
])
export type SheetEvent = z.infer<typeof sheetEvent>

/** All that says what is taken of a sale in one contract; or the service fee of all that have none of their own. */
export const sheetState = lastDecision.extend({ fees: z.array(fee), ranges: z.array(issuerRange) })
export type Sheet = z.infer<typeof sheetState>
