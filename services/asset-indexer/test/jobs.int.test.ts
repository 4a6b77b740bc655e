import { inTx, openDb } from '@talad/shared/db'
import { startJobs } from '@talad/shared/job-runner'
import { createNotifier } from '@talad/shared/notifier'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { refreshStats } from '../src/collection/stats.ts'
import { touchCollections } from '../src/due/figures.ts'
import { syncDue } from '../src/due/sync.ts'
import { imageJob } from '../src/jobs/image.ts'
import { metadataJob } from '../src/jobs/metadata.ts'
import { refreshAsset } from '../src/market/refresh.ts'
import type { SyncDeps } from '../src/sync/attempt.ts'
import { addAsset, addOrder, BIRD, FISH, idOf, type Lists, now, startLists } from './lists.ts'

const DAY_MS = 86_400_000

let own: Lists
beforeAll(async () => {
  own = await startLists(inject('postgres'))
})
afterAll(() => own.close())

const collection = async (id: string) =>
  (await own.db.query('select * from collection where id = $1', [id])).rows[0]

const listings = async (n: number) =>
  (await own.db.query('select listings from asset where id = $1', [idOf(n)])).rows[0]?.listings

const setOrder = (change: string) =>
  own.db.query(`update order_replica set ${change} where asset_id = $1`, [idOf(5)])

const at = (days: number) => new Date(now.getTime() + days * DAY_MS)

test('AI-1 work that always fails keeps none of the other assets waiting', async () => {
  const stuck = 120
  await own.db.query(
    `insert into asset (id, collection_id, contract, token_id, supply, first_block, first_at, last_block)
     select lpad(n::text, 24, 'e'), $1, $2, n + 10000, 1, 1, now(), 1 from generate_series(1, $3) n`,
    [FISH, `0x${'f1'.repeat(20)}`, stuck + 1],
  )
  const all = await own.db.query<{ id: string; token_id: bigint }>(
    'select id, token_id from asset where token_id between 10001 and 20000 order by token_id',
  )
  await own.db.query(
    `insert into sync (asset_id, kind, state) select id, kind, 'pending' from unnest($1::text[]) id,
       unnest(array['metadata', 'image']) kind`,
    [all.rows.map(({ id }) => id)],
  )
  const good = all.rows.at(-1)?.id ?? ''
  const notifier = createNotifier(own.db)
  const unused = async () => {
    throw new Error('not used here')
  }
  const deps: SyncDeps = {
    db: own.db,
    now: () => new Date(),
    // the node is at fault for all tokens but the last
    rpc: {
      chainId: unused,
      head: unused,
      header: unused,
      logs: unused,
      blockLogs: unused,
      close: () => undefined,
      async call(_to, data) {
        if (BigInt(`0x${data.slice(10)}`) === BigInt(10_000 + stuck + 1)) return undefined
        throw new Error('the node fails')
      },
    },
    sources: { resolve: unused, ipfsGateways: [], arweaveGateway: '' },
    pictures: { make: unused, close: async () => undefined },
  }
  await inTx(own.db, async (tx) => {
    for (const [n, { id }] of all.rows.entries())
      await syncDue.metadata.enqueue(tx, [{ payload: { assetId: id }, key: id, at: at(n - 1_000) }])
  })
  const runner = startJobs(
    { ...deps, notifier, log: { warn: () => undefined, error: () => undefined } },
    [metadataJob],
    () => undefined,
  )
  onTestFinished(async () => {
    await runner.close()
    await notifier.close()
  })
  await until('the last one had its turn', async () => {
    const { rows } = await own.db.query(`select state from sync where asset_id = $1 and kind = 'metadata'`, [
      good,
    ])
    return rows[0]?.state === 'failed'
  })
  const waiting = await own.db.query(
    `select count(*)::integer as n from kit.job where task = 'sync.metadata'`,
  )
  expect(waiting.rows[0]?.n).toBe(stuck + 1)
})

test('figures of a collection that somebody else wrote meanwhile are not written over', async () => {
  const before = await collection(BIRD)
  const overtaken = {
    query: async (sql: string, values: unknown[]) => {
      const answer = await own.db.query(sql, values)
      if (sql.startsWith('select stats_version')) {
        await own.db.query('update asset set supply = 0 where collection_id = $1', [BIRD])
        expect(await refreshStats(own.db, BIRD, now)).toBe(true)
        await own.db.query('update asset set supply = 1 where collection_id = $1', [BIRD])
      }
      return answer
    },
    connect: () => own.db.connect(),
  }
  const db = Object.assign(Object.create(own.db), overtaken)
  expect(await refreshStats(db, BIRD, now)).toBe(false)
  expect([before.items, (await collection(BIRD)).items]).toEqual([1, 0])
  expect(await refreshStats(own.db, BIRD, now)).toBe(true)
  expect((await collection(BIRD)).items).toBe(1)
})

test('while a collection is counted, however long that takes, no reader of the log is held back', async () => {
  const owner = openDb(own.db.options.connectionString ?? '', { owner: true, max: 2 })
  onTestFinished(() => owner.end())
  const holder = await owner.connect()
  await holder.query('begin')
  await holder.query('lock table holder in access exclusive mode')
  const counting = refreshStats(own.db, FISH, now)
  const waiting = await until('it waits for the holders', async () => {
    const { rows } = await owner.query<{ writes: boolean; locks: boolean }>(
      `select backend_xid is not null as writes,
         exists (select 1 from pg_locks l where l.pid = a.pid and l.mode = 'RowExclusiveLock') as locks
       from pg_stat_activity a where wait_event_type = 'Lock' and query like '%count(distinct h.address)%'
         and datname = current_database()`,
    )
    return rows[0]
  })
  await holder.query('rollback')
  holder.release()
  expect(waiting).toEqual({ writes: false, locks: false })
  expect(await counting).toBe(true)
})

