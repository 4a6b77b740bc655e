import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { withContext } from '../src/context.ts'
import { inTx, type Tx } from '../src/db.ts'
import { LOG_CHANNEL, type Row, readStream, VersionConflict } from '../src/event-log.ts'
import { type ReadModel, rebuildReadModel } from '../src/read-model.ts'
import { Rejection } from '../src/rejection.ts'
import { type Change, change, changeIn, changeMany, stream, transact } from '../src/stream.ts'
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
const saveCounts = (kind: string) => async (tx: Tx, changes: readonly Change<string[], Noted>[]) => {
  for (const { id, state } of changes) await save(tx, `count ${kind} ${id}`, String(state.length), 0)
}
const list: ReadModel = { name: 'list', tables: ['list'], apply: saveEvents }

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
  readModels: [list],
  save: saveCounts('note'),
})
/** The same as another kind, whose state is kept and whose read model is the first one's. */
const memos = stream({ ...notes, name: 'memo', save: saveCounts('memo') })

type Given = { kind: typeof notes; id: string }
const asked = (given: readonly Given[], command: Command) =>
  given.map(({ kind, id }) => ({ stream: kind, id, command }))
const notesOf = (...names: string[]) => names.map((id) => ({ kind: notes, id }))

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
    db.query('select stream, version, type, data, view, meta, at from kit.event order by stream, version'),
    db.query('select * from list order by name'),
  ])
  return { events: events.rows, list: list.rows }
}

const given = fc.array(
  fc.record({ kind: fc.constantFrom(notes, memos), id: fc.constantFrom('a', 'b', 'c', 'd', 'e') }),
  { maxLength: 6 },
)
const someWords = fc.array(fc.constantFrom('one', 'two', 'ไทย', '{"', ','), { maxLength: 3 })

test('streams of two kinds that are changed together, some twice, come to what they come to one after the other', async () => {
  const [one, all] = await Promise.all([withList(), withList()])
  const change = async (kit: Kit, work: (tx: Tx) => Promise<unknown>) =>
    withContext({ correlationId: 'test' }, () => transact(kit, work)).then(
      () => 'changed',
      (error: unknown) => String(error),
    )
  const commands = fc.tuple(given, someWords, fc.constantFrom(3, 100))
  await fc.assert(
    fc.asyncProperty(commands, async ([some, words, most]) => {
      const command = { words, most }
      const each = await change(one, async (tx) => {
        for (const { kind, id } of some) await changeIn(tx, kind, id, command, at)
      })
      expect(await change(all, (tx) => changeMany(tx, asked(some, command), at))).toEqual(each)
    }),
    { numRuns: 100 },
  )
  const expected = await standing(one)
  expect(expected.events.length).toBeGreaterThan(10)
  expect(await standing(all)).toEqual(expected)
  await rebuildReadModel(all.owner, list)
  expect((await standing(all)).list).toEqual(expected.list.filter(({ name }) => !name.startsWith('count')))
})

test('who asks is told what all commands have made of each stream; what others caused carries their context', async () => {
  const kit = await withList()
  const by = (correlationId: string) => ({ correlationId })
  const [first, memo, second] = await withContext(by('mine'), () =>
    transact(kit, (tx) =>
      changeMany(
        tx,
        [
          { stream: notes, id: 'a', command: { words: ['one'] } },
          { stream: memos, id: 'a', command: { words: ['x', 'y'] }, context: by('theirs') },
          { stream: notes, id: 'a', command: { words: ['two'] }, context: by('another') },
        ],
        at,
      ),
    ),
  )
  expect(first).toEqual(second)
  expect(first).toMatchObject({ id: 'a', before: [], state: ['one', 'two'], version: 2 })
  expect(memo).toMatchObject({ state: ['x', 'y'], version: 2 })
  const causes = (await readStream(kit.db, 'note-a')).map(({ meta }) => meta)
  expect(causes).toEqual([by('mine'), by('another')])
  expect((await readStream(kit.db, 'memo-a')).map(({ meta }) => meta)).toEqual([by('theirs'), by('theirs')])
})

test('of many streams one that refuses, or has moved on, leaves all as they were', async () => {
  const kit = await withList()
  await change(kit, notes, 'b', { words: ['one', 'two'] })
  const before = await standing(kit)
  const refused = transact(kit, (tx) =>
    changeMany(tx, asked(notesOf('a', 'b'), { words: ['x'], most: 2 }), at),
  )
  await expect(refused).rejects.toThrow('LIMIT_REACHED')
  const overtaken = inTx(kit.db, async (tx) => {
    // the load sees what was there when the transaction began
    await tx.query('set transaction isolation level repeatable read')
    await tx.query('select 1')
    await change(kit, notes, 'b', { words: ['three'] })
    await changeMany(tx, asked(notesOf('a', 'b', 'c'), { words: ['x'] }), at)
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
    await changeMany(tx, asked(notesOf('a', 'b'), { words: ['x'] }), at)
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
        return changeMany(tx, asked(notesOf(...some.reverse()), { words: [`${writer}-${n}`] }), at)
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
    await changeMany(tx, asked(notesOf('a', 'b'), { words: ['one'] }), at)
    expect(told).toBe(0)
  })
  await until('it is told', () => told > 0)
  expect(told).toBe(1)
})
