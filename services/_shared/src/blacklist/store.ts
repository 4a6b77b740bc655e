import type { Queryable, Tx } from '../db.ts'

type FollowedList = {
  url: string
  /** null: it was never read */
  readAt: Date | null
  domains: number
  triedAt: Date
  /** why the last try came to nothing */
  fault: string | null
}

/** What is known of the list that is followed; undefined: it was never tried. */
export async function findList(db: Queryable): Promise<FollowedList | undefined> {
  const { rows } = await db.query<FollowedList>(
    'select url, read_at as "readAt", domains, tried_at as "triedAt", fault from blacklist',
  )
  return rows[0]
}

/** AI-22: a list that came whole takes the place of the one before. */
export async function keepList(
  tx: Tx,
  { url, domains, now }: { url: string; domains: readonly string[]; now: Date },
): Promise<void> {
  await tx.query(
    `delete from blacklisted_domain b
     where not exists (select 1 from unnest($1::text[]) as n (domain) where n.domain = b.domain)`,
    [domains],
  )
  await tx.query('insert into blacklisted_domain (domain) select unnest($1::text[]) on conflict do nothing', [
    domains,
  ])
  await tx.query(
    `insert into blacklist (url, read_at, domains, tried_at) values ($1, $2, $3, $2)
     on conflict (id) do update set url = excluded.url, read_at = excluded.read_at, domains = excluded.domains,
       tried_at = excluded.tried_at, fault = null`,
    [url, now, domains.length],
  )
}

/** AI-22: why a try came to nothing; the last good list stays. */
export async function noteFault(
  db: Queryable,
  { url, fault, now }: { url: string; fault: string; now: Date },
): Promise<void> {
  await db.query(
    `insert into blacklist (url, domains, tried_at, fault) values ($1, 0, $2, $3)
     on conflict (id) do update set tried_at = excluded.tried_at, fault = excluded.fault`,
    [url, now, fault],
  )
}

/** Of these domains those that are listed. */
export async function listedAmong(db: Queryable, domains: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ domain: string }>(
    'select domain from blacklisted_domain where domain = any($1)',
    [domains],
  )
  return rows.map(({ domain }) => domain)
}
