import { expect, inject, onTestFinished, test } from 'vitest'
import type { InMessage } from '../src/bus/port.ts'
import { connectPostgresBus } from '../src/bus/postgres.ts'
import { type Db, inTx, openDb } from '../src/db.ts'
import { listDeadLetters, park, pruneDeadLetters, resolveDeadLetter } from '../src/dead-letters.ts'
import { pruneRequests } from '../src/http/idempotency.ts'
import { receive, receiveOnce } from '../src/inbox.ts'
import { pruneInbox } from '../src/inbox-floor.ts'
import { pruneAll } from '../src/prune.ts'
import { createEmptyDatabase } from '../src/testing/postgres.ts'
import { until } from '../src/testing/wait.ts'
import { openKit } from './kit.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const HOUR_MS = 60 * 60 * 1_000
const now = new Date()
const ago = (days: number) => new Date(now.getTime() - days * DAY_MS)
const later = (hours: number) => new Date(now.getTime() + hours * HOUR_MS)
const group = 'g'
const passed = async () => true

function message(id: string, key = 'k'): InMessage {
  const about = { topic: 't', key, type: 'T', payload: new Uint8Array(), headers: {}, time: now }
  return { ...about, id, partition: 0, offset: '0' }
}

/** Rows of the inbox, handled so many days ago. */
async function handled(db: Db, days: number, ...ids: string[]): Promise<void> {
  await db.query(
    'insert into kit.inbox (consumer_group, message_id, handled_at) select $1, id, $3 from unnest($2::text[]) id',
    [group, ids, ago(days)],
  )
}
const inbox = async (db: Db) =>
  (await db.query<{ id: string }>('select message_id as id from kit.inbox order by 1')).rows.map(
    ({ id }) => id,
  )

/** An hourly job, twice: the first raises the floors, the second removes what they cover. */
async function pruneTwice(db: Db, hasHandledUntil: (group: string, at: Date) => Promise<boolean> = passed) {
  expect(await pruneInbox(db, { now, hasHandledUntil })).toBe(0)
  const removed = await pruneInbox(db, { now: later(1), hasHandledUntil })
  expect(await pruneInbox(db, { now: later(1), hasHandledUntil })).toBe(0)
  return removed
}

test('the inbox forgets rows of 90 days, and still takes their messages for handled', async () => {
  const { db } = await openKit()
  await handled(db, 100, 'a:1', 'a:7', 'a:9.2', 'b.1:3')
  await handled(db, 80, 'a:8', 'a:12')
  expect(await pruneTwice(db)).toBe(4)
  expect(await inbox(db)).toEqual(['a:12', 'a:8'])
  const ids = ['a:1', 'a:2', 'a:9', 'a:9.2', 'a:9.3', 'a:10', 'b.1:3', 'b.1:4', 'b:3', 'a:8']
  const received = await inTx(db, (tx) =>
    receive(
      tx,
      group,
      ids.map((id) => message(id)),
    ),
  )
  expect([...received.fresh].sort()).toEqual(['a:10', 'b.1:4', 'b:3'])
  const takes = (id: string) => inTx(db, (tx) => receiveOnce(tx, group, id))
  expect(await Promise.all(['a:7', 'a:11', 'b.1:2', 'b.1:5'].map(takes))).toEqual([false, true, false, true])
  expect(await inTx(db, (tx) => receiveOnce(tx, 'another', 'a:7'))).toBe(true)
})

test('a row does not go at the moment its floor is raised: a statement may run that has not seen the floor', async () => {
  const { db } = await openKit()
  await handled(db, 100, 'a:1')
  expect(await pruneInbox(db, { now, hasHandledUntil: passed })).toBe(0)
  expect(await pruneInbox(db, { now, hasHandledUntil: passed })).toBe(0)
  expect(await inbox(db)).toEqual(['a:1'])
})

