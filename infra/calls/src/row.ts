import type { Given, Parts } from '@talad/proto/http/client'
import type { Endpoint } from '@talad/proto/http/contract'
import type { z } from 'zod'
import type { By, World } from './world.ts'

export type { By } from './world.ts'

/** How often a call has had its effect: a count in its service's own database. */
export type Counted = { sql: string; values: unknown[] }

/** One valid call, made ready. */
export type Prepared = {
  params?: unknown
  query?: unknown
  body?: unknown
  /** besides those of the caller */
  headers?: Record<string, string>
  /** absent: whoever the endpoint's policy asks for */
  by?: By | undefined
  /** what else the same Idempotency-Key could come with; absent: the same with other notes */
  other?: { query?: object; body?: object }
  /** absent: what the log has more by the id of the request */
  effect?: Counted | ((requestId: string) => Counted)
  /** of two calls with the same word here, the one would change what the other was made ready with */
  alone?: string
}

type About = {
  /**
   * of a person's call that names something: the code of the refusal to everybody else, `nothing` for a list that has
   * nothing for them; null: it is anybody's to name
   */
  owns?: string | null
  /** why it is not sent: its answer does not end, or nothing here has what it asks for */
  unsent?: string
}

/** An endpoint, and how one valid call of it is made. */
export type Row = About & { endpoint: Endpoint; prepare(world: World): Promise<Prepared> }

type Own = Pick<Prepared, 'headers' | 'by' | 'other' | 'effect' | 'alone'>
type Made<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = Given<Parts<P, Q, B>> & Own

/** A row, checked against the schemas of its endpoint. @param prepare brings about what has to be there, each time anew */
export function row<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  endpoint: Endpoint<P, Q, B, R>,
  prepare: Made<P, Q, B> | ((world: World) => Made<P, Q, B> | Promise<Made<P, Q, B>>),
  about: About = {},
): Row {
  const make = async (world: World): Promise<Prepared> =>
    typeof prepare === 'function' ? prepare(world) : prepare
  return { ...about, endpoint, prepare: make }
}

export const eventsOf = (stream: string, type: string): Counted => ({
  sql: 'select count(*) as n from kit.event where stream = $1 and type = $2',
  values: [stream, type],
})

/**
 * What the log has by requests of this id: how often the same happened. Of what is in rows alone, its lines of the audit
 * log; of what is also in the log one call may write several.
 */
export const eventsBy = (requestId: string): Counted => ({
  sql: `select coalesce(
    (select max(n) from (select count(*) as n from kit.event
      where meta->>'correlationId' = $1 and stream not like 'audit-%' group by type) event),
    (select count(*) from kit.event where stream like 'audit-%' and data->>'requestId' = $1)) as n`,
  values: [requestId],
})

export const auditsBy = (requestId: string): Counted => ({
  sql: `select count(*) as n from kit.event where stream like 'audit-%' and data->>'requestId' = $1`,
  values: [requestId],
})
