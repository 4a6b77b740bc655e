import { flagClassification } from '@talad/proto/http/moderation/flagging'
import { z } from 'zod'
import { flagCaseResolved, made } from './events.ts'
import type { FlagCase } from './state.ts'

const report = z.object({ flagId: z.string(), round: z.int(), classification: flagClassification })

/** A case's state as it is kept; its shape is counted by `flagCases.snapshot`. */
export const flagCaseState: z.ZodType<FlagCase> = z
  .object({
    version: z.int(),
    round: z.int(),
    openedAt: z.coerce.date().optional(),
    reports: z.array(z.tuple([z.string(), report])).transform((entries) => new Map(entries)),
    resolved: flagCaseResolved.optional(),
    instant: made.optional(),
    last: z
      .object({
        by: z.string(),
        at: z.coerce.date(),
        what: z.enum([
          'AssetReported',
          'ReportChanged',
          'InstantlySuspended',
          'CaseResolved',
          'DecisionUndone',
        ]),
      })
      .optional(),
  })
  .transform(({ openedAt, resolved, instant, last, ...state }) => ({
    ...state,
    openedAt,
    resolved,
    instant,
    last,
  }))
