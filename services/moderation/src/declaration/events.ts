import { z } from 'zod'
import { decided, lastDecision } from '../decision.ts'
import { storedRange } from '../range/stored.ts'

const text = z.object({ th: z.string(), en: z.string() })

export const declaration = z.object({ key: z.string(), title: text, body: text, url: z.string().nullable() })

const terms = z.object({
  declarer: z.enum(['issuer', 'seller']),
  range: storedRange,
  declarations: z.array(declaration),
})
/** What is declared by whom of which tokens (MO-37). */
export type DeclaredTerms = z.infer<typeof terms>

export const declaredEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('DeclarationsSet'), data: decided.extend({ terms }) }),
  z.object({ type: z.literal('DeclarationsRemoved'), data: decided }),
])
export type DeclaredEvent = z.infer<typeof declaredEvent>

export const declaredState = lastDecision.extend({ terms, removed: z.boolean() })
export type Declared = z.infer<typeof declaredState>
