import { z } from 'zod'

/** Who decides, and why. */
export type Decision = {
  by: string
  /** of the call */
  decisionId: string
  note: string
  now: Date
}

/** What is stored of a decision with each event. */
export const decided = z.object({
  by: z.string(),
  note: z.string(),
  at: z.coerce.date(),
  decisionId: z.string(),
})
export type Decided = z.infer<typeof decided>
export const decidedBy = ({ by, note, decisionId, now: at }: Decision): Decided => ({
  by,
  note,
  at,
  decisionId,
})

/** What a state keeps of its last decision. */
export const lastDecision = z.object({
  version: z.number(),
  changedBy: z.string(),
  changedAt: z.coerce.date(),
  decisionId: z.string(),
})
export type LastDecision = z.infer<typeof lastDecision>

export const after = (before: LastDecision | undefined, { by, at, decisionId }: Decided): LastDecision => ({
  version: (before?.version ?? 0) + 1,
  changedBy: by,
  changedAt: at,
  decisionId,
})
