import type { Person } from '@talad/dev/seed/site'
import type { System } from '../system.ts'

/** How often a call has had its effect: a count in its service's own database. */
export type Counted = { sql: string; values: unknown[] }

export async function countIn({ db }: System, service: string, { sql, values }: Counted): Promise<number> {
  const { rows } = await db(service).query<{ n: bigint }>(sql, values)
  return Number(rows[0]?.n ?? 0n)
}

export const eventsOf = (stream: string, type: string): Counted => ({
  sql: 'select count(*) as n from kit.event where stream = $1 and type = $2',
  values: [stream, type],
})

/** What the log has more by requests of this id: how often the same happened. One call may do several things. */
export const eventsBy = (requestId: string): Counted => ({
  sql: `select coalesce(max(n), 0) as n from (
    select count(*) as n from kit.event where meta->>'correlationId' = $1 and stream not like 'audit-%'
    group by type) event`,
  values: [requestId],
})

/** The same of what is kept in rows: its lines of the audit log. */
export const auditsBy = (requestId: string): Counted => ({
  sql: `select count(*) as n from kit.event where stream like 'audit-%' and data->>'requestId' = $1`,
  values: [requestId],
})

/** One call as somebody makes it, and another body that the same route would take. */
export type Deed = {
  /** signed in just now, where the call asks for that */
  person: Person | (() => Promise<Person>)
  body: object
  other: object
  effects: Counted
  /** it is about something that is this person's, so that everybody else is refused */
  owned?: true
  /** the collection that no other call may change before this one is over */
  collection?: string
}

/** An admin's call: its body, and what is not as with most of them. `inRows`: what it changes is not in the log. */
export type Asked = { body: object; collection?: string; inRows?: true }
