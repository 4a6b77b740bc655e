import { setTimeout as delay } from 'node:timers/promises'
import { verifyLedger } from '@talad/ledger/books/proof'
import type { ServiceName } from '@talad/services/manifests'
import { inTx } from '@talad/shared/db'
import { readerLag } from '@talad/shared/event-log'
import { followLog, type LogReader, type ReadModel, rebuildReadModel } from '@talad/shared/read-model'
import { until } from '@talad/shared/testing/wait'
import type { Harness } from '../harness.ts'
import { type Context, holds } from '../proof.ts'
import { openServiceLog, type ServiceLog } from './service-logs.ts'

const WRITERS = 4
/** A load that leaves room for a rebuild, also on a slow machine: whoever writes faster than it reads is never caught up with. */
const LOAD_PAUSE_MS = 500
const PATIENCE_MS = 300_000

/** Appends numbers `from` … `to`, several at once; orders are told in their order. */
async function writeAll(log: ServiceLog, from: number, to: number, isOver?: () => boolean): Promise<number> {
  let next = from
  const work = async () => {
    // three numbers belong together, one after the other
    for (let n = next; n < to && isOver?.() !== true; n = next) {
      next += 3
      for (let step = n; step < n + 3; step++) await log.write(step)
      if (isOver) await delay(LOAD_PAUSE_MS)
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, work))
  return next
}

/** All rows of the tables, each as a text, in the order of the texts. */
async function rowsOf(log: ServiceLog, { tables }: ReadModel): Promise<string[]> {
  const lists = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await log.db.query<{ row: string }>(
        `select '${table} ' || to_jsonb(t)::text as row from ${table} t order by 1`,
      )
      return rows.map(({ row }) => row)
    }),
  )
  return lists.flat()
}

async function caughtUp(log: ServiceLog, model: ReadModel): Promise<void> {
  if (!model.behind) return // it moves with what is written
  const reader = `projection.${model.name}`
  await until(
    'the read model is up to date',
    async () => (await readerLag(log.db, reader)) === 0n,
    PATIENCE_MS,
  )
}

/** What the database says of the tables apart from their rows. */
async function shapeOf(log: ServiceLog, { tables }: ReadModel): Promise<string> {
  const { rows } = await log.owner.query<{ shape: string }>(
    `select concat_ws(' ', relname, (select array_agg(a::text order by a::text) from unnest(relacl) a),
       obj_description(c.oid, 'pg_class'),
       (select array_agg(pg_get_triggerdef(t.oid) order by tgname) from pg_trigger t where tgrelid = c.oid),
       (select array_agg(indexdef order by indexdef) from pg_indexes i where i.tablename = relname)) as shape
     from pg_class c where relname = any($1) and relnamespace = 'public'::regnamespace order by relname`,
    [tables],
  )
  return rows.map(({ shape }) => shape).join('\n')
}

/** Takes half of the rows away, as an accident would. */
async function spoil(log: ServiceLog, { tables }: ReadModel): Promise<void> {
  await inTx(log.owner, async (tx) => {
    await tx.query('set local session_replication_role = replica') // past the triggers that guard the table
    for (const table of tables) await tx.query(`delete from ${table} where hashtext(${table}::text) % 2 = 0`)
  })
}

/** Rebuilds while events are appended and readers read. @throws Disproved when a reader finds the table gone or empty */
async function rebuildUnderLoad(log: ServiceLog, model: ReadModel, from: number): Promise<number> {
  let done = false
  let reads = 0
  const reading = (async () => {
    while (!done) {
      for (const table of model.tables) {
        const { rows } = await log.db.query(`select 1 from ${table} limit 1`)
        holds(rows.length === 1, `${table} was empty while it was rebuilt`)
      }
      reads += 1
    }
  })()
  const writing = writeAll(log, from, Number.POSITIVE_INFINITY, () => done)
  const rebuilding = rebuildReadModel(log.owner, model).finally(() => {
    done = true
  })
  // all of them are over before the database is left, whichever of them failed
  await Promise.allSettled([rebuilding, reading, writing])
  await rebuilding
  await reading
  holds(reads > 0, 'nobody read while it was rebuilt')
  return writing
}

const isBehind = (model: ReadModel): model is LogReader => model.behind === true
const same = (a: readonly string[], b: readonly string[]) => a.join('\n') === b.join('\n')

/** Drops and rebuilds one read model of one service. @returns the events and rows that there were at the end */
export async function proveRebuild(
  { size, say }: Pick<Context, 'size' | 'say'>,
  harness: Harness,
  { service, model }: { service: ServiceName; model: ReadModel },
): Promise<{ events: number; rows: number }> {
  const log = await openServiceLog(harness, service)
  const onError = (error: unknown) => say(String(error))
  const keep = () => (isBehind(model) ? followLog({ ...log, onError }, model) : undefined)
  let live = keep()
  harness.closing.add('the read model', async () => live?.close())
  let next = await writeAll(log, 0, size)
  await caughtUp(log, model)
  say(`${model.name} stands on ${next} events`)
  const [before, shape] = [await rowsOf(log, model), await shapeOf(log, model)]
  await live?.close()
  await spoil(log, model)
  holds(!same(await rowsOf(log, model), before), 'nothing was spoilt')
  next = await rebuildUnderLoad(log, model, next)
  say(`${model.name} was rebuilt after half of it was gone`)
  live = keep()
  next = await rebuildUnderLoad(log, model, next) // and once more beside the one that keeps it up to date
  await caughtUp(log, model)
  const after = await rowsOf(log, model)
  const found = new Set(after)
  const lost = before.filter((row) => !found.has(row))
  holds(lost.length === 0, `${lost.length} rows are not as they were: ${lost[0]}`)
  await rebuildReadModel(log.owner, model)
  holds(same(await rowsOf(log, model), after), `${model.name} rebuilt at rest is another one`)
  holds((await shapeOf(log, model)) === shape, `${model.name} lost rights, triggers or indexes`)
  if (service === 'ledger') {
    const { faults } = await verifyLedger(log.owner)
    holds(faults.length === 0, `the ledger no longer verifies: ${faults[0]}`)
  }
  return { events: next, rows: after.length }
}
