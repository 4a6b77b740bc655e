import { type Db, inTx, type Tx } from './db.ts'
import {
  type Cursor,
  HELD_MS,
  type Row,
  readerCursor,
  readLogPart,
  START,
  saveReaderCursor,
} from './event-log.ts'
import { LOG_CHANNEL } from './handle.ts'
import { withLease } from './lease.ts'
import { type Loop, paced, startLoop, UNTOLD_MS } from './loop.ts'
import type { Wake } from './wake.ts'

/** A read model: tables that can be thrown away and made again from the event log. */
export type Projection = {
  name: string
  /** unqualified names of the tables that it alone writes, all in the public schema */
  tables: readonly string[]
  /** writes what one event means, with unqualified table names (a rebuild writes into copies) */
  apply: (tx: Tx, event: Row) => Promise<void>
}

const BATCH = 500
/** Under load, events of so many ms are applied together. */
const LOOK_MS = 10

type Applied = { cursor: Cursor | undefined; count: number; held: boolean }

async function applyBatch(tx: Tx, projection: Projection, after: Cursor): Promise<Applied> {
  const { rows, held } = await readLogPart(tx, after, BATCH)
  for (const row of rows) await projection.apply(tx, row)
  const last = rows.at(-1)
  return { cursor: last && { txid: last.txid, position: last.position }, count: rows.length, held }
}

/** Keeps one read model up to date: its rows and its position move in one transaction. */
export function startProjection(
  deps: { db: Db; wake: Wake; onError: (error: unknown) => void; onApplied?: () => void },
  projection: Projection,
): Loop {
  const reader = `projection.${projection.name}`
  const step = async () => {
    // most looks find nothing: no transaction and no lock for them
    const ahead = await readLogPart(deps.db, await readerCursor(deps.db, reader), 1)
    if (ahead.rows.length === 0) return ahead.held ? HELD_MS : false
    const moved = await inTx(deps.db, async (tx) => {
      // one writer at a time; a second process waits for its turn instead of applying twice
      await tx.query('select pg_advisory_xact_lock(hashtext($1))', [reader])
      const { cursor } = await applyBatch(tx, projection, await readerCursor(tx, reader))
      if (cursor) await saveReaderCursor(tx, reader, cursor)
      return cursor !== undefined
    })
    if (moved) deps.onApplied?.()
    return moved
  }
  const loop = startLoop(step, { idleMs: UNTOLD_MS, onError: deps.onError })
  const hint = paced(LOOK_MS, () => loop.wake())
  const unlisten = deps.wake.listen(LOG_CHANNEL, () => hint.wake())
  return {
    wake: () => loop.wake(),
    async close() {
      unlisten()
      hint.close()
      await loop.close()
    },
  }
}

/** The indexes of a table in the order of what they index, so that those of a copy stand at the same places. */
async function indexesOf(tx: Tx, schema: string, table: string): Promise<string[]> {
  const found = await tx.query<{ name: string }>(
    `select c.relname as name from pg_index i
     join pg_class c on c.oid = i.indexrelid
     where i.indrelid = format('%I.%I', $1::text, $2::text)::regclass
     order by regexp_replace(pg_get_indexdef(c.oid), 'INDEX .* ON .* USING', 'USING'), c.relname`,
    [schema, table],
  )
  return found.rows.map((row) => row.name)
}

/** What `create table … like` leaves out: rights, triggers and the comment, as statements that give them to its heir. */
async function besidesOf(tx: Tx, table: string): Promise<string[]> {
  const found = await tx.query<{ statement: string }>(
    `with t as (select format('public.%I', $1::text)::regclass as oid)
     select format('grant %s on %s to %I', acl.privilege_type, format('public.%I', $1::text), r.rolname) as statement
       from t join pg_class c on c.oid = t.oid, aclexplode(c.relacl) acl join pg_roles r on r.oid = acl.grantee
       where acl.grantee <> c.relowner
     union all
     select pg_get_triggerdef(g.oid) from t join pg_trigger g on g.tgrelid = t.oid and not g.tgisinternal
     union all
     select format('comment on table %s is %L', format('public.%I', $1::text), obj_description(t.oid, 'pg_class'))
       from t where obj_description(t.oid, 'pg_class') is not null`,
    [table],
  )
  return found.rows.map((row) => row.statement)
}

/** Puts a rebuilt table in the place of the old one: same name, same rights and triggers, same names of indexes. */
async function swapIn(tx: Tx, schema: string, table: string): Promise<void> {
  const before = await indexesOf(tx, 'public', table)
  const after = await indexesOf(tx, schema, table)
  const besides = await besidesOf(tx, table)
  await tx.query(`alter table public.${table} set schema ${schema}_old`)
  await tx.query(`alter table ${schema}.${table} set schema public`)
  const renames = after.flatMap((name, index) => {
    const wanted = before[index]
    return wanted === undefined || wanted === name ? [] : [{ name, passing: `${schema}_${index}`, wanted }]
  })
  const rename = (from: string, to: string) => tx.query(`alter index public."${from}" rename to "${to}"`)
  // by way of names that nobody has, as two indexes may have to exchange theirs
  for (const { name, passing } of renames) await rename(name, passing)
  for (const { passing, wanted } of renames) await rename(passing, wanted)
  for (const statement of besides) await tx.query(statement)
}

/**
 * Makes a read model anew from the start of the log, in copies of its tables, and swaps them in at the end; the old
 * rows serve readers until then.
 * @param owner a pool that acts as the owner of the tables
 * @param onProgress told the number of events applied so far
 * @throws Error when the same read model is being rebuilt elsewhere
 */
export async function rebuildProjection(
  owner: Db,
  projection: Projection,
  onProgress: (events: number) => void = () => undefined,
): Promise<void> {
  const done = await withLease(owner, `talad.rebuild.${projection.name}`, async () => {
    await rebuild(owner, projection, onProgress)
    return true
  })
  if (!done) throw new Error(`read model ${projection.name} is being rebuilt already`)
}

async function rebuild(
  owner: Db,
  projection: Projection,
  onProgress: (events: number) => void,
): Promise<void> {
  const reader = `projection.${projection.name}`
  const schema = `rebuild_${projection.name.replaceAll(/\W/g, '_')}`
  let cursor = START
  let events = 0
  const advance = async (tx: Tx): Promise<boolean> => {
    await tx.query(`set local search_path to ${schema}, public`)
    const applied = await applyBatch(tx, projection, cursor)
    cursor = applied.cursor ?? cursor
    events += applied.count
    onProgress(events)
    // the last batch wasn't full: to wait for an empty one is to wait for ever while events keep coming
    return applied.count === BATCH
  }
  await inTx(owner, async (tx) => {
    await tx.query(`drop schema if exists ${schema} cascade; create schema ${schema}`)
    for (const table of projection.tables) {
      await tx.query(`create table ${schema}.${table} (like public.${table} including all)`)
    }
  })
  while (await inTx(owner, advance));
  await inTx(owner, async (tx) => {
    // from here on the live projection waits: what came meanwhile is applied, then the tables change places, and what
    // comes now is left to the live one
    await tx.query('select pg_advisory_xact_lock(hashtext($1))', [reader])
    while (await advance(tx));
    await tx.query(`create schema ${schema}_old`)
    for (const table of projection.tables) await swapIn(tx, schema, table)
    await tx.query(`drop schema ${schema}_old cascade; drop schema ${schema} cascade`)
    await saveReaderCursor(tx, reader, cursor)
  })
}
