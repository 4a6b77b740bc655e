import { transact } from '@talad/shared/stream'
import { until } from '@talad/shared/testing/wait'
import { expect, inject, onTestFinished, test } from 'vitest'
import { activityJob } from '../src/jobs/activity.ts'
import { forgetTransfers } from '../src/jobs/forget-transfers.ts'
import { transferCheckJob } from '../src/jobs/transfer-check.ts'
import { checkSoon } from '../src/order/row.ts'
import { hearTransfers } from '../src/order/transfers.ts'
import { type Book, goodListing, hashOf, openBook, playedChain, put, runJobs } from './book.ts'
import { now, seller, terms } from './samples.ts'

const BAD = 25

async function open(): Promise<Book> {
  const book = await openBook(inject('postgres'))
  onTestFinished(() => book.close())
  return book
}

function start(book: Book, ...about: [Parameters<typeof runJobs>[1], Parameters<typeof runJobs>[2]]) {
  const jobs = runJobs(book.db, ...about)
  onTestFinished(() => jobs.close())
  return jobs
}

/** The hashes of orders that no answer of the chain comes for, and then one more. */
const isBad = (hash: string) => BigInt(hash) <= BigInt(BAD)
const putAll = async (book: Book) => {
  for (let n = 1; n <= BAD + 1; n++) await put(book.db, n)
}

const statusOf = async ({ db }: Book, n: number) => {
  const { rows } = await db.query<{ status: string; inactive: boolean }>(
    'select status, inactive from order_view where hash = $1',
    [hashOf(n)],
  )
  return rows[0]
}

test('OB-4 orders of which the chain tells nothing don’t keep others from being looked at', async () => {
  const book = await open()
  await putAll(book)
  const asked = new Map<string, number>()
  const chain = playedChain({
    async listing(hash) {
      asked.set(hash, (asked.get(hash) ?? 0) + 1)
      if (isBad(hash)) throw new Error('planted')
      return { ...goodListing, approved: false }
    },
  })
  start(book, [activityJob], chain)
  await until('the last one was looked at', async () => (await statusOf(book, BAD + 1))?.inactive === true)
  expect(asked.size).toBe(BAD + 1)
  const { rows } = await book.db.query(
    `select 1 from kit.job where task = 'order.activity' and failures > 0 and last_error like '%planted%'`,
  )
  expect(rows).toHaveLength(BAD) // and none is forgotten
})

test('OB-16 transfers of which the chain tells nothing don’t keep others from being found out', async () => {
  const book = await open()
  await putAll(book)
  const { contract, tokenId } = terms()
  const fact = { key: 'd', kind: 'departed' as const, units: 0n, txHash: '0x', logIndex: 0, block: 200n }
  await transact(book, (tx) =>
    hearTransfers(tx, [{ owner: seller, contract, tokenId, fact, blockHash: '0x', left: '0' }], now),
  )
  const chain = playedChain({
    async departure({ hash }) {
      return isBad(hash) ? undefined : { ownFill: false, left: 4n }
    },
  })
  start(book, [transferCheckJob], chain)
  await until(
    'the last one is cancelled',
    async () => (await statusOf(book, BAD + 1))?.status === 'cancelled',
  )
  expect((await book.db.query('select 1 from transfer_check')).rows).toHaveLength(BAD)
})

test('OB-4 after a look the next one is ten minutes later, and at once where somebody asks for it', async () => {
  const book = await open()
  await put(book.db, 1)
  let looks = 0
  const chain = playedChain({
    async listing() {
      looks += 1
      return goodListing
    },
  })
  start(book, [activityJob], chain)
  const nextLook = async () =>
    (await book.db.query<{ at: Date }>('select run_at as at from kit.job where claimed_by is null')).rows[0]
      ?.at
  const tenMinutes = new Date(now.getTime() + 600_000)
  await until('it is left alone', async () => (await nextLook())?.getTime() === tenMinutes.getTime())
  expect(looks).toBe(1)
  await transact(book, (tx) => checkSoon(tx, { contract: terms().contract }, now))
  await until('it was looked at again', () => looks === 2)
})

test('OB-4 while the chain is asked no connection is held', async () => {
  const book = await open()
  await putAll(book)
  const gate = Promise.withResolvers<void>()
  onTestFinished(() => gate.resolve())
  let asked = 0
  const chain = playedChain({
    async listing() {
      asked += 1
      await gate.promise
      return goodListing
    },
  })
  start(book, [activityJob], chain)
  await until('the chain is asked', () => asked === 4)
  const { rows } = await book.db.query(
    `select state from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  )
  expect(rows).toEqual([])
  gate.resolve()
})

test('transfers that nobody can need any more are forgotten in pieces, others stay', async () => {
  const book = await open()
  const day = 24 * 60 * 60_000
  await book.db.query(
    `insert into heard_transfer (owner, contract, token_id, fact_key, tx_hash, log_index, block_number, from_balance,
       block_hash, heard_at)
     select 'o', 'c', '1', n::text, '0x', 0, n, 0, '0x', case when n <= 2500 then $1 else $2 end::timestamptz
     from generate_series(1, 2600) n`,
    [new Date(now.getTime() - 8 * day), new Date(now.getTime() - 6 * day)],
  )
  start(book, [forgetTransfers], playedChain({}))
  const left = async () =>
    (await book.db.query<{ n: number }>('select count(*)::int as n from heard_transfer')).rows[0]?.n
  await until('the old ones are gone', async () => (await left()) === 100)
})
