import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { startPostgres } from '../../../infra/dev/src/postgres.ts'
import { freePort } from '../../../infra/process/src/free-port.ts'
import type { Bus, InMessage, OutMessage } from '../src/bus/port.ts'
import { connectPostgresBus } from '../src/bus/postgres.ts'
import { inTx, isConnectionFault, openDb } from '../src/db.ts'
import { epochOf, watchEpoch } from '../src/epoch.ts'
import { readStream } from '../src/event-log.ts'
import { requireWritable } from '../src/http/health.ts'
import { receiveOnce } from '../src/inbox.ts'
import { migrate } from '../src/migrate.ts'
import { createNotifier } from '../src/notifier.ts'
import { startRelay } from '../src/relay.ts'
import { takeBack } from '../src/rewind.ts'
import { change } from '../src/stream.ts'
import { createEmptyDatabase } from '../src/testing/postgres.ts'
import { until } from '../src/testing/wait.ts'
import { counter, openKit } from './kit.ts'

const TOPIC = 'counters'

/** A primary with a standby that follows it; the standby can take its port over. */
async function startServers() {
  const folder = await mkdtemp(join(tmpdir(), 'talad-promotion-'))
  await chmod(folder, 0o755)
  const [port, standbyPort] = [await freePort(), await freePort()]
  const about = { password: 'test', settings: { fsync: 'off', synchronous_commit: 'off' } }
  const at = { primary: join(folder, 'primary'), standby: join(folder, 'standby') }
  const primary = { ...about, folder: at.primary, port }
  const standby = { ...about, folder: at.standby }
  const first = await startPostgres(primary)
  const running = new Set([first])
  onTestFinished(async () => {
    for (const server of running) await server.stop()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    url: first.url,
    /** copies the primary while it is at rest, which is what pg_basebackup makes of one at work */
    async addStandby() {
      await first.stop()
      running.delete(first)
      execFileSync('cp', ['-a', at.primary, at.standby]) // with its owner
      const data = join(at.standby, 'data')
      await writeFile(join(data, 'standby.signal'), '')
      const from = `host=127.0.0.1 port=${port} user=talad password=test`
      await writeFile(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${from}'\n`)
      const again = await startPostgres(primary)
      const follower = await startPostgres({ ...standby, port: standbyPort })
      running.add(again).add(follower)
      return {
        url: follower.url,
        async cutOff() {
          await follower.stop()
          running.delete(follower)
        },
        /** the primary dies without a word, and the standby listens where it did */
        async takeOver() {
          process.kill(again.pid, 'SIGKILL')
          await again.gone
          running.delete(again)
          running.add(await startPostgres({ ...standby, port }))
        },
      }
    },
  }
}

/** A service that counts, reads with a group of its own, and notes what it handled. */
function serve(url: string, bus: Bus, sent: OutMessage[]) {
  const db = openDb(url, { max: 5 })
  const notifier = createNotifier(db, { onError: () => undefined })
  const state = { db, promoted: 0 }
  const publishing: Bus = {
    ...bus,
    async publish(messages) {
      sent.push(...messages)
      await bus.publish(messages)
    },
  }
  return {
    ...state,
    count: (add: bigint) => change({ db, now: () => new Date() }, counter, 'a', { add }),
    async start() {
      const epoch = await watchEpoch(db, () => {
        state.promoted += 1
      })
      const relay = startRelay({
        service: 'counts',
        db,
        bus: publishing,
        notifier,
        epoch,
        publish: (row) => [{ topic: TOPIC, key: row.stream, type: 'Counted', payload: new Uint8Array() }],
        onError: () => undefined,
      })
      return { relay, promoted: () => state.promoted }
    },
    async close() {
      await notifier.close()
      await db.end()
    },
  }
}

test('a promoted standby loses nothing in silence: no id is used twice, its groups go back, and nothing waits for a start', async () => {
  const servers = await startServers()
  const address = new URL(servers.url)
  address.pathname = '/postgres'
  const url = address.toString()
  await migrate(url)
  const standby = await servers.addStandby()

  const busDatabase = await createEmptyDatabase(inject('postgres'))
  const bus = await connectPostgresBus(busDatabase.url, { onError: () => undefined })
  const other = await openKit() // whoever hears of it, with an inbox
  const sent: OutMessage[] = []
  const service = serve(url, bus, sent)
  onTestFinished(async () => {
    await service.close()
    await bus.close()
    await busDatabase.drop()
  })
  const handled: string[] = []
  const hear = (messages: readonly InMessage[]) =>
    inTx(other.db, async (tx) => {
      for (const { id } of messages) if (await receiveOnce(tx, 'other', id)) handled.push(id)
    })
  const listening = await bus.subscribe({
    group: 'other',
    topics: [TOPIC],
    handle: hear,
    onError: () => undefined,
  })
  onTestFinished(() => listening.close())
  // the service's own group, whose inbox is in the database that fails over
  const own = { group: 'counts.own', topic: TOPIC }
  const note = (messages: readonly InMessage[]) =>
    inTx(service.db, async (tx) => {
      for (const { id } of messages) await receiveOnce(tx, own.group, id)
    })
  const following = await bus.subscribe({ ...own, topics: [TOPIC], handle: note, onError: () => undefined })

  const running = await service.start()
  for (let n = 0; n < 200; n++) await service.count(1n)
  await until('all is handled', () => handled.length === 200)
  const copy = openDb(standby.url, { max: 1, owner: true })
  await until('the standby has all of it', async () => {
    const { rows } = await copy.query<{ inbox: bigint; events: bigint }>(
      'select (select count(*) from kit.inbox) as inbox, (select count(*) from kit.event) as events',
    )
    return rows[0]?.inbox === 200n && rows[0].events === 200n
  })
  await copy.end()
  await standby.cutOff()
  for (let n = 0; n < 100; n++) await service.count(1n)
  await until('all is handled', () => handled.length === 300)
  await until('its own group has read all', async () =>
    (await bus.lag(own.group)).every(({ lag }) => lag === 0n),
  )

  await standby.takeOver()
  const refused = await until('the standby answers', async () => {
    const fault = await service.count(1n).catch((error: unknown) => error)
    return fault instanceof Error && 'code' in fault && fault.code === '25006' ? fault : undefined
  })
  expect(isConnectionFault(refused)).toBe(true)
  await expect(requireWritable(service.db)).rejects.toThrow('only be read')
  const owner = openDb(url, { max: 1, owner: true })
  await owner.query('select pg_promote()')
  // somebody writes before anybody has looked: under ids of the new epoch all the same
  await until('it can be written to', () =>
    service.count(1n).then(
      () => true,
      () => false,
    ),
  )
  await requireWritable(service.db)
  await until('the relay has noticed', () => running.promoted() > 0)
  await Promise.all([running.relay.close(), following.close()])

  // the process begins anew
  expect(await migrate(url)).toEqual([])
  const { rows: epochs } = await owner.query('select number, timeline::int from kit.epoch order by number')
  expect(epochs).toEqual([
    { number: 0, timeline: 1 },
    { number: 1, timeline: 2 },
  ])
  await takeBack(service.db, bus, [own])
  await owner.end()
  const behind = (await bus.lag(own.group)).reduce((sum, { lag }) => sum + lag, 0n)
  expect(behind).toBeGreaterThanOrEqual(300n) // it reads again what the lost primary had handled
  const before = new Set(sent.map(({ id }) => id))
  const again = await service.start()
  onTestFinished(() => again.relay.close())
  for (let n = 0; n < 99; n++) await service.count(1n)
  await until('the next 100 are handled', () => handled.length >= 400)
  const events = await readStream(service.db, 'counter-a')
  expect(events).toHaveLength(300)
  expect(events.slice(200).every(({ txid }) => epochOf(txid) === 1n)).toBe(true)
  const fresh = events.slice(200).map(({ position }) => `counts.1:${position}`)
  expect(fresh.filter((id) => before.has(id))).toEqual([])
  expect(handled.slice(300).sort()).toEqual([...fresh].sort())
})
