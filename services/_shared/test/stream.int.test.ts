import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { inTx, type Tx } from '../src/db.ts'
import { each } from '../src/each.ts'
import { LOG_CHANNEL, type Row, readStream } from '../src/event-log.ts'
import { published } from '../src/published.ts'
import { publisherOf } from '../src/publisher.ts'
import { type ReadModel, rebuildReadModel } from '../src/read-model.ts'
import { change, changeIn, load, loadAll, stream, transact, wholeState } from '../src/stream.ts'
import { until } from '../src/testing/wait.ts'
import { type Kit, openKit } from './kit.ts'
import { outgoingText, type Text } from './texts.ts'

type Noted = { type: 'Noted'; data: { word: string } }
type Words = { words: string[]; folds: number }

const list: ReadModel = {
  name: 'list',
  tables: ['list'],
  apply: each(async (tx: Tx, { stream: name, data, version }: Row) => {
    const { word } = z.object({ word: z.string() }).parse(data)
    await tx.query(
      `insert into list (name, word, version) values ($1, $2, $3)
       on conflict (name) do update set word = excluded.word, version = excluded.version`,
      [name, word, version],
    )
  }),
}

const notes = stream({
  name: 'note',
  event: z.object({ type: z.literal('Noted'), data: z.object({ word: z.string() }) }),
  initial: { words: [], folds: 0 } as Words,
  evolve: ({ words, folds }: Words, { data }: Noted): Words => ({
    words: [...words, data.word],
    folds: folds + 1,
  }),
  decide: ({ words }: { words: string[] }): Noted[] =>
    words.map((word) => ({ type: 'Noted', data: { word } })),
  publicState: { schema: z.object({ count: z.int() }), of: ({ words }) => ({ count: words.length }) },
  publish: ({ id, version, event, view }) => [
    outgoingText(`${id} ${version} ${event.data.word} ${view.count}`),
  ],
  readModels: [list],
})

async function withList(): Promise<Kit> {
  const kit = await openKit(20)
  await kit.owner.query(`
    create table public.list (name text primary key, word text not null, version integer not null);
    grant select, insert, update, delete on public.list to talad_app`)
  return kit
}

const textsOf = (messages: readonly Text[]) => messages.map(({ payload }) => Buffer.from(payload).toString())

test('each event is stored with the public state after it, and published from that alone', async () => {
  const kit = await withList()
  await change(kit, notes, 'a', { words: ['one', 'two'] })
  await change(kit, notes, 'a', { words: ['three'] })
  const rows = await readStream(kit.db, 'note-a')
  expect(rows.map(({ view }) => view)).toEqual([{ count: 1 }, { count: 2 }, { count: 3 }])
  const publish = publisherOf([published({ ...notes, name: 'no' }), published(notes)])
  expect(textsOf(rows.flatMap(publish))).toEqual(['a 1 one 1', 'a 2 two 2', 'a 3 three 3'])
})

test('an event of a stream of no known kind is told, not passed over', async () => {
  const kit = await withList()
  await change(kit, notes, 'a', { words: ['one'] })
  const [row] = await readStream(kit.db, 'note-a')
  expect(() => row && publisherOf([published({ ...notes, name: 'other' })])(row)).toThrow('note-a')
})

test('what a change has stored, the next one who looks at the read model sees', async () => {
  const kit = await withList()
  for (let n = 0; n < 50; n++) {
    await change(kit, notes, `${n}`, { words: ['x'] })
    const seen = await kit.db.query('select 1 from list where name = $1', [`note-${n}`])
    expect(seen.rows).toHaveLength(1)
  }
})

test('events, read model and rows beside them are all there or none is', async () => {
  const kit = await withList()
  const failing = { ...notes, save: async () => Promise.reject(new Error('planted')) }
  await expect(change(kit, failing, 'a', { words: ['one'] })).rejects.toThrow('planted')
  expect(await readStream(kit.db, 'note-a')).toEqual([])
  expect((await kit.db.query('select 1 from list')).rows).toEqual([])
})

test('whoever appends tells the readers of the log after the commit, and not after a roll-back', async () => {
  const kit = await withList()
  let told = 0
  onTestFinished(
    kit.notifier.listen(LOG_CHANNEL, () => {
      told += 1
    }),
  )
  await kit.notifier.ready
  const before = told
  await inTx(kit.db, async (tx) => {
    await changeIn(tx, notes, 'a', { words: ['one'] }, new Date())
    expect(told).toBe(before)
    throw new Error('planted')
  }).catch(() => undefined)
  expect(told).toBe(before)
  await transact(kit, (tx) => changeIn(tx, notes, 'a', { words: ['one'] }, new Date()))
  expect(told).toBe(before + 1)
})