test('a group that has not passed all of that time keeps its rows, and so takes what comes late for new', async () => {
  const { db } = await openKit()
  await handled(db, 100, 'a:9')
  const asked: Date[] = []
  await pruneTwice(db, async (_group, at) => {
    asked.push(at)
    return false
  })
  expect(await inbox(db)).toEqual(['a:9'])
  expect(asked[0]?.getTime()).toBeGreaterThan(ago(100).getTime())
  expect(await inTx(db, (tx) => receiveOnce(tx, group, 'a:1'))).toBe(true)
})

test('a message that is parked is handled however late, and until then nothing above it is forgotten', async () => {
  const { db } = await openKit()
  await handled(db, 100, 'a:9')
  await park(db, group, message('a:4'), 'planted', 1)
  await pruneTwice(db)
  expect(await inbox(db)).toEqual(['a:9'])
  expect(await inTx(db, (tx) => receiveOnce(tx, group, 'a:4'))).toBe(true)
  const [row] = await listDeadLetters(db, group)
  if (!row) throw new Error('nothing is parked')
  await resolveDeadLetter(db, row)
  await pruneTwice(db)
  expect(await inbox(db)).toEqual(['a:4'])
})

test('a message without a place in a log keeps its row for ever', async () => {
  const { db } = await openKit()
  await handled(db, 400, 'by-hand', 'a:1')
  await pruneTwice(db)
  expect(await inbox(db)).toEqual(['by-hand'])
})

test('four processes that prune at once, beside one that receives, remove each row once and lose none', async () => {
  const { db } = await openKit()
  await handled(db, 100, ...Array.from({ length: 900 }, (_, n) => `a:${n}`))
  await pruneInbox(db, { now, hasHandledUntil: passed })
  const about = { now: later(1), hasHandledUntil: passed, limit: 50 }
  let removed = 0
  const pruning = Array.from({ length: 4 }, async () => {
    let idle = 0
    while (idle < 3) {
      const count = await pruneInbox(db, about)
      removed += count
      idle = count === 0 ? idle + 1 : 0
    }
  })
  const fresh = new Set<string>()
  for (let n = 0; n < 900; n += 30) {
    const batch = Array.from({ length: 30 }, (_, index) => message(`a:${n + index}`))
    for (const id of (await inTx(db, (tx) => receive(tx, group, batch))).fresh) fresh.add(id)
  }
  await Promise.all(pruning)
  expect([removed, fresh.size]).toEqual([900, 0])
})

test('dead letters go 90 days after they were resolved; those that wait stay, however old', async () => {
  const { db } = await openKit()
  for (const id of ['old', 'young', 'waits']) await park(db, group, message(id, id), 'planted', 1)
  const resolve = (id: string, days: number) =>
    db.query('update kit.dead_letter set resolved_at = $2 where message_id = $1', [id, ago(days)])
  await resolve('old', 91)
  await resolve('young', 89)
  await db.query(`update kit.dead_letter set parked_at = $1 where message_id = 'waits'`, [ago(900)])
  expect(await pruneDeadLetters(db, { now })).toBe(1)
  const left = await db.query<{ id: string }>('select message_id as id from kit.dead_letter order by 1')
  expect(left.rows.map(({ id }) => id)).toEqual(['waits', 'young'])
})

test('answers go after 24 hours, so many at a time as asked for', async () => {
  const { db } = await openKit()
  await db.query(
    `insert into kit.request (actor, key, body_hash, started_at)
     select 'a', n::text, 'h', case when n <= 5 then $1::timestamptz else $2 end from generate_series(1, 7) n`,
    [ago(1.1), ago(0.9)],
  )
  const counts = []
  for (let call = 0; call < 4; call++) counts.push(await pruneRequests(db, { now, limit: 2 }))
  expect(counts).toEqual([2, 2, 1, 0])
})

