import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { OrderChangedSchema } from '@talad/proto/order-book/v1/events'
import { type InMessage, outgoing } from '@talad/shared/bus/port'
import { withContext } from '@talad/shared/context'
import { type Db, inTx, openDb } from '@talad/shared/db'
import { startJobs } from '@talad/shared/job-runner'
import { createNotifier } from '@talad/shared/notifier'
import { handleIn } from '@talad/shared/testing/handled'
import { createTestDatabase } from '@talad/shared/testing/postgres'
import { until } from '@talad/shared/testing/wait'
import fc from 'fast-check'
import { expect, inject, onTestFinished, test } from 'vitest'
import { orderChanged } from '../src/consumers/order.ts'
import type { Deps } from '../src/deps.ts'
import { assetMarket } from '../src/due/market.ts'
import { marketJob } from '../src/jobs/market.ts'
import { refreshDue } from '../src/market/refresh.ts'
import { migrations } from './indexer.ts'
import { idOf, type Lists, now, startLists } from './lists.ts'
import { makeMarket, picker, saveMarket } from './market.ts'

const deps = { config: { CHAIN_SLUG: 'kub' } } as Deps
const DAY_MS = 86_400_000
const address = (digit: string) => `0x${digit.repeat(40)}`

async function openIndex(): Promise<Db> {
  const own = await createTestDatabase(inject('postgres'), migrations)
  const db = openDb(own.url)
  onTestFinished(async () => {
    await db.end()
    await own.drop()
  })
  return db
}

const TYPES = ['list', 'offer', 'deal'] as const
type Said = {
  n: number
  revision: number
  status: string
  inactive: boolean
  elsewhere: boolean
  day: number
}

function messageOf({ n, revision, status, inactive, elsewhere, day }: Said): InMessage {
  const hash = `0x${n.toString(16).padStart(64, '0')}`
  const at = (days: number) => timestampFromDate(new Date(now.getTime() + days * DAY_MS))
  const message = outgoing('order-book.order.v1', hash, OrderChangedSchema, {
    orderId: hash.slice(2, 26),
    hash,
    type: TYPES[n % 3] ?? 'list',
    status,
    inactive,
    revision,
    blockchain: elsewhere ? 'jfin' : 'kub',
    shipper: true,
    amount: '2',
    filled: '1',
    change: 'put',
    asset: { contractAddress: address('C'), contractType: 'erc1155', tokenId: String(n % 2) },
    price: { tokenAddress: address('7'), symbol: 'THB', raw: '1234', value: '', family: 'thb', decimals: 2 },
    offerer: address('a'),
    start: at(0),
    createdAt: at(0),
    end: at(9),
    at: at(day),
  })
  return { ...message, id: '', headers: {}, time: now, partition: 0, offset: '' }
}

const said = fc.record({
  n: fc.integer({ min: 1, max: 7 }),
  revision: fc.integer({ min: 1, max: 4 }),
  status: fc.constantFrom('offchain', 'validated', 'filled', 'completed', 'cancelled'),
  inactive: fc.boolean(),
  elsewhere: fc.boolean(),
  day: fc.integer({ min: 0, max: 3 }),
})

test('AI-9 AI-18 news of many orders that is heard together comes to what it comes to one after the other', async () => {
  const [one, all] = await Promise.all([openIndex(), openIndex()])
  const inside = <T>(work: () => Promise<T>) => withContext({ correlationId: 'test' }, work)
  const news = fc.uniqueArray(said, { selector: ({ n }) => n, minLength: 1 })
  await fc.assert(
    fc.asyncProperty(news, async (given) => {
      const messages = given.map(messageOf)
      await inside(() =>
        inTx(one, async (tx) => {
          for (const message of messages) await handleIn(tx, orderChanged, [message], { now, deps })
        }),
      )
      await inside(() => inTx(all, async (tx) => handleIn(tx, orderChanged, messages, { now, deps })))
    }),
    { numRuns: 60 },
  )
  const standing = async (db: Db) => {
    const texts = [
      'select * from order_replica order by hash',
      'select * from activity order by id',
      'select task, key, payload, context, run_at from kit.job order by task, key',
    ]
    const found = await Promise.all(texts.map((text) => db.query<Record<string, unknown>>(text)))
    return found.map(({ rows }) => rows)
  }
  const expected = await standing(one)
  expect(expected.map((rows) => rows.length > 1)).toEqual([true, true, true])
  expect(await standing(all)).toEqual(expected)
})