test('a busy collection is worked out again five seconds after the last time, a quiet one at once', async () => {
  const due = async (time: Date) => {
    await own.db.query(`delete from kit.job where task = 'collection.stats'`)
    await inTx(own.db, (tx) => touchCollections(tx, { ids: [BIRD] }, time))
    const found = await own.db.query(
      `select run_at from kit.job where task = 'collection.stats' and key = $1`,
      [BIRD],
    )
    return found.rows[0]?.run_at.getTime() - now.getTime()
  }
  await refreshStats(own.db, BIRD, now)
  expect(await due(new Date(now.getTime() + 1_000))).toBe(5_000)
  expect(await due(new Date(now.getTime() + 60_000))).toBe(60_000)
})

test('GW-29 an open order is active from its start until its end, and both are worked on by the clock', async () => {
  await own.db.query('update order_replica set start_at = $2, end_at = $3 where asset_id = $1', [
    idOf(5),
    at(1),
    at(2),
  ])
  expect([await refreshAsset(own.db, idOf(5), now), await listings(5)]).toEqual([at(1), 0])
  expect([await refreshAsset(own.db, idOf(5), at(1)), await listings(5)]).toEqual([at(2), 1])
  expect([await refreshAsset(own.db, idOf(5), at(2)), await listings(5)]).toEqual([undefined, 0])
})

test('GW-29 inactive, completed and cancelled orders are not active and stay so', async () => {
  await setOrder(`status = 'filled'`)
  expect([await refreshAsset(own.db, idOf(5), at(1)), await listings(5)]).toEqual([at(2), 1])
  for (const change of [
    `inactive = true`,
    `inactive = false, status = 'completed'`,
    `status = 'cancelled'`,
  ]) {
    await setOrder(change)
    expect([await refreshAsset(own.db, idOf(5), at(1)), await listings(5)]).toEqual([undefined, 0])
  }
})

test('AI-9 an order that is heard while its asset is being indexed is counted, though neither saw the other', async () => {
  const { promise: isHeard, resolve: heard } = Promise.withResolvers<void>()
  const { promise: isWritten, resolve: written } = Promise.withResolvers<void>()
  const scan = inTx(own.db, async (tx) => {
    await addAsset(tx, 77, '77', 500)
    written()
    await isHeard
  })
  await isWritten
  expect(await refreshAsset(own.db, idOf(77), at(1))).toBeUndefined() // nothing is known of it
  await addOrder(own.db, { n: 77, asset: 77, type: 'list', value: '20', day: 0 })
  const again = await refreshAsset(own.db, idOf(77), at(1))
  expect(again).toEqual(new Date(at(1).getTime() + 60_000))
  heard()
  await scan
  await refreshAsset(own.db, idOf(77), again ?? now)
  expect(await listings(77)).toBe(1)
})

test('AI-20 slow pictures of one collection keep none of another waiting', async () => {
  const names = ['slow', 'quick']
  await own.db.query(`delete from kit.job`)
  await own.db.query(`update asset set image_source = 'data:text/plain,slow' where contract = $1`, [
    `0x${'f1'.repeat(20)}`,
  ])
  await own.db.query(`update asset set image_source = 'data:text/plain,quick' where collection_id = $1`, [
    BIRD,
  ])
  await own.db.query(`update sync set state = 'pending' where kind = 'image'`)
  const { rows } = await own.db.query<{ assetId: string; contract: string; collection_id: string }>(
    `select id as "assetId", contract, collection_id from asset order by collection_id`,
  )
  const slow = rows.filter(({ collection_id }) => collection_id === FISH).slice(0, 12)
  const quick = rows.filter(({ collection_id }) => collection_id === BIRD).slice(0, 1)
  const drawn: string[] = []
  const gate = Promise.withResolvers<void>()
  const notifier = createNotifier(own.db)
  const unused = async () => {
    throw new Error('not used here')
  }
  const deps: SyncDeps = {
    db: own.db,
    now: () => new Date(),
    rpc: {
      ...Object.fromEntries(
        ['chainId', 'head', 'header', 'logs', 'blockLogs', 'call'].map((name) => [name, unused]),
      ),
    } as never,
    sources: { resolve: unused, ipfsGateways: [], arweaveGateway: '' },
    pictures: {
      close: async () => undefined,
      async make(source) {
        drawn.push(source.toString())
        if (source.toString() === 'slow') await gate.promise
        return { mime: 'image/png', hash: '', r360: 'a.webp', r800: 'b.webp' }
      },
    },
  }
  const pieces = (some: typeof rows) =>
    some.map(({ assetId, contract }) => ({ key: assetId, payload: { assetId, contract } }))
  await inTx(own.db, (tx) => syncDue.image.enqueue(tx, pieces(slow), now))
  await inTx(own.db, (tx) => syncDue.image.enqueue(tx, pieces(quick), new Date()))
  const runner = startJobs(
    { ...deps, notifier, log: { warn: () => undefined, error: () => undefined } },
    [imageJob],
    () => undefined,
  )
  onTestFinished(async () => {
    gate.resolve()
    await runner.close()
    await notifier.close()
  })
  await until('one of each is being drawn', () => names.every((name) => drawn.includes(name)))
  expect(drawn.toSorted()).toEqual(names.toSorted())
})
