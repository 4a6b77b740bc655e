import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { withContext } from '../src/context.ts'
import { inTx, type Tx } from '../src/db.ts'
import { LOG_CHANNEL, type Row, readStream, VersionConflict } from '../src/event-log.ts'
import { type ReadModel, rebuildReadModel } from '../src/read-model.ts'
import { Rejection } from '../src/rejection.ts'
import { type Change, change, changeAll, changeIn, stream, transact } from '../src/stream.ts'
import { until } from '../src/testing/wait.ts'
import { type Kit, openKit } from './kit.ts'

type Noted = { type: 'Noted'; data: { word: string } }
type Command = { words: string[]; most?: number }

const save = (tx: Tx, name: string, word: string, version: number) =>
  tx.query(
    `insert into list (name, word, version) values ($1, $2, $3)
     on conflict (name) do update set word = excluded.word, version = excluded.version`,
    [name, word, version],
  )
const saveEvents = async (tx: Tx, events: readonly Pick<Row, 'stream' | 'data' | 'version'>[]) => {
  for (const { stream: name, data, version } of events)
    await save(tx, name, z.object({ word: z.string() }).parse(data).word, version)
}
const saveCount = async (tx: Tx, { id, state }: Change<string[], Noted>) => {
  await save(tx, `count ${id}`, String(state.length), 0)
}

/** Notes words, none twice, no more than are allowed. */
const notes = stream({
  name: 'note',
  event: z.object({ type: z.literal('Noted'), data: z.object({ word: z.string() }) }),
  initial: [] as string[],
  evolve: (words: string[], { data }: Noted) => [...words, data.word],
  decide: ({ words, most = 100 }: Command, known): Noted[] => {
    if (known.length + words.length > most) throw new Rejection('LIMIT_REACHED')
    return words.filter((word) => !known.includes(word)).map((word) => ({ type: 'Noted', data: { word } }))
  },
  publicState: { schema: z.object({ count: z.int() }), of: (words) => ({ count: words.length }) },
  readModels: [
    { name: 'list', tables: ['list'], apply: (tx, row) => saveEvents(tx, [row]) } satisfies ReadModel,
  ],
  save: saveCount,
})
const asSet: ReadModel = {
  name: 'list',
  tables: ['list'],
  apply: (tx, row) => saveEvents(tx, [row]),
  applyAll: saveEvents,
}
/** The same, with everything that can be done as a set. */
const { save: _, ...rest } = notes
const notesAsSet = stream({
  ...rest,
  readModels: [asSet],
  saveAll: async (tx, changes) => {
    for (const one of changes) await saveCount(tx, one)
  },
})

async function withList(): Promise<Kit> {
  const kit = await openKit(20)
  await kit.owner.query(`
    create table public.list (name text primary key, word text not null, version integer not null);
    grant select, insert, update, delete on public.list to talad_app`)
  return kit
}

const at = new Date('2026-11-26T00:00:00Z')
/** All that lies there, but for when and by which transaction. */
async function standing({ db }: Kit) {
  const [events, list] = await Promise.all([
    db.query(
      'select stream, version, type, data, view, meta, at from kit.event order by kit.event.txid, position',
    ),
    db.query('select * from list order by name'),
  ])
  return { events: events.rows, list: list.rows }
}

const ids = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 6 })
const someWords = fc.array(fc.constantFrom('one', 'two', 'ไทย', '{"', ','), { maxLength: 3 })

