import { flagClassification } from '@talad/proto/http/moderation/flagging'
import { flagDisposition, flagScope } from '@talad/proto/http/moderation/flagging-case'
import { botFinding } from '@talad/proto/http/moderation/flagging-finding'
import { z } from 'zod'

const at = z.coerce.date()

function event<T extends string, S extends z.ZodRawShape>(type: T, data: S) {
  return z.object({ type: z.literal(type), data: z.object({ ...data, at }) })
}

/** A suspension: which, its version then, and whether it was made active by this. */
export const made = z.object({ id: z.string(), version: z.int(), made: z.boolean() })
export type Made = z.infer<typeof made>
export type BotFinding = z.infer<typeof botFinding>

const caseResolved = event('CaseResolved', {
  round: z.int(),
  disposition: flagDisposition,
  scope: flagScope.nullable(),
  /** what the asset showed when it was decided (MO-10) */
  contentHash: z.string(),
  suspension: made.nullable(),
  /** what is told to whom: the people whose reports it closed */
  told: z
    .object({
      place: z.object({ blockchain: z.string(), contract: z.string(), token: z.string() }),
      reporters: z.array(z.object({ flagId: z.string(), reporter: z.string() })),
    })
    .optional(),
  reports: z.int(),
  by: z.string(),
  note: z.string(),
})

/** What happened to the case of one asset. What reporters wrote lies sealed in `flag_note` (ID-42). */
export const flagCaseEvent = z.discriminatedUnion('type', [
  /** a new report; where the case was not open, it opens this round */
  event('AssetReported', {
    flagId: z.string(),
    round: z.int(),
    /** admin: by the call for them (MO-14) */
    kind: z.enum(['user', 'bot', 'admin']),
    reporter: z.string(),
    classification: flagClassification,
    /** MO-15: of a bot, what its rule has found */
    bot: botFinding.optional(),
  }),
  /** the reporter says it otherwise */
  event('ReportChanged', {
    flagId: z.string(),
    reporter: z.string(),
    classification: flagClassification,
    bot: botFinding.optional(),
  }),
  /** MO-14: the asset was suspended with its report, before anybody has decided */
  event('InstantlySuspended', { suspension: made, by: z.string() }),
  caseResolved,
  /** ID-35: the reporter's account was absorbed; of two reports of one round that of the account that stays counts */
  event('ReporterMerged', { from: z.string(), to: z.string() }),
  /** MO-19: the reports of the last round are open again, in a round of their own */
  event('DecisionUndone', {
    round: z.int(),
    by: z.string(),
    reports: z.int(),
    /** MO-14: the suspension that its report had made is in force again */
    instant: made.nullable().default(null),
  }),
])
export type FlagCaseEvent = z.infer<typeof flagCaseEvent>
export const flagCaseResolved = caseResolved.shape.data
export type FlagCaseResolved = z.infer<typeof flagCaseResolved>
