import { StringValueSchema } from '@bufbuild/protobuf/wkt'
import { expect, onTestFinished, test } from 'vitest'
import { type OutMessage, outgoing } from '../src/bus/port.ts'
import { saveReaderCursor } from '../src/event-log.ts'
import { tryAtStart } from '../src/mended-letters.ts'
import { RELAY_READER } from '../src/relay.ts'
import { rereadJob } from '../src/republish.ts'
import { change } from '../src/stream.ts'
import { until } from '../src/testing/wait.ts'
import { message, openConsumer as open } from './consumer-rig.ts'
import { counter, openKit } from './kit.ts'

/** A consumer that refuses what is called bad, and what it has handled. */
async function openBad(takesKeysWhole: boolean, maxTries = 1) {
  const done: string[] = []
  const work = async (values: string[]) => {
    if (values.includes('bad')) throw new Error('planted')
    done.push(...values)
  }
  const rig = await open(undefined, maxTries, work, { takesKeysWhole })
  const letters = async () => {
    const { rows } = await rig.kit.owner.query<{
      id: string
      isOpen: boolean
      note: string | null
      attempts: number
    }>(
      `select message_id as id, resolved_at is null as "isOpen", note, attempts from kit.dead_letter order by id`,
    )
    return rows
  }
  return { ...rig, done, letters }
}

test('what could not be handled is superseded by a newer message of its key where the newest says all, once, with the reason, and stays so when it comes again', async () => {
  const { deliver, done, letters, parked, inbox } = await openBad(true)
  await deliver(message('m1', 'a', 'bad'))
  await deliver(message('m2', 'a', 'bad'), message('n1', 'b'))
  await until('both have failed', async () => (await parked()).every(({ attempts }) => attempts > 0))
  await deliver(message('m3', 'a'))
  await until('nothing waits', async () => (await parked()).length === 0)
  expect(done).toEqual(['n1', 'm3'])
  expect((await letters()).map(({ id, note }) => [id, note])).toEqual([
    ['m1', 'superseded by m3'],
    ['m2', 'superseded by m3'],
    ['m3', null],
  ])
  await deliver(message('m1', 'a', 'bad'), message('m2', 'a', 'bad'), message('m3', 'a'))
  expect(await parked()).toEqual([])
  expect((await inbox()).map(({ message_id }) => message_id)).toEqual(['m1', 'm2', 'm3', 'n1'])
  await deliver(message('m4', 'a'))
  expect(done).toEqual(['n1', 'm3', 'm4'])
})

test('what follows of a key waits where each message says something of its own, or one of another type lies before it', async () => {
  const each = await openBad(false)
  await each.deliver(message('m1', 'a', 'bad'))
  await each.deliver(message('m2', 'a'))
  const whole = await openBad(true)
  await whole.deliver(message('m1', 'a', 'bad'))
  await whole.kit.owner.query(`update kit.dead_letter set type = 'Other'`)
  await whole.deliver(message('m2', 'a'))
  await new Promise((resolve) => setTimeout(resolve, 300))
  for (const { done, parked } of [each, whole]) {
    expect(done).toEqual([])
    expect((await parked()).map(({ message_id }) => message_id)).toEqual(['m1', 'm2'])
  }
})

test('a parked message of which its source says something else now is handled as it is said now, and what follows of its key after it', async () => {
  const { deliver, done, parked } = await openBad(false)
  await deliver(message('m1', 'a', 'bad'))
  await deliver(message('m2', 'a'))
  await deliver(message('m1', 'a', 'bad')) // again the same is no news
  expect((await parked()).map(({ attempts }) => attempts)).toEqual([1, 0])
  await deliver(message('m1', 'a', 'good'))
  await until('nothing waits', async () => (await parked()).length === 0)
  expect(done).toEqual(['good', 'm2'])
})

test('what has used up its tries is tried once more at each of three starts, and then waits for an operator', async () => {
  const { deliver, kit, letters } = await openBad(false)
  await deliver(message('m1', 'a', 'bad'))
  await deliver(message('m2', 'a'))
  const attempts = async () => (await letters()).map((one) => one.attempts)
  for (const tries of [2, 3, 4]) {
    await tryAtStart(kit.db, ['test.order'], 1)
    await until(`it was tried ${tries} times`, async () => (await attempts())[0] === tries)
  }
  await tryAtStart(kit.db, ['test.order'], 1)
  const due = await kit.db.query('select 1 from kit.dead_letter where due_at is not null')
  expect([due.rowCount, await attempts()]).toEqual([0, [4, 0]])
})

test('a source says again what an event means by its code of today, and the newest of the same thing that it has sent, under their own ids', async () => {
  const kit = await openKit()
  onTestFinished(() => kit.owner.query('select 1').then(() => undefined))
  for (const amount of [1n, 2n, 3n, 4n]) {
    await change({ db: kit.db, now: kit.now }, counter, 'a', { add: amount })
    await change({ db: kit.db, now: kit.now }, counter, 'b', { add: amount })
  }
  const { rows } = await kit.db.query<{ position: string; txid: string; version: number }>(
    `select position::text, txid::text, version from kit.event where stream = 'counter-a' order by version`,
  )
  const sent: OutMessage[] = []
  const job = rereadJob('test', (row) => [
    outgoing('test.count.v1', row.stream, StringValueSchema, { value: `now ${row.version}` }),
    outgoing('test.other.v1', row.stream, StringValueSchema, { value: 'none of it' }),
  ])
  const bus = { publish: async (messages: readonly OutMessage[]) => void sent.push(...messages) }
  const ask = (index: number) =>
    job.run(
      { position: rows[index]?.position, topic: 'test.count.v1', key: 'counter-a' },
      { deps: { db: kit.db, bus }, now: new Date(), attempt: 1 },
    )
  await ask(0)
  expect(sent).toEqual([]) // the relay says it first
  const third = rows[2]
  if (!third) throw new Error('there are not three')
  await saveReaderCursor(kit.db, RELAY_READER, { txid: third.txid, position: BigInt(third.position) })
  await ask(0)
  await ask(2)
  const idOf = (index: number) => `test:${rows[index]?.position}`
  expect(sent.map(({ id }) => id)).toEqual([idOf(0), idOf(2), idOf(2)])
  expect(new Set(sent.map(({ topic }) => topic))).toEqual(new Set(['test.count.v1']))
})
