import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { assetIdOf } from '../src/chain/ids.ts'
import { checkHolders } from '../src/holder/check.ts'
import { addressOf, startChain, type TestChain } from './chain.ts'
import { createIndexer, type TestIndexer } from './indexer.ts'

let chain: TestChain
let indexer: TestIndexer
let single: string
let multi: string
const [alice, bob] = [addressOf(1), addressOf(2)]
const DAY_MS = 86_400_000
const start = Date.now()
const errors: object[] = []

beforeAll(async () => {
  chain = await startChain()
  single = await chain.collection('erc721', 1)
  multi = await chain.collection('erc1155', 2)
  indexer = await createIndexer(inject('postgres'), chain)
  for (let token = 1; token <= 6; token++) await chain.mint(single, alice, token)
  await chain.mintMany(multi, alice, 1, 10)
  await chain.moveBatch(multi, 1, bob, [1], [4])
  await indexer.scan()
})
afterAll(async () => {
  await indexer.drop()
  await chain.stop()
})

const idOf = (contract: string, token: number) => assetIdOf('kub', contract, String(token))
const drift = async () =>
  (await indexer.db.query('select asset_id, address, ours, chain from holder_drift order by ours')).rows

/** Looks at every part that is due so many days after the start. @returns how many there were */
async function look(days: number): Promise<number> {
  const { db, deps } = indexer
  const log = { info: () => undefined, error: (about: object) => void errors.push(about) }
  const now = new Date(start + days * DAY_MS)
  let parts = 0
  while (await checkHolders({ db, rpc: deps.rpc, log }, now)) parts += 1
  return parts
}

test('AI-5 each asset is compared with the chain once a week, and what agrees is left alone', async () => {
  expect(await look(0)).toBe(256)
  expect(await look(6)).toBe(0)
  expect(await look(7)).toBe(256)
  expect(await drift()).toEqual([])
  expect(errors).toEqual([])
})

test('AI-5 drift is found, told and kept until a later look agrees', async () => {
  const { db } = indexer
  await db.query('update holder set address = $2 where asset_id = $1', [idOf(single, 3), bob])
  await db.query('update holder set quantity = 9 where asset_id = $1 and address = $2', [idOf(multi, 1), bob])
  expect(await look(14)).toBe(256)
  expect(await drift()).toEqual([
    { asset_id: idOf(single, 3), address: bob, ours: 1n, chain: 0n },
    { asset_id: idOf(multi, 1), address: bob, ours: 9n, chain: 4n },
  ])
  expect(errors).toHaveLength(2)

  await db.query('update holder set address = $2 where asset_id = $1', [idOf(single, 3), alice])
  expect(await look(21)).toBe(256)
  expect(await drift()).toMatchObject([{ asset_id: idOf(multi, 1) }])
  await db.query('update holder set quantity = 4 where asset_id = $1 and address = $2', [idOf(multi, 1), bob])
  await look(28)
  expect(await drift()).toEqual([])
})

test('AI-5 the chain is asked as of the block that we stand at: what came after it is no drift', async () => {
  await chain.move(single, 1, bob, 5)
  expect(await look(35)).toBe(256)
  expect(await drift()).toEqual([])
  await indexer.scan()
})

test('AI-5 a look ends without a word when the node no longer knows the block, and is done again', async () => {
  const { db, deps } = indexer
  const gone = { ...deps.rpc, call: () => Promise.reject(new Error('unknown block')) }
  const log = { info: () => undefined, error: () => undefined }
  const now = new Date(start + 42 * DAY_MS)
  const looked = async () => {
    while (await checkHolders({ db, rpc: gone, log }, now));
  }
  await expect(looked()).rejects.toThrow('unknown block')
  expect(await drift()).toEqual([])
  expect(await look(42)).toBeGreaterThan(0)
})