async function openBus() {
  const database = await createEmptyDatabase(inject('postgres'))
  const faults: string[] = []
  const bus = await connectPostgresBus(database.url, { onError: (error) => faults.push(String(error)) })
  const db = openDb(database.url, { owner: true, max: 2 })
  onTestFinished(async () => {
    await bus.close()
    await db.end()
    await database.drop()
  })
  const publish = (...ids: string[]) => bus.publish(ids.map((id) => message(id, id)))
  const join = (name: string, handle: (batch: readonly InMessage[]) => Promise<void>) =>
    bus.subscribe({ group: name, topics: ['t'], handle, onError: (error) => faults.push(String(error)) })
  const age = (days: number) => db.query('update message set published_at = $1', [ago(days)])
  const left = async () =>
    (await db.query<{ id: string }>('select id from message order by seq')).rows.map(({ id }) => id)
  return { bus, db, publish, join, age, left, faults }
}

test('the embedded bus removes messages of 30 days that every group has handled, and no others', async () => {
  const { bus, publish, join, age, left } = await openBus()
  const seen: string[] = []
  const all = ['m1', 'm2', 'm3', 'm4', 'm5', 'm6']
  const quick = await join('quick', async (batch) => void seen.push(...batch.map(({ id }) => id)))
  let open = false
  const slow = await join('slow', async (batch) => {
    if (!open && batch.some(({ id }) => id === 'm3')) throw new Error('planted')
  })
  await publish(...all)
  await until('one has all', () => seen.length === all.length)
  await until(
    'the other has some',
    async () => (await bus.lag('slow')).reduce((sum, { lag }) => sum + lag, 0n) < 6n,
  )
  expect(await bus.prune({ now })).toBe(0)
  await age(31)
  while ((await bus.prune({ now, limit: 2 })) > 0);
  expect(await left()).toContain('m3')
  expect(await bus.hasHandledUntil('slow', now)).toBe(false)
  expect(await bus.hasHandledUntil('quick', now)).toBe(true)
  expect(await bus.hasHandledUntil('unknown', now)).toBe(false)
  open = true
  await until('the other has all', () => bus.hasHandledUntil('slow', now))
  expect(await bus.hasHandledUntil('slow', ago(40))).toBe(true)
  while ((await bus.prune({ now, limit: 2 })) > 0);
  expect(await left()).toEqual([])
  await publish('m7')
  await until('the bus goes on', () => seen.includes('m7'))
  expect(await left()).toEqual(['m7'])
  await Promise.all([quick.close(), slow.close()])
})

test('a group that is forgotten holds nothing back, and may not be forgotten while it runs', async () => {
  const { bus, publish, join, age, left } = await openBus()
  await publish('m1')
  const gone = await join('gone', async () => {
    throw new Error('planted')
  })
  await until('it is known', async () => (await bus.lag('gone')).length > 0)
  await expect(bus.forget('gone')).rejects.toThrow('running')
  await gone.close()
  await age(31)
  expect(await bus.prune({ now })).toBe(0)
  await bus.forget('gone')
  expect(await bus.prune({ now })).toBe(1)
  expect(await left()).toEqual([])
})

test('a group that is new to a topic of which messages were removed is told of, as it has missed them', async () => {
  const { bus, publish, join, age, faults } = await openBus()
  await publish('m1')
  await age(31)
  await bus.prune({ now })
  const seen: string[] = []
  const one = await join('late', async (batch) => void seen.push(...batch.map(({ id }) => id)))
  await publish('m2')
  await until('it goes on with what is there', () => seen.includes('m2'))
  await one.close()
  expect(faults).toEqual([expect.stringContaining('group late begins at the start of t')])
  await bus.seek('late', 't', 'start')
  const again = await join('late', async (batch) => void seen.push(...batch.map(({ id }) => id)))
  await until('who is moved back to the start is told too', () => faults.length === 2)
  await again.close()
})

test('all that is kept for a time is removed by one call', async () => {
  const { db } = await openKit()
  const { bus, publish, age, left } = await openBus()
  await publish('m1')
  await age(31)
  await handled(db, 100, 'a:1')
  const after = new Date(now.getTime() + DAY_MS)
  await pruneAll({ db, bus: { ...bus, hasHandledUntil: passed } }, now)
  await pruneAll({ db, bus: { ...bus, hasHandledUntil: passed } }, after)
  expect([await inbox(db), await left()]).toEqual([[], []])
})
