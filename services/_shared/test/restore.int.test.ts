import { expect, test } from 'vitest'
import { append } from '../src/append.ts'
import type { OutMessage } from '../src/bus/port.ts'
import { inTx } from '../src/db.ts'
import { epochOf } from '../src/epoch.ts'
import { readerLag, readLog, readStream, START } from '../src/event-log.ts'
import { migrate } from '../src/migrate.ts'
import { startRelay } from '../src/relay.ts'
import { change } from '../src/stream.ts'
import { until } from '../src/testing/wait.ts'
import { counter, openKit, restored } from './kit.ts'

const about = { meta: { correlationId: 'test' }, at: new Date() }
const one = [{ type: 'Counted', data: { amount: 1n } }]

test.each(['1', 'unknown'])(
  'a log that comes from cluster %s goes on: appends do not conflict, and readers see them',
  async (cluster) => {
    const kit = await openKit()
    await restored(kit, cluster)
    expect(await migrate(kit.url)).toEqual(['epoch 1 of the log'])
    await change(kit, counter, 'a', { add: 5n })
    await change(kit, counter, 'b', { add: 7n })
    expect(
      (await readStream(kit.db, 'counter-a')).map(({ version, txid }) => [version, epochOf(txid)]),
    ).toEqual([
      [1, 0n],
      [2, 0n],
      [3, 1n],
    ])
    expect(await readerLag(kit.db, 'relay')).toBe(2n)
    const log = await until('all are shown', async () => {
      const rows = await readLog(kit.db, START, 10)
      return rows.length === 4 && rows
    })
    expect(log.map(({ stream, version }) => `${stream} ${version}`)).toEqual([
      'counter-a 1',
      'counter-a 2',
      'counter-a 3',
      'counter-b 1',
    ])
  },
)

test('in the same cluster nothing begins, and the second start after a restore begins nothing more', async () => {
  const kit = await openKit()
  await migrate(kit.url) // a copy of the template is another database
  expect(await migrate(kit.url)).toEqual([])
  await restored(kit)
  expect(await migrate(kit.url)).toEqual(['epoch 1 of the log'])
  expect(await migrate(kit.url)).toEqual([])
})

test('a log that is restored again, from a dump of what was restored, stands in its third epoch', async () => {
  const kit = await openKit()
  await restored(kit)
  await migrate(kit.url)
  await change(kit, counter, 'a', { add: 1n })
  await kit.owner.query('update kit.epoch set system_identifier = 2 where number = 1')
  expect(await migrate(kit.url)).toEqual(['epoch 2 of the log'])
  await change(kit, counter, 'a', { add: 1n })
  expect((await readStream(kit.db, 'counter-a')).map(({ txid }) => epochOf(txid))).toEqual([0n, 0n, 1n, 2n])
})

test('rows that were copied without their functions stand in their epoch all the same', async () => {
  const kit = await openKit()
  await restored(kit)
  await migrate(kit.url)
  await kit.owner.query(
    'create or replace function kit.log_txid(txid xid8) returns xid8 language sql immutable return txid',
  )
  expect(await migrate(kit.url)).toEqual([])
  await change(kit, counter, 'a', { add: 1n })
  expect((await readStream(kit.db, 'counter-a')).map(({ txid }) => epochOf(txid))).toEqual([0n, 0n, 1n])
})

test('an epoch does not begin before who writes in the one before has ended', async () => {
  const kit = await openKit()
  await restored(kit)
  let began = false
  let starting: Promise<unknown> = Promise.resolve()
  await inTx(kit.db, async (tx) => {
    await append(tx, 'late', 0, one, about)
    starting = migrate(kit.url).then(() => {
      began = true
    })
    await until('the start waits', async () => {
      const { rows } = await kit.owner.query(
        `select from pg_locks where not granted and relation = 'kit.event'::regclass`,
      )
      return rows.length > 0
    })
    expect(began).toBe(false)
  })
  await starting
  await change(kit, counter, 'after', { add: 1n })
  const order = await kit.db.query<{ stream: string }>(
    `select stream from kit.event where stream in ('late', 'counter-after') order by kit.event.txid, position`,
  )
  expect(order.rows.map(({ stream }) => stream)).toEqual(['late', 'counter-after'])
})

test('messages of a new epoch have ids that nobody has heard of, those of before keep theirs', async () => {
  const kit = await openKit()
  await restored(kit)
  await migrate(kit.url)
  await change(kit, counter, 'a', { add: 1n })
  await kit.owner.query('delete from kit.reader') // the log is sent again
  const sent: OutMessage[] = []
  const unused = () => Promise.reject(new Error('not used by a relay'))
  const relay = startRelay({
    ...kit,
    service: 'test',
    bus: {
      publish: async (messages) => void sent.push(...messages),
      subscribe: unused,
      seek: unused,
      lag: unused,
      hasHandledUntil: unused,
      prune: unused,
      forget: unused,
      ensureTopics: unused,
      close: unused,
    },
    publish: (row) => [{ topic: 't', key: row.stream, type: 'T', payload: new Uint8Array() }],
    onError: (error) => kit.faults.push(error),
  })
  await until('all is sent', () => sent.length === 3)
  await relay.close()
  const positions = (await readStream(kit.db, 'counter-a')).map(({ position }) => position)
  expect(sent.map(({ id }) => id)).toEqual([
    `test:${positions[0]}`,
    `test:${positions[1]}`,
    `test.1:${positions[2]}`,
  ])
})
