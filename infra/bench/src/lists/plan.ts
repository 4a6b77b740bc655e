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
  const plan = await db.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${query}`).then(
    ({ rows }) => rows.map((row) => row['QUERY PLAN']).join('\n'),
    (error: Error) => `no plan: ${error.message}`, // what was measured is not lost by it
  )
  return `${query}\n${plan}`
}
