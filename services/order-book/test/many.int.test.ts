import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { toldRange } from '@talad/market/suspensions'
import { withContext } from '@talad/shared/context'
import { inTx } from '@talad/shared/db'
import { rebuildReadModel } from '@talad/shared/read-model'
import { changeIn, changeMany, transact } from '@talad/shared/stream'
import { until } from '@talad/shared/testing/wait'
import fc from 'fast-check'
import { expect, inject, onTestFinished, test } from 'vitest'
import { suspendedJob } from '../src/jobs/suspended.ts'
import type { OrderCommand, RaisedCounter } from '../src/order/decide.ts'
import { suspendedCheck } from '../src/order/due.ts'
import type { Fact } from '../src/order/events.ts'
import { orders, streamId } from '../src/order/stream.ts'
import { hearTransfers } from '../src/order/transfers.ts'
import { orderView } from '../src/read-models/order-view.ts'
import { type Book, hashOf, openBook, playedChain, put, putMany, runJobs } from './book.ts'
import { nft, now, seller, terms } from './samples.ts'

async function open(): Promise<Book> {
  const book = await openBook(inject('postgres'))
  onTestFinished(() => book.close())
  return book
}

/** All that lies there, but for which transaction put it there. */
async function standing({ db }: Book) {
  const texts = [
    'select stream, version, type, data, view, meta, at from kit.event order by stream, version',
    'select * from order_row order by hash',
    'select * from order_view order by hash',
    'select * from transfer_check order by hash, fact_key',
    'select task, key, payload, context, run_at from kit.job order by task, key',
  ]
  return Promise.all(texts.map(async (text) => (await db.query<Record<string, unknown>>(text)).rows))
}

const fact = (kind: Fact['kind'], key: string, units = 0n): Fact => ({
  key,
  kind,
  units,
  txHash: `0x${key}`,
  logIndex: 0,
  block: 200n,
})
const raised: RaisedCounter[] = [{ fact: fact('counter', 'c'), counter: 1n }]
const COMMANDS: readonly OrderCommand[] = [
  { type: 'Suspend' },
  { type: 'SetActivity', reasons: [] },
  { type: 'SetActivity', reasons: ['kyc', 'balance'] },
  { type: 'SeeCounter', raised },
  { type: 'RevertFact', key: 'c', raised: [] },
  { type: 'RevertFact', key: 'd', raised },
  { type: 'SeeFact', fact: fact('filled', 'f', 2n) },
  { type: 'SeeFact', fact: fact('departed', 'd') },
  { type: 'SeeFact', fact: fact('cancelled', 'x,"{}\\') },
  { type: 'RevertFact', key: 'x,"{}\\', raised: [] },
]
const KNOWN = 6

test('OB-1 MO-7 many orders that are changed together come to what they come to one after the other', async () => {
  const [one, all] = await Promise.all([open(), open()])
  const inside = <T>(work: () => Promise<T>) => withContext({ correlationId: 'test' }, work)
  for (const { db } of [one, all])
    await inside(async () => {
      // one offerer of each three, and one signed without a zone
      for (let n = 1; n <= KNOWN; n++)
        await put(db, n, { offerer: n % 3 ? seller : `0x${'3'.repeat(40)}`, restricted: n !== 4 })
      const { contract, tokenId } = terms()
      const departed = fact('departed', 'd')
      const heard = { fact: departed, blockHash: '0x', left: '0' }
      await transact({ db }, (tx) => hearTransfers(tx, [{ owner: seller, contract, tokenId, ...heard }], now))
    })
  const some = fc.uniqueArray(fc.integer({ min: 1, max: KNOWN + 1 }), { minLength: 1 }) // the last is unknown
  await fc.assert(
    fc.asyncProperty(some, fc.constantFrom(...COMMANDS), async (numbers, command) => {
      const ids = numbers.map((n) => streamId(hashOf(n)))
      await inside(() =>
        inTx(one.db, async (tx) => {
          for (const id of [...ids].sort()) await changeIn(tx, orders, id, command, now)
        }),
      )
      const asked = ids.map((id) => ({ stream: orders, id, command }))
      await inside(() => inTx(all.db, (tx) => changeMany(tx, asked, now)))
    }),
    { numRuns: 80, examples: COMMANDS.map((command) => [[1, 2, 3, KNOWN + 1], command]) },
  )
  const expected = await standing(one)
  expect(new Set(expected[0]?.map(({ type }) => type)).size).toBeGreaterThan(3)
  expect(await standing(all)).toEqual(expected)
  await rebuildReadModel(all.owner, orderView)
  expect(await standing(all)).toEqual(expected)
})

