import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { CounterIncrementedSchema } from '@talad/proto/asset-indexer/v1/events'
import { type InMessage, outgoing } from '@talad/shared/bus/port'
import { inTx } from '@talad/shared/db'
import { transact } from '@talad/shared/stream'
import { handleIn } from '@talad/shared/testing/handled'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { manifest } from '../manifest.ts'
import { counterIncremented } from '../src/consumers/order-facts.ts'
import type { Deps } from '../src/deps.ts'
import { counterJob } from '../src/jobs/counters.ts'
import { countersOf, followCounters } from '../src/order/counters.ts'
import { orderView as shownOrder } from '../src/public-state/order.ts'
import { withCounter } from '../src/viewer/actions.ts'
import { type Book, hashOf, openBook, playedChain, putMany, runJobs } from './book.ts'
import { now, seller, terms } from './samples.ts'

const MANY = 2_000
const PATIENCE_MS = 120_000
let book: Book
beforeAll(async () => {
  book = await openBook(inject('postgres'))
  await putMany(book, MANY, seller)
}, PATIENCE_MS)
afterAll(() => book?.close())

const raise = (reverted = false) => {
  const position = { blockNumber: 200n, blockHash: hashOf(7), txHash: hashOf(8), logIndex: 1, reverted }
  const message = outgoing('t', seller, CounterIncrementedSchema, {
    position,
    offerer: seller,
    newCounter: '1',
  })
  const arrived: InMessage = { ...message, id: '', headers: {}, time: now, partition: 0, offset: '' }
  return inTx(book.db, (tx) => handleIn(tx, counterIncremented, [arrived], { now, deps: {} as Deps }))
}

async function countOf(status: string): Promise<number> {
  const { rows } = await book.db.query<{ count: number }>(
    'select count(*)::int as count from order_view where status = $1',
    [status],
  )
  return rows[0]?.count ?? 0
}

async function isQuiet(): Promise<boolean> {
  const { rows } = await book.db.query(`select 1 from kit.job where task = 'offerer.counter'`)
  return rows.length === 0
}

/** Kills a process that ends the orders when it has ended some and not all. */
async function endSomeAndDie(): Promise<void> {
  const program = fileURLToPath(new URL('./counter-process.ts', import.meta.url))
  const child = spawn(process.execPath, [program, book.url], { stdio: 'inherit' })
  const exit = once(child, 'exit')
  await until('some have ended', async () => (await countOf('cancelled')) >= 300, PATIENCE_MS)
  child.kill('SIGKILL')
  await exit
}

test(
  'OB-15 two thousand orders of a raised counter end in pieces, through a kill, and none is shown for sale meanwhile',
  async () => {
    await raise()
    expect(await countOf('cancelled')).toBe(0) // the message itself changes no order
    const [counters, { rows }] = await Promise.all([
      countersOf(book.db, [seller]),
      book.db.query<{ doc: unknown }>('select doc from order_view'),
    ])
    const shown = rows.map(({ doc }) => withCounter(shownOrder.parse(doc), counters.get(seller) ?? 0n))
    expect(new Set(shown.map(({ after }) => after.status))).toEqual(new Set(['cancelled']))

    await endSomeAndDie()
    expect(await countOf('offchain')).toBeGreaterThan(0)
    const jobs = runJobs(book.db, [counterJob], playedChain({}))
    await until('all have ended', async () => (await countOf('cancelled')) === MANY, PATIENCE_MS)
    await until('nothing is left to do', isQuiet, PATIENCE_MS)
    await jobs.close()
    const events = await book.db.query(`select stream from kit.event where type = 'FactSeen'`)
    expect(new Set(events.rows.map(({ stream }) => stream)).size).toBe(MANY)
    expect(events.rows).toHaveLength(MANY) // each once
    expect(jobs.faults).toEqual([])
  },
  2 * PATIENCE_MS,
)

test(
  'OB-1 OB-15 a counter whose block is gone gives all orders back, in pieces too',
  async () => {
    await raise(true)
    expect(await countersOf(book.db, [seller])).toEqual(new Map())
    const transactions = await book.db.query<{ n: number }>(
      'select count(distinct txid)::int as n from kit.event',
    )
    while (await transact(book, (tx) => followCounters(tx, seller, now)));
    expect(await countOf('offchain')).toBe(MANY)
    const after = await book.db.query<{ n: number }>('select count(distinct txid)::int as n from kit.event')
    expect((after.rows[0]?.n ?? 0) - (transactions.rows[0]?.n ?? 0)).toBe(MANY / 250)
    const { rows } = await book.db.query<{ due: number }>(
      `select count(*)::int as due from kit.job where task = 'order.activity'`,
    )
    expect(rows[0]?.due).toBe(MANY) // and each is looked at again (OB-4)
  },
  PATIENCE_MS,
)

test('what must hold of orders holds when nothing is under way, and is told where it does not', async () => {
  const broken = async () => {
    const found = await Promise.all(manifest.invariants.map(({ sql }) => book.db.query(sql)))
    return found.map(({ rows }) => rows.length > 0)
  }
  expect(await broken()).toEqual(manifest.invariants.map(() => false))
  const [first, second] = [hashOf(1), hashOf(2)]
  await book.db.query(`update order_row set open = false where hash = $1`, [first])
  await book.db.query(`update order_view set doc = jsonb_set(doc, '{after,filled}', '"1"') where hash = $1`, [
    second,
  ])
  await book.db.query(`update order_view set filled = total + 1 where hash = $1`, [second])
  await book.db.query(
    `insert into raised_counter (offerer, fact_key, tx_hash, log_index, block_number, counter, reverted)
     values ($1, 'k', '0x', 0, 1, 9, false)`,
    [terms().offerer],
  )
  expect(await broken()).toEqual(manifest.invariants.map(() => true))
})