test('many streams that are changed together come to what they come to one after the other', async () => {
  const [one, all, set] = await Promise.all([withList(), withList(), withList()])
  const change = async (kit: Kit, work: (tx: Tx) => Promise<Change<string[], Noted>[]>) => {
    const result = await withContext({ correlationId: 'test' }, () => transact(kit, work)).catch(
      (error: unknown) => String(error),
    )
    return typeof result === 'string'
      ? result
      : result.map((changed) => ({ ...changed, events: changed.events.map(({ data }) => data) }))
  }
  await fc.assert(
    fc.asyncProperty(ids, someWords, fc.constantFrom(3, 100), async (given, words, most) => {
      const command = { words, most }
      const each = await change(one, async (tx) => {
        const done = []
        for (const id of [...new Set(given)].sort()) done.push(await changeIn(tx, notes, id, command, at))
        return done
      })
      expect(await change(all, (tx) => changeAll(tx, notes, given, command, at))).toEqual(each)
      expect(await change(set, (tx) => changeAll(tx, notesAsSet, given, command, at))).toEqual(each)
    }),
    { numRuns: 60 },
  )
  const expected = await standing(one)
  expect(expected.events.length).toBeGreaterThan(10)
  expect(await standing(all)).toEqual(expected)
  expect(await standing(set)).toEqual(expected)
  await rebuildReadModel(set.owner, asSet)
  expect((await standing(set)).list).toEqual(expected.list.filter(({ name }) => !name.startsWith('count')))
})

test('of many streams one that refuses, or has moved on, leaves all as they were', async () => {
  const kit = await withList()
  await change(kit, notes, 'b', { words: ['one', 'two'] })
  const before = await standing(kit)
  const refused = transact(kit, (tx) => changeAll(tx, notes, ['a', 'b'], { words: ['x'], most: 2 }, at))
  await expect(refused).rejects.toThrow('LIMIT_REACHED')
  const overtaken = inTx(kit.db, async (tx) => {
    // the load sees what was there when the transaction began
    await tx.query('set transaction isolation level repeatable read')
    await tx.query('select 1')
    await change(kit, notes, 'b', { words: ['three'] })
    await changeAll(tx, notes, ['a', 'b', 'c'], { words: ['x'] }, at)
  })
  await expect(overtaken).rejects.toThrow(new VersionConflict('note-b', 2))
  expect((await standing(kit)).events).toHaveLength(before.events.length + 1)
  expect(await readStream(kit.db, 'note-a')).toEqual([])
})

test('a transaction that is older than the last event of one of many streams is refused', async () => {
  const kit = await withList()
  const late = inTx(kit.db, async (tx) => {
    await tx.query('select pg_current_xact_id()') // fixes its age
    await change(kit, notes, 'b', { words: ['one'] })
    await changeAll(tx, notes, ['a', 'b'], { words: ['x'] }, at)
  })
  await expect(late).rejects.toThrow(new VersionConflict('note-b', 1))
  expect(await readStream(kit.db, 'note-a')).toEqual([])
})

test('who change the same streams at once all get through, and none is lost', async () => {
  const kit = await withList()
  const names = ['a', 'b', 'c', 'd']
  const writers = Array.from({ length: 6 }, async (_, writer) => {
    for (let n = 0; n < 5; n++)
      await transact(kit, (tx) => {
        const some = names.filter((_, index) => (writer + n + index) % 3 > 0)
        return changeAll(tx, notesAsSet, some.reverse(), { words: [`${writer}-${n}`] }, at)
      })
  })
  await Promise.all(writers)
  const { rows } = await kit.db.query<{ events: number; last: number }>(
    'select count(*)::int as events, max(version) as last from kit.event group by stream order by stream',
  )
  expect(rows).toHaveLength(4)
  for (const { events, last } of rows) expect(events).toBe(last)
  expect(rows.reduce((sum, { events }) => sum + events, 0)).toBe(80)
})

test('whoever appends to many streams tells the readers of the log once, after the commit', async () => {
  const kit = await withList()
  await kit.notifier.ready
  let told = 0
  const hear = () => {
    told += 1
  }
  onTestFinished(kit.notifier.listen(LOG_CHANNEL, hear))
  await transact(kit, async (tx) => {
    await changeAll(tx, notes, ['a', 'b'], { words: ['one'] }, at)
    expect(told).toBe(0)
  })
  await until('it is told', () => told > 0)
  expect(told).toBe(1)
})