async function openMarket(): Promise<Lists> {
  const own = await startLists(inject('postgres'))
  onTestFinished(() => own.close())
  await saveMarket(own.db, makeMarket(SIZE, picker(7)))
  return own
}
const SIZE = 150
const assets = async ({ db }: Lists) => (await db.query('select * from asset order by id')).rows
const waiting = async ({ db }: Lists) =>
  (
    await db.query<{ key: string; run_at: Date }>(
      `select key, run_at from kit.job where task = 'asset.market' order by key`,
    )
  ).rows
const spoil = ({ db }: Lists) =>
  db.query(`update asset set listings = 9, lp_thb = 1, best_order = null, listed_at = null, lp_baht = 7`)

async function askFor({ db }: Lists, numbers: readonly number[]): Promise<void> {
  const pieces = numbers.map((n) => ({ key: idOf(n), payload: { assetId: idOf(n) } }))
  await inTx(db, (tx) => assetMarket.enqueue(tx, pieces, now))
}
const upTo = (size: number) => Array.from({ length: size }, (_, n) => n + 1)

test('AI-9 GW-29 many assets are worked out together as one after the other, and again when the clock changes them', async () => {
  const own = await openMarket()
  const expected = await assets(own)
  await spoil(own)
  await askFor(own, [...upTo(SIZE), 7_777]) // of the last one nothing is known
  expect((await refreshDue(own.db, new Date(now.getTime() - 1))).isMore).toBe(false) // nothing is due yet
  while ((await refreshDue(own.db, now)).isMore);
  expect(await assets(own)).toEqual(expected)
  const { rows: ends } = await own.db.query(
    `select asset_id as key, min(end_at) as run_at from order_replica where open and end_at > $1 group by asset_id order by 1`,
    [now],
  )
  expect(ends.length).toBeGreaterThan(10)
  expect(await waiting(own)).toEqual(ends)
})

test('what somebody else works on is not waited for: it stays due, and others are worked out', async () => {
  const own = await openMarket()
  const expected = await assets(own)
  await spoil(own)
  await askFor(own, upTo(20))
  await inTx(own.db, async (tx) => {
    await tx.query('select from asset where id = $1 for update', [idOf(3)])
    await tx.query(`select from kit.job where key = $1 for update`, [idOf(4)])
    await refreshDue(own.db, now)
  })
  const due = (await waiting(own)).filter(({ run_at }) => run_at.getTime() === now.getTime())
  expect(due.map(({ key }) => key)).toEqual([idOf(3), idOf(4)])
  await refreshDue(own.db, now)
  expect((await assets(own)).slice(0, 20)).toEqual(expected.slice(0, 20))
})

test('AI-9 all that is due is worked out by the runner, though one asset of them never can be', async () => {
  const own = await openMarket()
  const expected = await assets(own)
  await spoil(own)
  const owner = openDb(own.db.options.connectionString ?? '', { owner: true, max: 1 })
  await owner.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'planted'; end $$;
     create trigger refuse before update on asset for each row when (new.id = '${idOf(5)}') execute function refuse()`,
  )
  await owner.end()
  await askFor(own, upTo(SIZE))
  const notifier = createNotifier(own.db)
  const log = { warn: () => undefined, error: () => undefined }
  const faults: unknown[] = []
  const runner = startJobs({ db: own.db, notifier, now: () => now, log } as never, [marketJob], (error) =>
    faults.push(error),
  )
  onTestFinished(async () => {
    await runner.close()
    await notifier.close()
  })
  const isDone = async () => (await waiting(own)).every(({ run_at }) => run_at > now)
  await until('nothing is due', isDone)
  expect((await assets(own)).filter(({ id }) => id !== idOf(5))).toEqual(
    expected.filter(({ id }) => id !== idOf(5)),
  )
  expect(faults).toEqual([])
})
