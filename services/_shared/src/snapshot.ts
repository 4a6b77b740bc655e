import type { z } from 'zod'
import type { Queryable, Tx } from './db.ts'
import { toJson } from './json.ts'

/** The kept state of a stream, if there is one of this shape. */
export async function readSnapshot<State>(
  db: Queryable,
  stream: string,
  { state, shape }: { state: z.ZodType<State>; shape: number },
): Promise<{ state: State; version: number } | undefined> {
  const found = await db.query<{ version: number; state: unknown }>({
    name: 'kit.read_snapshot',
    text: 'select version, state from kit.snapshot where stream = $1 and shape = $2',
    values: [stream, shape],
  })
  const row = found.rows[0]
  return row && { state: state.parse(row.state), version: row.version }
}

/** Keeps the state of a stream as of a version; an older one never takes the place of a newer one. */
export async function saveSnapshot(
  tx: Tx,
  stream: string,
  { state, version, shape }: { state: unknown; version: number; shape: number },
): Promise<void> {
  await tx.query(
    `insert into kit.snapshot (stream, version, shape, state) values ($1, $2, $3, $4)
     on conflict (stream) do update set version = excluded.version, shape = excluded.shape, state = excluded.state
     where kit.snapshot.version < excluded.version or kit.snapshot.shape <> excluded.shape`,
    [stream, version, shape, toJson(state)],
  )
}