test('several streams are folded in one trip', async () => {
  const kit = await withList()
  await change(kit, notes, 'a', { words: ['one', 'two'] })
  await change(kit, notes, 'b', { words: ['three'] })
  const found = await loadAll(kit.db, notes, ['a', 'b', 'missing'])
  expect([...found].map(([id, { state, version }]) => [id, state.words, version])).toEqual([
    ['a', ['one', 'two'], 2],
    ['b', ['three'], 1],
  ])
})

const words = z.object({ words: z.array(z.string()), folds: z.int() })

test('a stream that grows is folded from its last snapshot, and comes to the same state', async () => {
  const kit = await withList()
  const growing = { ...notes, snapshot: { state: words, shape: 1, every: 10 } }
  for (let n = 0; n < 34; n++) await change(kit, growing, 'a', { words: [`${n}`] })
  const kept = await kit.db.query<{ version: number }>('select version from kit.snapshot')
  expect(kept.rows).toEqual([{ version: 30 }])
  expect(await load(kit.db, growing, 'a')).toEqual(await load(kit.db, notes, 'a'))
  // it is really used: what lies before it isn't folded
  await kit.owner.query(`update kit.snapshot set state = '{"words":["kept"],"folds":0}'`)
  expect((await load(kit.db, growing, 'a')).state).toEqual({
    words: ['kept', '30', '31', '32', '33'],
    folds: 4,
  })
})

test('a stream whose public state says all is read from its last event alone, one by one and many at once', async () => {
  const kit = await withList()
  let folds = 0
  const said = stream({
    name: 'note',
    event: notes.event,
    initial: undefined as Words | undefined,
    evolve: (state: Words | undefined, event: Noted) => {
      folds += 1
      return notes.evolve(state ?? notes.initial, event)
    },
    decide: (command: { words: string[] }) => notes.decide(command, notes.initial),
    publicState: wholeState(words),
  })
  for (let n = 0; n < 5; n++) await change(kit, said, 'a', { words: [`${n}`] })
  const whole = await load(kit.db, notes, 'a')
  expect(await load(kit.db, said, 'a')).toEqual(whole)
  expect([...(await loadAll(kit.db, said, ['a', 'missing']))]).toEqual([['a', whole]])
  expect(await load(kit.db, said, 'missing')).toEqual({ state: undefined, version: 0 })
  expect(folds).toBe(5) // one for each of the changes
})

test('a snapshot of another shape is not read, and replaced', async () => {
  const kit = await withList()
  const [old, recent] = [1, 2].map((shape) => ({ ...notes, snapshot: { state: words, shape, every: 2 } }))
  if (!old || !recent) throw new Error('two kinds')
  await change(kit, old, 'a', { words: ['one', 'two'] })
  await kit.owner.query(`update kit.snapshot set state = '{"gone":true}'`)
  expect((await load(kit.db, recent, 'a')).state.words).toEqual(['one', 'two'])
  await change(kit, recent, 'a', { words: ['three'] })
  const kept = await kit.db.query('select version, shape from kit.snapshot')
  expect(kept.rows).toEqual([{ version: 3, shape: 2 }])
})

test('B7 a read model that moves with its stream is rebuilt while it is written and read, and loses nothing', async () => {
  const kit = await withList()
  for (let n = 0; n < 40; n++) await change(kit, notes, `${n}`, { words: ['old', 'x'] })
  await kit.owner.query(`update list set word = 'spoilt' where name < 'note-2'`)
  let done = false
  let written = 0
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    for (let n = 0; !done; n++) {
      await change(kit, notes, `${(n * 4 + writer) % 60}`, { words: [`w${writer}-${n}`] })
      written += 1
    }
  })
  const reader = (async () => {
    while (!done) expect((await kit.db.query('select 1 from list limit 1')).rows).toHaveLength(1)
  })()
  await until('some are written', () => written > 20)
  for (let n = 0; n < 3; n++) await rebuildReadModel(kit.owner, list)
  done = true
  await Promise.all([...writers, reader])
  const shown = await kit.db.query('select name, word, version from list order by name collate "C"')
  const truth = await kit.db.query(
    `select distinct on (stream collate "C") stream as name, data ->> 'word' as word, version from kit.event
     order by stream collate "C", version desc`,
  )
  expect(shown.rows).toEqual(truth.rows)
})

test('B7 who has read a read model and goes on to write it is not held up by its rebuild, nor held against it', async () => {
  const kit = await withList()
  await change(kit, notes, 'a', { words: ['one'] })
  let rebuilding: Promise<void> | undefined
  await inTx(kit.db, async (tx) => {
    await tx.query('select 1 from list')
    rebuilding = rebuildReadModel(kit.owner, list)
    await until('the rebuild waits for the table', async () => {
      const waiting = await kit.owner.query(
        `select 1 from pg_locks where relation = 'public.list'::regclass and not granted`,
      )
      return waiting.rows.length > 0
    })
    await tx.query(`update list set word = word where name like 'note%'`)
  })
  await rebuilding
  const { rows } = await kit.db.query('select word from list')
  expect(rows).toEqual([{ word: 'one' }])
})
