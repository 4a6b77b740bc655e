import { expect, test } from 'vitest'
import { append, appendOnce } from '../src/append.ts'
import { type Db, inTx, openDb } from '../src/db.ts'
import {
  type Cursor,
  type Row,
  readLog,
  readLogPart,
  readStream,
  START,
  VersionConflict,
} from '../src/event-log.ts'
import { retryOnConflict } from '../src/lost-race.ts'
import { migrate } from '../src/migrate.ts'
import { change, load } from '../src/stream.ts'
import { until } from '../src/testing/wait.ts'
import { counter, openKit, pause, restored } from './kit.ts'

const about = { meta: { correlationId: 'test' }, at: new Date() }
const one = [{ type: 'Counted', data: { amount: 1n } }]

test('LG-8 the application role may not update, delete or truncate events', async () => {
  const { db } = await openKit()
  await inTx(db, (tx) => append(tx, 's', 0, one, about))
  for (const change of ['update kit.event set version = 2', 'delete from kit.event', 'truncate kit.event']) {
    await expect(db.query(change)).rejects.toThrow('permission denied')
  }
})

test('LG-8 even the owner of the table is refused, by the trigger', async () => {
  const { db, owner } = await openKit()
  await inTx(db, (tx) => append(tx, 's', 0, one, about))
  for (const change of ['update kit.event set version = 2', 'delete from kit.event', 'truncate kit.event']) {
    await expect(owner.query(change)).rejects.toThrow('append-only')
  }
})

test('a version that was taken meanwhile, or that does not exist yet, is a conflict', async () => {
  const { db } = await openKit()
  await inTx(db, (tx) => append(tx, 's', 0, one, about))
  await expect(inTx(db, (tx) => append(tx, 's', 0, one, about))).rejects.toThrow(VersionConflict)
  await expect(inTx(db, (tx) => append(tx, 's', 5, one, about))).rejects.toThrow(VersionConflict)
  expect(await readStream(db, 's')).toHaveLength(1)
})

test('what is appended once is left as it is when it is said again', async () => {
  const { db } = await openKit()
  const say = (amount: bigint) =>
    inTx(db, (tx) => appendOnce(tx, 's', { type: 'Counted', data: { amount } }, about))
  await say(1n)
  await say(2n)
  expect((await readStream(db, 's')).map(({ version, data }) => [version, data])).toEqual([
    [1, { amount: '1' }],
  ])
})

test('an append by a transaction older than the last event of the stream is refused, and done by a newer one', async () => {
  const { db, now } = await openKit()
  await change({ db, now }, counter, 'a', { add: 1n })
  const attempts: bigint[] = []
  await retryOnConflict(() =>
    inTx(db, async (tx) => {
      const mine = await tx.query<{ id: string }>('select pg_current_xact_id()::text as id') // fixes this one's age
      attempts.push(BigInt(mine.rows[0]?.id ?? 0))
      // a younger transaction appends first, and commits
      if (attempts.length === 1) await change({ db, now }, counter, 'a', { add: 10n })
      const { version } = await load(tx, counter, 'a')
      expect(version).toBe(2) // the load is up to date: only the age is wrong
      await append(tx, 'counter-a', version, one, about)
    }),
  )
  expect(attempts).toHaveLength(2)
  const rows = await readStream(db, 'counter-a')
  const inReadingOrder = await until('all are readable', async () => {
    const log = await readLog(db, START, 10)
    return log.length === 3 && log
  })
  expect(inReadingOrder.map((row) => row.version)).toEqual(rows.map((row) => row.version))
})

test('a committed event waits while an older transaction runs, and readers are told to look again', async () => {
  const { db } = await openKit()
  let finish: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    finish = resolve
  })
  let appended = false
  const older = inTx(db, async (tx) => {
    await append(tx, 'older', 0, one, about)
    appended = true
    await gate
  })
  await until('the older one has written', () => appended)
  await inTx(db, (tx) => append(tx, 'younger', 0, one, about))
  expect(await readLogPart(db, START, 10)).toEqual({ rows: [], held: true })
  finish()
  await older
  const rows = await until('both are shown', async () => {
    const part = await readLogPart(db, START, 10)
    return part.rows.length === 2 && part.rows
  })
  expect(rows.map((row) => row.stream)).toEqual(['older', 'younger'])
})

