import type { Clock } from '../clock.ts'
import type { Queryable } from '../db.ts'
import { JOB_CHANNEL } from '../jobs.ts'
import { NOTIFY_CHANNEL } from '../notifier.ts'

/** A service's time in the hands of a test. */
export type TestClock = {
  now: Clock
  /** Lets time pass; what became due is begun at once by whoever works on the database. */
  pass(ms: number, db: Queryable): Promise<void>
}

/** The time of the machine, and ahead of it by what a test has let pass. */
export function testClock(): TestClock {
  let aheadMs = 0
  return {
    now: () => new Date(Date.now() + aheadMs),
    async pass(ms, db) {
      aheadMs += ms
      await db.query('select pg_notify($1, $2)', [NOTIFY_CHANNEL, `clock ${JOB_CHANNEL}`])
    },
  }
}
