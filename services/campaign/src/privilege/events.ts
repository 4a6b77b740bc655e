import { metaTimer } from '@talad/proto/http/campaign/coupon-shapes'
import { z } from 'zod'

const terms = z.object({
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  assets: z.record(z.string(), z.string()),
  payload: z.record(z.string(), z.unknown()).nullable(),
  metaTimer,
  enabled: z.boolean(),
})
/** What is said of a benefit. */
export type PrivilegeTerms = z.infer<typeof terms>

const bound = z.object({
  /** of a whole collection, or null */
  collectionId: z.string().nullable(),
  itemId: z.string().nullable(),
  /** of the item: [from, to], sorted and merged; empty: all tokens */
  tokenRanges: z.array(z.tuple([z.string(), z.string()])),
  quantity: z.int(),
  metaTimer,
  priority: z.int(),
  enabled: z.boolean(),
})
/** What carries a privilege, and how. */
export type BindingTerms = z.infer<typeof bound>

const done = z.object({ by: z.string(), at: z.coerce.date() })

export const privilegeEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('PrivilegeCreated'), data: done.extend({ projectId: z.string(), terms }) }),
  z.object({ type: z.literal('PrivilegeChanged'), data: done.extend({ terms }) }),
])
export type PrivilegeEvent = z.infer<typeof privilegeEvent>

export const bindingEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('PrivilegeBound'),
    data: done.extend({ projectId: z.string(), privilegeId: z.string(), terms: bound }),
  }),
  z.object({ type: z.literal('PrivilegeBindingChanged'), data: done.extend({ terms: bound }) }),
  z.object({ type: z.literal('PrivilegeUnbound'), data: done }),
])
export type BindingEvent = z.infer<typeof bindingEvent>

type Since = { created: Date; updated: Date; updatedBy: string }
export type Privilege = Since & { projectId: string; terms: PrivilegeTerms }
export type Binding = Since & {
  projectId: string
  privilegeId: string
  terms: BindingTerms
  deleted: boolean
}
