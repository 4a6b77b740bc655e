import { theme } from '@talad/proto/http/campaign/theme'
import { z } from 'zod'

const terms = z.object({
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  lineChannelId: z.string(),
  lineLiffId: z.string(),
  theme,
})
/** What is said of a project. */
export type Terms = z.infer<typeof terms>

const by = z.object({ by: z.string(), at: z.coerce.date() })

export const projectEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ProjectCreated'), data: by.extend({ terms }) }),
  z.object({ type: z.literal('ProjectChanged'), data: by.extend({ changes: terms.partial() }) }),
  z.object({ type: z.literal('ProjectArchived'), data: by }),
  z.object({ type: z.literal('ProjectReopened'), data: by }),
])
export type ProjectEvent = z.infer<typeof projectEvent>

export type Project = {
  terms: Terms
  /** all that it has or had (CA-9) */
  slugs: readonly string[]
  archived: boolean
  version: number
  createdAt: Date
  changedAt: Date
}
