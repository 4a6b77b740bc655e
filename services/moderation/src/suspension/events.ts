import { suspensionReason } from '@talad/proto/http/moderation/suspension-reason'
import { z } from 'zod'
import { storedRange } from '../range/stored.ts'

const decision = z.object({
  /** a customer id, or `service:<name>` */
  by: z.string(),
  note: z.string(),
  at: z.coerce.date(),
  /** of the call: the same one that comes again changes nothing */
  decisionId: z.string(),
  /** customer ids of those who issue something of it (MO-32), for whom it matters */
  issuers: z.array(z.string()).optional(),
})

export const suspensionEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('RangeSuspended'),
    /** until: when it ends by itself; absent: somebody ends it. reason: what sellers are told; absent: none */
    data: decision.extend({
      range: storedRange,
      until: z.coerce.date().optional(),
      reason: suspensionReason.optional(),
    }),
  }),
  z.object({ type: z.literal('RangeUnsuspended'), data: decision }),
])
export type SuspensionEvent = z.infer<typeof suspensionEvent>

/** What others may know of a suspension after a change: all of it. */
export const suspensionState = z.object({
  range: storedRange,
  status: z.enum(['suspended', 'unsuspended']),
  /** when it ends by itself; null: somebody ends it */
  until: z.coerce.date().nullable().default(null),
  version: z.number(),
  history: z.array(
    z.object({
      action: z.enum(['suspend', 'unsuspend']),
      by: z.string(),
      note: z.string(),
      at: z.coerce.date(),
      decisionId: z.string(),
      /** what sellers are told; absent: nothing */
      reason: suspensionReason.optional(),
    }),
  ),
})
export type Suspension = z.infer<typeof suspensionState>
