import { flagClassification } from '@talad/proto/http/flagging'
import { flagDisposition, flagScope } from '@talad/proto/http/flagging-admin'
import { z } from 'zod'

const at = z.coerce.date()

function event<T extends string, S extends z.ZodRawShape>(type: T, data: S) {
  return z.object({ type: z.literal(type), data: z.object({ ...data, at }) })
}

/** What happened to the case of one asset. What reporters wrote lies sealed in `flag_note` (ID-42). */
export const flagCaseEvent = z.discriminatedUnion('type', [
  /** a new report; where the case was not open, it opens this round */
  event('AssetReported', {
    flagId: z.string(),
    round: z.int(),
    kind: z.enum(['user', 'bot']),
    reporter: z.string(),
    classification: flagClassification,
  }),
  /** the reporter says it otherwise */
  event('ReportChanged', { flagId: z.string(), reporter: z.string(), classification: flagClassification }),
  event('CaseResolved', {
    round: z.int(),
    disposition: flagDisposition,
    scope: flagScope.nullable(),
    /** what the asset showed when it was decided (MO-10) */
    contentHash: z.string(),
    /** of a suspension: which, its version then, and whether this decision made it active */
    suspension: z.object({ id: z.string(), version: z.int(), made: z.boolean() }).nullable(),
    reports: z.int(),
    by: z.string(),
    note: z.string(),
  }),
  /** MO-19: the reports of the last round are open again, in a round of their own */
  event('DecisionUndone', { round: z.int(), by: z.string(), reports: z.int() }),
])
export type FlagCaseEvent = z.infer<typeof flagCaseEvent>
export type FlagCaseResolved = Extract<FlagCaseEvent, { type: 'CaseResolved' }>['data']
