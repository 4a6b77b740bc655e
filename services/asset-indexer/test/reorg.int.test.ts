import { fromBinary } from '@bufbuild/protobuf'
import { AssetTransferredSchema } from '@talad/proto/asset-indexer/v1/events'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { assetIdOf } from '../src/chain/ids.ts'
import { addressOf, startChain, type TestChain } from './chain.ts'
import { createIndexer, dump, type TestIndexer, told } from './indexer.ts'

let chain: TestChain
let single: string
let multi: string
let indexer: TestIndexer
const [alice, bob, carol] = [addressOf(1), addressOf(2), addressOf(3)]

beforeAll(async () => {
  chain = await startChain()
  single = await chain.collection('erc721', 1)
  multi = await chain.collection('erc1155', 2)
  indexer = await createIndexer(inject('postgres'), chain, { confirmations: 5 })
})
afterAll(async () => {
  await indexer.drop()
  await chain.stop()
})

/** Mints, moves and burns by a pattern, one block each, with every block scanned or not. */
async function live(from: number, blocks: number, scanEach: boolean): Promise<void> {
  for (let n = 0; n < blocks; n++) {
    const token = from + n
    if (n % 4 === 0) await chain.mint(single, alice, token)
    else if (n % 4 === 1) await chain.move(single, 1, n % 8 === 1 ? bob : carol, token - 1)
    else if (n % 4 === 2) await chain.mintMany(multi, alice, token % 3, 5)
    else await chain.moveBatch(multi, 1, bob, [(token - 1) % 3], [2])
    if (scanEach) await indexer.scan()
  }
}

async function equalsReplay(): Promise<void> {
  const replay = await createIndexer(inject('postgres'), chain, { confirmations: 5 })
  await replay.scan()
  expect(await dump(indexer.db)).toEqual(await dump(replay.db))
  await replay.drop()
}

/** Net standing of each fact that was told: how often it was told as new, less how often it was taken back. */
async function standing(): Promise<Map<string, { told: number; confirmed: number }>> {
  const facts = new Map<string, { told: number; confirmed: number }>()
  for (const one of await told(indexer.db)) {
    if (one.type !== AssetTransferredSchema.typeName) continue
    const { position, tokenId } = fromBinary(AssetTransferredSchema, one.payload)
    if (!position) throw new Error('no position')
    const key = `${position.blockHash}.${position.logIndex}.${tokenId}`
    const now = facts.get(key) ?? { told: 0, confirmed: 0 }
    if (position.confirmed) now.confirmed += 1
    else now.told += position.reverted ? -1 : 1
    facts.set(key, now)
  }
  return facts
}

test.each([
  [1, true],
  [5, true],
  [40, false],
])('OB-42 after a reorganisation of depth %i the tables equal a plain replay', async (depth, scanEach) => {
  await live(depth * 1_000, depth + 3, scanEach)
  await indexer.scan()
  const snapshot = await dump(indexer.db)
  await chain.rpc('anvil_reorg', depth, [])
  await chain.mine(1)
  await indexer.scan()
  expect(await dump(indexer.db)).not.toEqual(snapshot)
  await equalsReplay()
  await live(depth * 1_000 + 500, 6, true)
  await equalsReplay()
})

test('OB-42 what was told of blocks that are gone is taken back, and only that', async () => {
  const kept = await indexer.db.query<{ key: string }>(
    `select (fact->>'blockHash') || '.' || log_index || '.' || (fact->>'token') as key from chain_fact
     where kind = 'transfer'`,
  )
  const there = new Set(kept.rows.map((row) => row.key))
  const facts = await standing()
  for (const [key, { told: times, confirmed }] of facts) {
    expect([key, times]).toEqual([key, there.has(key) ? 1 : 0])
    expect(confirmed).toBeLessThanOrEqual(1)
  }
  expect([...there].every((key) => facts.has(key))).toBe(true)
})

test('OB-42 a chain that has become shorter, with other blocks, is rolled back as well', async () => {
  const id = await chain.rpc('evm_snapshot')
  await chain.mint(single, alice, 900_001)
  await indexer.scan()
  await chain.mine(3)
  await indexer.scan()
  await chain.rpc('evm_revert', id)
  await chain.rpc('anvil_setCoinbase', bob) // otherwise an empty block of the same second would be the very same block
  await chain.mine(2)
  await indexer.scan()
  const gone = await indexer.db.query('select 1 from asset where token_id = 900001')
  expect(gone.rows.length).toBe(0)
  await chain.mine(5) // what was confirmed on the longer chain stays so: both chains have it
  await indexer.scan()
  await equalsReplay()
})

test('OB-42 a reverted transfer tells what giver and taker hold without it', async () => {
  await chain.mint(single, alice, 900_002)
  await chain.mine(2)
  const id = await chain.rpc('evm_snapshot')
  await chain.move(single, 1, bob, 900_002)
  await indexer.scan()
  await chain.rpc('evm_revert', id)
  await chain.mine(4)
  await indexer.scan()
  const messages = (await told(indexer.db))
    .filter((one) => one.key === `${single}:900002` && one.type === AssetTransferredSchema.typeName)
    .map((one) => fromBinary(AssetTransferredSchema, one.payload))
  const reverted = messages.find((one) => one.position?.reverted)
  expect(reverted).toMatchObject({ from: alice, fromBalance: '1', to: bob, toBalance: '0' })
  const owner = await indexer.db.query('select owner from asset where id = $1', [
    assetIdOf('kub', single, '900002'),
  ])
  expect(owner.rows[0]?.owner).toBe(alice)
})

test('OB-42 only collections of which something was taken back are worked out anew', async () => {
  await chain.mint(single, alice, 900_003)
  await chain.mintMany(multi, alice, 1, 1)
  await indexer.scan()
  const id = await chain.rpc('evm_snapshot')
  await chain.move(single, 1, bob, 900_003)
  await indexer.scan()
  await indexer.db.query('delete from kit.job')
  await chain.rpc('evm_revert', id)
  await chain.mine(4)
  await indexer.scan()
  const due = await indexer.db.query(
    `select c.address from kit.job j join collection c on c.id = j.key where j.task = 'collection.stats'`,
  )
  expect(due.rows).toEqual([{ address: single }])
})

test('OB-42 a collection whose deployment is reorganised away goes with all that was in it', async () => {
  const id = await chain.rpc('evm_snapshot')
  const gone = await chain.collection('erc721', 99)
  await chain.mint(gone, alice, 1)
  await indexer.scan()
  expect((await indexer.db.query('select 1 from collection where address = $1', [gone])).rows.length).toBe(1)
  await chain.rpc('evm_revert', id)
  await chain.mine(5)
  await indexer.scan()
  expect((await indexer.db.query('select 1 from collection where address = $1', [gone])).rows.length).toBe(0)
  await equalsReplay()
})
