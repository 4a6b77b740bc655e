import { fileURLToPath } from 'node:url'
import {
  AssetTransferredSchema,
  CounterIncrementedSchema,
  OrderFulfilledSchema,
} from '@talad/proto/asset-indexer/v1/events'
import { type InMessage, outgoing } from '@talad/shared/bus/port'
import type { Consumer } from '@talad/shared/consumer'
import { type Db, inTx, openDb } from '@talad/shared/db'
import { changeIn, load, transact } from '@talad/shared/stream'
import { handleIn } from '@talad/shared/testing/handled'
import { createTestDatabase } from '@talad/shared/testing/postgres'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { counterIncremented, orderFulfilled } from '../src/consumers/order-facts.ts'
import { assetTransferred } from '../src/consumers/transfer.ts'
import type { Deps } from '../src/deps.ts'
import { followCounters } from '../src/order/counters.ts'
import { viewOf } from '../src/order/state.ts'
import { orders, streamId } from '../src/order/stream.ts'
import { now, putOf, terms } from './samples.ts'

const migrations = fileURLToPath(new URL('../prisma/migrations', import.meta.url))
let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Db
beforeAll(async () => {
  database = await createTestDatabase(inject('postgres'), migrations)
  db = openDb(database.url)
})
afterAll(async () => {
  await db.end()
  await database.drop()
})
// what a counter means is a matter of the test that raises it
beforeEach(() => db.query('delete from raised_counter'))

const hashes = ['7', '8', '9', 'd', 'e'].map((digit) => `0x${digit.repeat(64)}`)
const { offerer } = terms()
const hash32 = (digit: string) => `0x${digit.repeat(64)}`
const positionIn = (digit: string, blockNumber: bigint, logIndex: number, reverted = false) => ({
  blockNumber,
  blockHash: hash32(digit),
  txHash: hash32('c'),
  logIndex,
  reverted,
})

/** What the handlers of this test use: none asks anything of the service. */
const deps = {} as Deps

async function put(hash: string, tokenId: string): Promise<void> {
  const about = { ...terms(), hash, orderId: hash.slice(2, 26), tokenId }
  await inTx(db, (tx) => changeIn(tx, orders, streamId(hash), putOf(about), now))
}

const statusOf = async (hash: string) => viewOf((await load(db, orders, streamId(hash))).state)?.after.status

async function deliver(one: Consumer<Deps>, message: ReturnType<typeof outgoing>): Promise<void> {
  const arrived: InMessage = { ...message, id: '', headers: {}, time: now, partition: 0, offset: '' }
  await inTx(db, (tx) => handleIn(tx, one, [arrived], { now, deps }))
}

const fill = (hash: string, reverted = false) =>
  deliver(
    orderFulfilled,
    outgoing('t', hash, OrderFulfilledSchema, {
      position: positionIn('b', 200n, 2, reverted),
      orderHash: hash,
      offerer,
      amount: '4',
    }),
  )

const raiseCounter = () =>
  deliver(
    counterIncremented,
    outgoing('t', offerer, CounterIncrementedSchema, {
      position: positionIn('b', 200n, 1),
      offerer,
      newCounter: '1',
    }),
  )

/** What the job `offerer.counter` does. */
async function inTurns(): Promise<void> {
  while (await transact({ db }, (tx) => followCounters(tx, offerer, now)));
}

const leave = (tokenId: string, position: ReturnType<typeof positionIn>, left = '0') => {
  const { contract, contractType } = terms()
  const about = {
    contractAddress: contract,
    contractType,
    tokenId,
    from: offerer,
    to: hash32('f').slice(0, 42),
  }
  return deliver(
    assetTransferred,
    outgoing('t', `${contract}:${tokenId}`, AssetTransferredSchema, {
      position,
      ...about,
      amount: '4',
      fromBalance: '4',
      fromLeft: left,
    }),
  )
}

/** The departures that wait for an answer of the chain, by the first digit of their block's hash. */
async function noted(hash: string): Promise<string[]> {
  const { rows } = await db.query<{ block: string; left: bigint }>(
    `select substr(block_hash, 3, 1) as block, from_balance as left from transfer_check where hash = $1 order by block_number`,
    [hash],
  )
  return rows.map(({ block, left }) => `${block} ${left}`)
}

test('OB-15 a raised counter ends an order whose fill is taken back, whichever of the three is heard first', async () => {
  const ours = hashes.slice(0, 3)
  const [hash = ''] = ours
  for (const each of ours) await put(each, '7')
  await fill(hash)
  expect(await statusOf(hash)).toBe('completed')
  await raiseCounter()
  await inTurns() // the others are open and end with it
  await fill(hash, true)
  expect(await Promise.all(ours.map(statusOf))).toEqual(['cancelled', 'cancelled', 'cancelled'])
})

test('OB-16 a departure is looked at when the fill that had ended the order is taken back after it was heard', async () => {
  const hash = hashes[3] ?? ''
  await put(hash, '8')
  await fill(hash)
  await leave('8', positionIn('a', 198n, 1)) // on the chain that knows of no fill
  expect(await noted(hash)).toEqual([])
  await fill(hash, true)
  expect(await statusOf(hash)).toBe('offchain')
  expect(await noted(hash)).toEqual(['a 0'])
})

test('OB-16 each departure since the put counts by itself: one may be taken back, and the least that stayed counts', async () => {
  const hash = hashes[4] ?? ''
  await leave('9', positionIn('1', 90n, 1))
  await leave('9', positionIn('2', 110n, 1), '3') // heard before the insert, as the others
  await leave('9', positionIn('2', 110n, 1), '1') // twice in one batch
  await leave('9', positionIn('3', 120n, 1))
  await leave('9', positionIn('3', 120n, 1, true))
  await put(hash, '9')
  expect(await noted(hash)).toEqual(['2 1'])
})
