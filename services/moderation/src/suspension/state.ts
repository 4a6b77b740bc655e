import { z } from 'zod'
import { range, type SuspensionEvent } from './events.ts'

/** MO-6: the newest first. */
const MOST_LINES = 10

/** What others may know of a suspension after a change: all of it. */
export const suspensionState = z.object({
  range,
  status: z.enum(['suspended', 'unsuspended']),
  version: z.number(),
  history: z.array(
    z.object({
      action: z.enum(['suspend', 'unsuspend']),
      by: z.string(),
      note: z.string(),
      at: z.coerce.date(),
      decisionId: z.string(),
    }),
  ),
})
export type Suspension = z.infer<typeof suspensionState>

export function evolve(state: Suspension | undefined, { type, data }: SuspensionEvent): Suspension {
  const { by, note, at, decisionId } = data
  const suspends = type === 'RangeSuspended'
  const of = suspends ? data.range : state?.range
  if (!of) throw new Error('a suspension that ends before it began')
  const line = { action: suspends ? ('suspend' as const) : ('unsuspend' as const), by, note, at, decisionId }
  return {
    range: of,
    status: suspends ? 'suspended' : 'unsuspended',
    version: (state?.version ?? 0) + 1,
    history: [line, ...(state?.history ?? [])].slice(0, MOST_LINES), // MO-6
  }
}
