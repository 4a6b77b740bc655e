import type { Suspension, SuspensionEvent } from './events.ts'

/** MO-6: the newest first. */
const MOST_LINES = 10

export function evolve(state: Suspension | undefined, { type, data }: SuspensionEvent): Suspension {
  const { by, note, at, decisionId } = data
  const suspends = type === 'RangeSuspended'
  const of = suspends ? data.range : state?.range
  if (!of) throw new Error('a suspension that ends before it began')
  const action = suspends ? ('suspend' as const) : ('unsuspend' as const)
  const reason = suspends ? data.reason : undefined
  const line = { action, by, note, at, decisionId, ...(reason && { reason }) }
  return {
    range: of,
    status: suspends ? 'suspended' : 'unsuspended',
    until: (suspends && data.until) || null,
    version: (state?.version ?? 0) + 1,
    history: [line, ...(state?.history ?? [])].slice(0, MOST_LINES), // MO-6
  }
}
