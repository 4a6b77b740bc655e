import type { Random } from '@talad/demo/random'
import type { Outgoing, OutMessage } from '@talad/shared/bus/port'
import type { Queryable } from '@talad/shared/db'

/** The time of all that happens in a schedule: far from the clocks of machines, so that nothing is due by those. */
export const NOW = new Date('2040-01-01T00:00:00Z')

/**
 * Something that reaches a service: a message, any number of times, or a call of somebody, once. It can't come before
 * what it follows from: the ids in `after`.
 */
export type Step<D> = { id: string; after: readonly string[] } & (
  | { message: OutMessage }
  | { act: (deps: D) => Promise<void> }
)

/** What a service meets in some schedules, in an order in which it could have happened. */
export type Script<D> = {
  /** what is there before */
  given: (deps: D) => Promise<void>
  steps: readonly Step<D>[]
  /** what the service must know in the end whatever else it makes of it, as `copies` of its harness tells it */
  copies: readonly string[]
}

/** What is compared after a schedule. */
export type Seen = {
  /** all that was stored and said, in its order */
  every: readonly string[]
  /** the part of it that may not even depend on the order in which different keys were heard */
  last: readonly string[]
  /** what the service knows of others */
  copies: readonly string[]
}

/** A message as a relay sends it. The id is unique within a script. */
export function sent(source: string, number: number | string, out: Outgoing): OutMessage {
  const id = `${source}:${number}`
  return { ...out, id, headers: { ce_id: id, ce_correlationid: id }, time: NOW }
}

export function hear<D>(message: OutMessage, ...after: string[]): Step<D> {
  return { id: message.id, after, message }
}

/** Columns of tables, or whole tables. */
export type Columns = Readonly<Record<string, readonly string[] | 'all'>>

/** Rows of tables as texts, in the order of the texts. @param without what is left out of them */
export async function rowsOf(
  db: Queryable,
  tables: readonly string[],
  without: readonly Columns[],
): Promise<string[]> {
  const parts = tables.flatMap((table) => {
    const lists = without.flatMap((columns) => columns[table] ?? [])
    return lists.includes('all')
      ? []
      : [`select '${table} ' || (to_jsonb(t) - '{${lists.join(',')}}'::text[])::text as row from ${table} t`]
  })
  const { rows } = await db.query<{ row: string }>(`${parts.join(' union all ')} order by 1`)
  return rows.map(({ row }) => row)
}

/** Mixes lists, each of which keeps its order. */
export function woven<T>(lists: readonly (readonly T[])[], random: Random): T[] {
  const left = lists.map((list) => [...list])
  const mixed: T[] = []
  for (;;) {
    const open = left.filter((list) => list.length > 0)
    const next = open[Math.floor(random() * open.length)]?.shift()
    if (next === undefined) return mixed
    mixed.push(next)
  }
}
