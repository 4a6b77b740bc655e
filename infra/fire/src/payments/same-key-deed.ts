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

/** One call as somebody makes it, and another body that the same route would take. */
export type Deed = {
  person: Person
  body: object
  other: object
  effects: Counted
  /** it is about something that is this person's, so that everybody else is refused */
  owned?: true
}
