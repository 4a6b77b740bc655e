import { scopeNames } from '@talad/proto/http/campaign/abilities'
import { z } from 'zod'

const by = z.object({ by: z.string(), at: z.coerce.date() })

const terms = z.object({
  projectId: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(scopeNames)),
  limitPerMinute: z.number(),
  expires: z.coerce.date().nullable(),
  test: z.boolean(),
})
/** What an API key may do, and until when. */
export type KeyTerms = z.infer<typeof terms>

const secret = z.object({ prefix: z.string(), digest: z.string() })
/** By what the secret of a key is known. */
export type KeySecret = z.infer<typeof secret>

export const apiKeyEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ApiKeyCreated'), data: by.extend({ terms, secret }) }),
  /** another one came in its place */
  z.object({ type: z.literal('ApiKeyRotated'), data: by.extend({ until: z.coerce.date() }) }),
  z.object({ type: z.literal('ApiKeyRevoked'), data: by }),
])
export type ApiKeyEvent = z.infer<typeof apiKeyEvent>

export type ApiKey = {
  terms: KeyTerms
  secret: KeySecret
  createdBy: string
  createdAt: Date
  revokedAt: Date | null
}
