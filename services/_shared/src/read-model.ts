import { setTimeout as delay } from 'node:timers/promises'
import { isAudit } from './audit.ts'
import { type Db, inTx, isLockTimeout, isRetriable, type Tx } from './db.ts'
import {
  type Cursor,
  HELD_MS,
  LOG_CHANNEL,
  type Row,
  readCommitted,
  readerCursor,
  readLogPart,
  START,
  saveReaderCursor,
} from './event-log.ts'
import { withLease } from './lease.ts'
import { type Loop, POLL_MS, startLoop, throttle } from './loop.ts'
import type { Notifier } from './notifier.ts'
import { copyTables, lockTables, rebuildSchema, swapTables } from './table-swap.ts'

/** A read model: tables that can be thrown away and made again from the event log. */
export type ReadModel = {
  name: string
  /** unqualified names of the tables that it alone writes, all in the public schema */
  tables: readonly string[]
  /**
   * Writes what events mean, in their order, several of one stream among them; with unqualified table names (a rebuild
   * writes into copies).
   */
  apply: (tx: Tx, events: readonly Row[]) => Promise<void>
  /**
   * How it is kept up to date: in the transaction of the change (its stream names it, and what a call has stored the next
   * one shows), or behind the log, by `followLog`, where it needs the order of the whole log.
   */
  behind?: boolean
}
/** A read model that follows the log. */
export type LogReader = ReadModel & {
  behind: true
  /** under load, events of so many ms are applied together, 100 if absent */
  lingerMs?: number
}

const BATCH = 500
/** How often, and after which pause, a rebuild asks for tables that others hold. */
const ATTEMPTS = 100
const PAUSE_MS = 50
/** See `LogReader`: what has to be there at once moves with its stream. */
const LOOK_MS = 100

/** Where a read model that follows the log stands is noted under this name. */
export const readerOf = ({ name }: ReadModel) => `projection.${name}`

/** Writes what events mean; where there are none, nothing is asked. */
export async function applyRows(tx: Tx, model: ReadModel, rows: readonly Row[]): Promise<void> {
  if (rows.length > 0) await model.apply(tx, rows)
}

type Applied = { cursor: Cursor | undefined; count: number; held: boolean }

/** @param read `committed`: also what an open transaction might still come before, see `readCommitted` */
async function applyBatch(tx: Tx, model: ReadModel, after: Cursor, read?: 'committed'): Promise<Applied> {
  const { rows, held } =
    read === 'committed'
      ? { rows: await readCommitted(tx, after, BATCH), held: false }
      : await readLogPart(tx, after, BATCH)
  await applyRows(
    tx,
    model,
    rows.filter((row) => !isAudit(row)),
  )
  const last = rows.at(-1)
  return { cursor: last && { txid: last.txid, position: last.position }, count: rows.length, held }
}

/** Keeps a read model up to date behind the log: its rows and its position move in one transaction. */
export function followLog(
  deps: { db: Db; notifier: Notifier; onError: (error: unknown) => void; onApplied?: () => void },
  model: LogReader,
): Loop {
  const reader = readerOf(model)
  let isTold = false
  const step = async () => {
    // most looks without a word find nothing: no transaction and no lock for them
    if (!isTold) {
      const ahead = await readLogPart(deps.db, await readerCursor(deps.db, reader), 1)
      if (ahead.rows.length === 0) return ahead.held ? HELD_MS : false
    }
    isTold = false
    const { count, held } = await inTx(deps.db, async (tx) => {
      // one writer at a time; a second process waits for its turn instead of applying twice
      await tx.query('select pg_advisory_xact_lock(hashtext($1))', [reader])
      const applied = await applyBatch(tx, model, await readerCursor(tx, reader))
      if (applied.cursor) await saveReaderCursor(tx, reader, applied.cursor)
      return applied
    })
    if (count > 0) deps.onApplied?.()
    if (count === BATCH) return true
    return held ? HELD_MS : false
  }
  const loop = startLoop(step, { idleMs: POLL_MS, onError: deps.onError })
  const hint = throttle(model.lingerMs ?? LOOK_MS, () => {
    isTold = true
    loop.wake()
  })
  const unlisten = deps.notifier.listen(LOG_CHANNEL, () => hint.wake())
  return {
    wake: () => loop.wake(),
    async close() {
      unlisten()
      hint.close()
      await loop.close()
    },
  }
}

/**
 * Makes a read model anew from the start of the log, in copies of its tables, and swaps them in at the end; the old
 * rows serve readers until then.
 * @param owner a pool that acts as the owner of the tables
 * @param onProgress told the number of events applied so far
 * @throws Error when the same read model is being rebuilt elsewhere
 */
export async function rebuildReadModel(
  owner: Db,
  model: ReadModel,
  onProgress: (events: number) => void = () => undefined,
): Promise<void> {
  const done = await withLease(owner, `talad.rebuild.${model.name}`, async () => {
    await rebuild(owner, model, onProgress)
    return true
  })
  if (!done) throw new Error(`read model ${model.name} is being rebuilt already`)
}

async function rebuild(owner: Db, model: ReadModel, onProgress: (events: number) => void): Promise<void> {
  const schema = rebuildSchema(model.name)
  let cursor = START
  let events = 0
  const advance = async (tx: Tx, read?: 'committed'): Promise<boolean> => {
    await tx.query(`set local search_path to ${schema}, public`)
    const applied = await applyBatch(tx, model, cursor, read)
    cursor = applied.cursor ?? cursor
    events += applied.count
    onProgress(events)
    // the last batch wasn't full: to wait for an empty one is to wait for ever while events keep coming
    return applied.count === BATCH
  }
  await inTx(owner, (tx) => copyTables(tx, schema, model.tables))
  const catchUp = async () => {
    while (await inTx(owner, (tx) => advance(tx)));
  }
  const takeOver = async (tx: Tx) => {
    // from here on who keeps it up to date waits: what came meanwhile is applied, then the tables change places, and
    // what comes now is left to them
    if (model.behind) await tx.query('select pg_advisory_xact_lock(hashtext($1))', [readerOf(model)])
    await lockTables(tx, model.tables)
    // who moves with what is written has, if not committed, a lock on the tables, or waits for one and writes into the
    // new ones: all that is committed belongs in, and nobody who is still open may be waited for
    while (await advance(tx, model.behind ? undefined : 'committed'));
    await swapTables(tx, schema, model.tables)
    if (model.behind) await saveReaderCursor(tx, readerOf(model), cursor)
  }
  for (let attempt = 1; ; attempt++) {
    await catchUp()
    const reached = { cursor, events }
    try {
      return await inTx(owner, takeOver)
    } catch (error) {
      if (attempt === ATTEMPTS || !(isLockTimeout(error) || isRetriable(error))) throw error
      ;({ cursor, events } = reached)
      await delay(PAUSE_MS)
    }
  }
}
