import type { Clock } from '@talad/shared/clock'
import type { Hub } from './hub.ts'

/** The services hear of it about now; what was read of them before that is not to be shown any more. */
const SETTLED_MS = 5_000

/**
 * Whether something that was read of the services may be shown still: not where something has been suspended, or is no
 * longer, since then (MO-7).
 */
export function watchSuspensions(hub: Pick<Hub, 'listen'>, now: Clock) {
  let from = 0
  const stop = hub.listen(['suspension'], () => {
    from = now().getTime() + SETTLED_MS
  })
  return { holds: ({ at }: { at: number }) => at >= from, stop }
}
export type Suspensions = ReturnType<typeof watchSuspensions>
