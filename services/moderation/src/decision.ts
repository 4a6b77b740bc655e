import { Rejection } from '@talad/shared/rejection'
import { z } from 'zod'

/** Who decides, and why. */
export type Decision = {
  by: string
  /** of the call: the same one that comes again changes nothing */
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

/** AW-4. @throws Rejection VERSION_CONFLICT, with who came first and when */
export function checkVersion(version: number, before: LastDecision | undefined): void {
  if (version === (before?.version ?? 0)) return
  throw new Rejection('VERSION_CONFLICT', {
    field: 'version',
    details: {
      version: before?.version ?? 0,
      ...(before && { changed_by: before.changedBy, changed_at: before.changedAt.toISOString() }),
    },
  })
}
