import { payload } from '@talad/proto/http/campaign/payload/modules'
import { theme } from '@talad/proto/http/campaign/theme'
import { z } from 'zod'

/** What its makers say of a virtual collection or item, and may say anew. */
const terms = z.object({
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  /** paths of pictures that we have made (CA-20) */
  assets: z.record(z.string(), z.string()).default({}),
  attributes: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  texts: z.record(z.string(), z.string()).default({}),
  /** of a collection */
  theme: theme.default({}),
  /** of an item: free data */
  metadata: z.record(z.string(), z.unknown()).default({}),
  payload: payload.nullable(),
  /** of holdings and mints; null: unlimited (CA-49) */
  mintLimit: z.int().nullable(),
  /** CA-17: there is nothing new of it, holders keep what they have */
  archived: z.boolean(),
})
export type Terms = z.infer<typeof terms>

const done = z.object({ by: z.string(), at: z.coerce.date() })
/** An item has its collection, and its number there (CA-54). */
const inCollection = z.object({ collectionId: z.string(), number: z.int() }).nullable()

export const virtualEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('VirtualCreated'),
    data: done.extend({ projectId: z.string(), place: inCollection, terms }),
  }),
  z.object({ type: z.literal('VirtualChanged'), data: done.extend({ terms }) }),
  z.object({ type: z.literal('VirtualDeleted'), data: done }),
])
export type VirtualEvent = z.infer<typeof virtualEvent>

export const virtualState = z.object({
  projectId: z.string(),
  place: inCollection,
  terms,
  /** all that it has or had (CA-9) */
  slugs: z.array(z.string()).default([]),
  created: z.coerce.date(),
  updated: z.coerce.date(),
  updatedBy: z.string(),
  deleted: z.boolean(),
})
/** A virtual collection, or an item of one. */
export type Virtual = z.infer<typeof virtualState>
