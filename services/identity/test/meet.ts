import { until } from '@talad/shared/testing/wait'
import type { System } from './harness.ts'

/**
 * Two calls that meet: the first is stopped in its transaction by the lock of a table, the second begins then and waits for
 * whatever it waits for, and both go on.
 */
export async function meet<A, B>(
  { owner }: System,
  table: string,
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[A, B]> {
  const waiting = (many: number) =>
    until(`${many} wait`, async () => {
      const { rowCount } = await owner.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return (rowCount ?? 0) >= many // housekeeping may wait for that table too
    })
  const holder = await owner.connect()
  try {
    await holder.query(`begin; lock table ${table} in share mode`)
    const one = first()
    await waiting(1)
    const other = second()
    await waiting(2)
    await holder.query('commit')
    return await Promise.all([one, other])
  } finally {
    holder.release()
  }
}
