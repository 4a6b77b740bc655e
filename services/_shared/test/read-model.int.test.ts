import { expect, onTestFinished, test } from 'vitest'
import type { Tx } from '../src/db.ts'
import { each } from '../src/each.ts'
import { type Row, readLog, START } from '../src/event-log.ts'
import { followLog, type LogReader, rebuildReadModel } from '../src/read-model.ts'
import { change } from '../src/stream.ts'
import { until } from '../src/testing/wait.ts'
import { counter, type Kit, openKit } from './kit.ts'

/** Sums per stream; not idempotent, so that an event applied twice shows. */
const sums: LogReader = {
  name: 'sums',
  behind: true,
  tables: ['sums'],
  apply: each(async (tx: Tx, event: Row) => {
    await tx.query(
      `insert into sums (stream, total, events) values ($1, ($2::jsonb->>'amount')::bigint, 1)
       on conflict (stream) do update set total = sums.total + excluded.total, events = sums.events + 1`,
      [event.stream, JSON.stringify(event.data)],
    )
  }),
}

async function withTable(): Promise<Kit> {
  const kit = await openKit()
  await kit.owner.query(`
    create table public.sums (stream text primary key, total bigint not null, events integer not null);
    create index sums_by_total on public.sums (total);
    create index a_name_of_its_own on public.sums (events, total);
    grant select, insert, update, delete on public.sums to talad_app`)
  return kit
}

function start(kit: Kit, projection = sums, onError: (error: unknown) => void = () => undefined) {
  const loop = followLog({ ...kit, onError }, projection)
  onTestFinished(() => loop.close())
  return loop
}

const rowsOf = async (kit: Kit) =>
  (
    await kit.db.query<{ stream: string; total: bigint; events: number }>(
      'select * from sums order by stream',
    )
  ).rows
const countOf = async (kit: Kit) => (await rowsOf(kit)).reduce((sum, row) => sum + row.events, 0)

test('two processes apply each event once', async () => {
  const kit = await withTable()
  start(kit)
  start(kit)
  await Promise.all(
    Array.from({ length: 40 }, (_, n) => change(kit, counter, `${n % 4}`, { add: BigInt(n) })),
  )
  await until('all is applied', async () => (await countOf(kit)) >= 40)
  expect(await countOf(kit)).toBe(40)
  expect((await rowsOf(kit)).reduce((sum, row) => sum + row.total, 0n)).toBe(780n)
})

test('a fault in the middle of a batch leaves neither rows nor position, and is tried again', async () => {
  const kit = await withTable()
  for (let n = 0; n < 5; n++) await change(kit, counter, 'a', { add: 1n })
  let broken = true
  const faults: unknown[] = []
  const limping: LogReader = {
    ...sums,
    apply: each(async (tx: Tx, event: Row) => {
      await sums.apply(tx, [event])
      if (broken && event.version === 3) throw new Error('planted')
    }),
  }
  start(kit, limping, (error) => faults.push(error))
  await until('it has failed', () => faults.length > 0)
  expect(await rowsOf(kit)).toEqual([])
  broken = false
  await until('all is applied', async () => (await countOf(kit)) === 5)
})

test('B7 a rebuild gives the same rows, rights and names, and goes on from where it came to', async () => {
  const kit = await withTable()
  start(kit)
  for (let n = 0; n < 30; n++) await change(kit, counter, `${n % 7}`, { add: BigInt(n) })
  await until('all is applied', async () => (await countOf(kit)) === 30)
  const before = await rowsOf(kit)
  await kit.owner.query(`update sums set total = -1 where stream = 'counter-3'`) // what the rebuild is to mend
  const indexes = async () =>
    (await kit.owner.query(`select indexdef from pg_indexes where tablename = 'sums' order by 1`)).rows
  const defined = await indexes()
  let told = 0
  await rebuildReadModel(kit.owner, sums, (events) => {
    told = events
  })
  expect(told).toBe(30)
  expect(await rowsOf(kit)).toEqual(before)
  expect(await indexes()).toEqual(defined)
  await change(kit, counter, '3', { add: 5n })
  await until('the live one goes on', async () => (await countOf(kit)) === 31)
  const left = await kit.owner.query(`select 1 from pg_namespace where nspname like 'rebuild%'`)
  expect(left.rows).toEqual([])
})

test('B7 a rebuilt table that nobody may change stays so', async () => {
  const kit = await withTable()
  await kit.owner.query(`
    comment on table public.sums is 'append-only';
    revoke update, delete on public.sums from talad_app;
    create trigger sums_append_only before delete on public.sums
      for each statement execute function kit.refuse_change()`)
  await rebuildReadModel(kit.owner, sums)
  await expect(kit.db.query('delete from sums')).rejects.toThrow('permission denied')
  await expect(kit.owner.query('delete from sums')).rejects.toThrow('append-only')
  const comment = await kit.owner.query(`select obj_description('public.sums'::regclass, 'pg_class') as text`)
  expect(comment.rows).toEqual([{ text: 'append-only' }])
})

test('the old rows serve while a rebuild runs, and events of that time are not lost', async () => {
  const kit = await withTable()
  start(kit)
  for (let n = 0; n < 10; n++) await change(kit, counter, 'a', { add: 1n })
  await until('all is applied', async () => (await countOf(kit)) === 10)
  let readMeanwhile = 0
  const watching: LogReader = {
    ...sums,
    apply: each(async (tx: Tx, event: Row) => {
      await sums.apply(tx, [event])
      if (event.version !== 5 || readMeanwhile > 0) return
      readMeanwhile = await countOf(kit)
      await change(kit, counter, 'a', { add: 1n })
    }),
  }
  await rebuildReadModel(kit.owner, watching)
  expect(readMeanwhile).toBe(10)
  await until('the late one is there', async () => (await countOf(kit)) === 11)
})

test('a read model is rebuilt by one process at a time', async () => {
  const kit = await withTable()
  await change(kit, counter, 'a', { add: 1n })
  await until('the event is readable', async () => (await readLog(kit.db, START, 1)).length === 1)
  let second: Promise<void> | undefined
  const slow: LogReader = {
    ...sums,
    apply: async (tx, event) => {
      second ??= rebuildReadModel(kit.owner, sums)
      await expect(second).rejects.toThrow('being rebuilt')
      await sums.apply(tx, event)
    },
  }
  await rebuildReadModel(kit.owner, slow)
  expect(second).toBeDefined()
  expect(await countOf(kit)).toBe(1)
})
