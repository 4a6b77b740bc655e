import { type Db, inTx, type Tx } from './db.ts'
import { type Cursor, type Row, readerCursor, readLog, START, saveReaderCursor } from './event-log.ts'
import { LOG_CHANNEL } from './handle.ts'
import { type Loop, startLoop } from './loop.ts'
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

async function applyBatch(tx: Tx, projection: Projection, after: Cursor): Promise<Cursor | undefined> {
  const rows = await readLog(tx, after, BATCH)
  for (const row of rows) await projection.apply(tx, row)
  const last = rows.at(-1)
  return last && { txid: last.txid, position: last.position }
}

/** Keeps one read model up to date: its rows and its position move in one transaction. */
export function startProjection(
  deps: { db: Db; wake: Wake; onError: (error: unknown) => void; onApplied?: () => void },
  projection: Projection,
): Loop {
  const reader = `projection.${projection.name}`
  const step = async () => {
    const moved = await inTx(deps.db, async (tx) => {
      // one writer at a time; a second process waits for its turn instead of applying twice
      await tx.query('select pg_advisory_xact_lock(hashtext($1))', [reader])
      const cursor = await applyBatch(tx, projection, await readerCursor(tx, reader))
      if (cursor) await saveReaderCursor(tx, reader, cursor)
      return cursor !== undefined
    })
    if (moved) deps.onApplied?.()
    return moved
  }
  const loop = startLoop(step, { idleMs: 1_000, onError: deps.onError })
  const unlisten = deps.wake.listen(LOG_CHANNEL, () => loop.wake())
  return {
    wake: () => loop.wake(),
    async close() {
      unlisten()
      await loop.close()
    },
  }
}

/**
 * Makes a read model anew from the start of the log, in copies of its tables, and swaps them in at the end; the old
 * rows serve readers until then.
 * @param owner a pool that acts as the owner of the tables
 * @param onProgress told the number of events applied so far
 */
export async function rebuildProjection(
  owner: Db,
  projection: Projection,
  onProgress: (events: number) => void = () => undefined,
): Promise<void> {
  const reader = `projection.${projection.name}`
  const schema = `rebuild_${projection.name.replaceAll(/\W/g, '_')}`
  await inTx(owner, async (tx) => {
    await tx.query(`drop schema if exists ${schema} cascade; create schema ${schema}`)
    for (const table of projection.tables) {
      await tx.query(`create table ${schema}.${table} (like public.${table} including all)`)
    }
  })
  let cursor = START
  let events = 0
  const advance = (tx: Tx) => applyBatch(tx, projection, cursor)
  for (;;) {
    const next = await inTx(owner, async (tx) => {
      await tx.query(`set local search_path to ${schema}, public`)
      return advance(tx)
    })
    if (!next) break
    cursor = next
    events += BATCH
    onProgress(events)
  }
  await inTx(owner, async (tx) => {
    await tx.query('select pg_advisory_xact_lock(hashtext($1))', [reader])
    await tx.query(`set local search_path to ${schema}, public`)
    for (let next = await advance(tx); next; next = await advance(tx)) cursor = next
    await tx.query(`create schema ${schema}_old`)
    for (const table of projection.tables) {
      await tx.query(`alter table public.${table} set schema ${schema}_old`)
      await tx.query(`alter table ${schema}.${table} set schema public`)
      await tx.query(`grant select, insert, update, delete on public.${table} to talad_app`)
    }
    await tx.query(`drop schema ${schema}_old cascade; drop schema ${schema} cascade`)
    await saveReaderCursor(tx, reader, cursor)
  })
}