test('a transaction of another database holds no event back, one of this database that is older still does', async () => {
  const [{ db }, { db: other }] = await Promise.all([openKit(), openKit()])
  let finish: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    finish = resolve
  })
  let writing = 0
  const stays = (of: Db, stream: string) =>
    inTx(of, async (tx) => {
      await append(tx, stream, 0, one, about)
      writing += 1
      await gate
    })
  const foreign = stays(other, 'foreign')
  await until('the other database is written to', () => writing === 1)
  await inTx(db, (tx) => append(tx, 'first', 0, one, about))
  // others on the same server make databases, which shows in no table: those are waited for
  const before = await until('the event is shown', async () => {
    const part = await readLogPart(db, START, 10)
    return part.rows.length === 1 && part
  })
  const own = stays(db, 'own')
  await until('so is this one', () => writing === 2)
  await inTx(db, (tx) => append(tx, 'second', 0, one, about))
  expect(await readLogPart(db, START, 10)).toEqual({ rows: before.rows, held: true })
  finish()
  await Promise.all([foreign, own])
  const rows = await until('all are shown', async () => {
    const part = await readLogPart(db, START, 10)
    return part.rows.length === 3 && part.rows
  })
  expect(rows.map((row) => row.stream)).toEqual(['first', 'own', 'second'])
})

test('in a transaction its own events are not shown, as it may still be undone', async () => {
  const { db } = await openKit()
  await inTx(db, async (tx) => {
    await append(tx, 'own', 0, one, about)
    expect(await readLogPart(tx, START, 10)).toEqual({ rows: [], held: true })
  })
})

test.each(['in its first epoch', 'after a restore'])(
  '16 writers with random delays and roll-backs beside a reader, %s: nothing skipped, each stream in order',
  async (when) => {
    const kit = await openKit(20)
    const { db, now, owner, url } = kit
    const isRestored = when === 'after a restore'
    if (isRestored) {
      await restored(kit)
      await migrate(url)
    }
    const seen: Row[] = []
    let writing = true
    const reader = (async () => {
      let cursor: Cursor = START
      for (let last = false; ; ) {
        const rows = await readLog(owner, cursor, 50)
        seen.push(...rows)
        cursor = rows.at(-1) ?? cursor
        const count = await owner.query<{ count: bigint }>('select count(*) as count from kit.event')
        if (last && rows.length === 0 && BigInt(seen.length) === count.rows[0]?.count) return
        last = !writing
      }
    })()
    let rolledBack = 0
    const writers = Array.from({ length: 16 }, async (_, writer) => {
      for (let n = 0; n < 25; n++) {
        const fails = Math.random() < 0.1
        // a stream shared by all and one shared by few, so that ages and versions race
        const id = n % 5 === 0 ? 'shared' : `few-${writer % 4}`
        const done = change({ db, now }, counter, id, { add: 1n }, async () => {
          await pause(Math.random() * 50)
          if (fails) throw new Error('planted')
        })
        await done.catch((error: Error) => {
          expect(error.message).toBe('planted')
          rolledBack += 1
        })
      }
    })
    await Promise.all(writers)
    writing = false
    await reader
    expect(rolledBack).toBeGreaterThan(0)
    expect(seen).toHaveLength(16 * 25 - rolledBack + (isRestored ? 2 : 0))
    const streams = Map.groupBy(seen, (row) => row.stream)
    for (const rows of streams.values()) {
      expect(rows.map((row) => row.version)).toEqual(rows.map((_, index) => index + 1))
    }
  },
)

test('a process that hangs in a transaction does not hold back the readers for long', async () => {
  const { db, url } = await openKit()
  const hanging = openDb(url, { idleInTransactionMs: 300 })
  const client = await hanging.connect()
  await client.query('begin')
  await append(client, 'hangs', 0, one, about)
  await inTx(db, (tx) => append(tx, 'goes-on', 0, one, about))
  const rows = await until('the log moves', async () => {
    const log = await readLog(db, START, 10)
    return log.length > 0 && log
  })
  expect(rows.map((row) => row.stream)).toEqual(['goes-on'])
  client.release(true)
  await hanging.end()
})