const MANY = 2_000
const range = { blockchain: 'kub', contractAddress: nft, tokenFrom: '', tokenTo: '' }

async function suspend({ db }: Book, active: boolean): Promise<void> {
  await db.query(
    `insert into suspension_replica (suspension_id, revision, active, blockchain, contract_address, at)
     values ('s', 1, $2, 'kub', $1, now()) on conflict (suspension_id) do update set active = excluded.active`,
    [nft, active],
  )
  await inTx(db, (tx) => suspendedCheck.enqueue(tx, [{ payload: toldRange.parse(range), key: 's', at: now }]))
}

const countOf = async ({ db }: Book, from: string) =>
  (await db.query<{ n: number }>(`select count(*)::int as n from ${from}`)).rows[0]?.n ?? 0

test('MO-7 two thousand orders on what is suspended rest in pieces, each once, through a kill and a second time', {
  timeout: 240_000,
}, async () => {
  const book = await open()
  await putMany(book, MANY, seller)
  await suspend(book, true)
  const resting = () => countOf(book, 'order_view where inactive')
  const program = fileURLToPath(new URL('./suspended-process.ts', import.meta.url))
  const child = spawn(process.execPath, [program, book.url], { stdio: 'inherit' })
  const exit = once(child, 'exit')
  await until('some rest', async () => (await resting()) > 0)
  child.kill('SIGKILL')
  await exit
  const killedAt = await resting()
  expect(killedAt % 250).toBe(0) // a piece rests as one
  expect(killedAt).toBeLessThan(MANY)

  const jobs = runJobs(book.db, [suspendedJob], playedChain({}))
  onTestFinished(() => jobs.close())
  const isQuiet = async () => (await countOf(book, `kit.job where task = 'order.suspended'`)) === 0
  await until('all rest', async () => (await resting()) === MANY)
  await until('nothing is left to do', isQuiet)
  expect(await countOf(book, `kit.event where type = 'ActivityChanged'`)).toBe(MANY)
  await suspend(book, true) // told again
  await until('nothing is left to do', isQuiet)
  expect(await countOf(book, `kit.event where type = 'ActivityChanged'`)).toBe(MANY)
  await suspend(book, false)
  await until(
    'all are looked at',
    async () => (await countOf(book, `kit.job where task = 'order.activity'`)) === MANY,
  )
  expect(jobs.faults).toEqual([])
})

async function planOf({ db }: Book, query: string, values: unknown[]): Promise<string> {
  const { rows } = await db.query<Record<'QUERY PLAN', string>>(`explain ${query}`, values)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

test('MO-7 OB-38 the next orders on what is suspended, and the newest of a contract, are found by an index and not sorted', async () => {
  const book = await open()
  await putMany(book, MANY, seller)
  const others = `0x${'8'.repeat(40)}`
  await book.db.query(
    'update order_view set contract = $1, start_at = start_at + length(hash) where hash > $2',
    [others, hashOf(100)],
  )
  await book.owner.query('vacuum analyze order_row, order_view')
  const next = await planOf(
    book,
    `select hash, token_id from order_row where open and contract = $1 and token_id::numeric between 1 and 99
       and (token_id::numeric, hash) > (7, '0x1') order by token_id::numeric, hash limit 250`,
    [nft],
  )
  expect(next).toContain('order_row_token')
  const newest = await planOf(
    book,
    `select doc from order_view where contract = $1 and not inactive order by start_at desc, order_id desc
     limit 10 offset 40`,
    [nft],
  )
  expect(newest).toContain('order_view_of_contract')
  expect(next + newest).not.toContain('Sort')
})
