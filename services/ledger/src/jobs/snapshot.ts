import { inTx } from '@talad/shared/db'
import { recurring } from '@talad/shared/jobs'
import { DAY_MS } from '@talad/shared/local-time'
import type { Deps } from '../deps.ts'
import { nextSnapshotDay, writeSnapshot } from '../snapshots/write.ts'
import { nextAt } from './local-clock.ts'

/** LG-13: at 00:10 in Thailand the day before is over, its last batches too. */
const SNAPSHOT_MINUTE = 10

/** LG-13: writes the closing balances of each day that is over, one day a transaction. */
export const snapshotJob = recurring<Deps>({
  name: 'balance.snapshot',
  everyMs: DAY_MS,
  maxRetryMs: 60_000,
  async run({ deps, now }) {
    // until ten past the day before is not taken for over
    const day = await nextSnapshotDay(deps.db, new Date(now.getTime() - SNAPSHOT_MINUTE * 60_000))
    if (day === undefined) return nextAt(SNAPSHOT_MINUTE, now)
    await inTx(deps.db, (tx) => writeSnapshot(tx, day))
    return now
  },
})
