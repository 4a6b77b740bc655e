import type { Db } from '@talad/shared/db'

/** What Postgres does longest while `work` goes on, with the plan that it makes of it. */
export async function slowestPlan(db: Db, work: Promise<unknown>): Promise<string> {
  const seen = new Map<string, number>()
  let isOver = false
  const over = () => {
    isOver = true
  }
  void work.then(over, over)
  while (!isOver) {
    const { rows } = await db.query<{ query: string }>(
      `select query from pg_stat_activity where datname = current_database() and state = 'active'
         and pid <> pg_backend_pid() and query ilike '%select%' and query not like '%kit.%'`,
    )
    for (const { query } of rows) seen.set(query, (seen.get(query) ?? 0) + 1)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const [slowest] = [...seen].sort(([, a], [, b]) => b - a)
  if (!slowest) return 'nothing took long enough to be seen'
  const [query] = slowest
  const { rows } = await db.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${query}`)
  return `${query}\n${rows.map((row) => row['QUERY PLAN']).join('\n')}`
}
