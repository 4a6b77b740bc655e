import { z } from 'zod'
import { decided, lastDecision } from '../decision.ts'
import { storedRange } from '../range/stored.ts'

const terms = z.object({
  slug: z.string(),
  names: z.object({ th: z.string(), en: z.string() }),
  ranges: z.array(storedRange),
  customerId: z.string(),
  active: z.boolean(),
})
/** What an issuer is (MO-32). */
export type IssuerTerms = z.infer<typeof terms>

export const issuerEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('IssuerSet'), data: decided.extend({ terms }) }),
  /** gone for good, or no longer active where it ever had a fee */
  z.object({ type: z.literal('IssuerRemoved'), data: decided.extend({ gone: z.boolean() }) }),
])
export type IssuerEvent = z.infer<typeof issuerEvent>

export const issuerState = lastDecision.extend({ terms, gone: z.boolean() })
export type Issuer = z.infer<typeof issuerState>
