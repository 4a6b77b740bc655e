import type { Queryable } from './db.ts'

/** Notes what came of a check, so that it is seen when it was last run and what it found. @param name what must hold */
export async function noteVerification(db: Queryable, name: string, faults: number): Promise<void> {
  await db.query(
    `insert into kit.verification (name, faults) values ($1, $2)
     on conflict (name) do update set faults = excluded.faults, verified_at = now()`,
    [name, faults],
  )
}
