import { recurring } from '@talad/shared/jobs'
import { DAY_MS } from '@talad/shared/local-time'
import type { Deps } from '../deps.ts'
import { decidePending, MOST_TOGETHER } from '../trigger/batcher.ts'
import { waitingSince } from '../trigger/rows.ts'

/** Who presses waits no longer than that for a process that has died. */
const ABANDONED_MS = 10_000

/** Decides what was pressed and isn't decided: the process that took it has died, or had lost the database. */
export const pendingTriggersJob = recurring<Deps>({
  name: 'trigger.pending',
  everyMs: 5_000,
  async run({ deps }) {
    const before = new Date(deps.now().getTime() - ABANDONED_MS)
    const rows = await waitingSince(deps.db, before, MOST_TOGETHER)
    await decidePending(deps, rows)
    return rows.length === MOST_TOGETHER ? deps.now() : undefined
  },
})

/** CA-36: dry runs are kept for a day. */
export const dryRunsJob = recurring<Deps>({
  name: 'trigger.dry-runs',
  everyMs: 3_600_000,
  async run({ deps }) {
    await deps.db.query('delete from campaign_trigger where dry and created < $1', [
      new Date(deps.now().getTime() - DAY_MS),
    ])
  },
})
