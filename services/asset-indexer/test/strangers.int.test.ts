import { deployCollection } from '@talad/contracts/deploy'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { assetIdOf } from '../src/chain/ids.ts'
import { addressOf, keyOf, startChain, type TestChain } from './chain.ts'
import { createIndexer, dump, type TestIndexer } from './indexer.ts'

let chain: TestChain
let indexer: TestIndexer
let multi: string
const MOST = 2n ** 256n - 1n

beforeAll(async () => {
  chain = await startChain()
  multi = await chain.collection('erc1155', 2)
  indexer = await createIndexer(inject('postgres'), chain)
})
afterAll(async () => {
  await indexer.drop()
  await chain.stop()
})

async function named(name: string, salt: number): Promise<string> {
  const { address } = await deployCollection({
    rpcUrl: chain.anvil.rpcUrl,
    deployerKey: keyOf(0),
    factory: chain.deployment.collectionFactory,
    kind: 'erc721',
    baseUri: 'https://127.0.0.1/',
    name,
    symbol: 'T',
    salt: `0x${salt.toString(16).padStart(64, '0')}`,
  })
  return address
}

const nameOf = async (address: string) =>
  (await indexer.db.query('select name from collection where address = $1', [address])).rows[0]?.name

const heldOf = async (token: number) =>
  (
    await indexer.db.query('select count(*)::integer as n from holder where asset_id = $1', [
      assetIdOf('kub', multi, String(token)),
    ])
  ).rows[0]?.n

test('AI-4 a name that would be cut through a character, or has none that can be stored, stops nothing', async () => {
  const cut = await named(`${'a'.repeat(499)}🎉🎉`, 11)
  const nul = await named('a\0b', 12)
  await indexer.scan()
  expect(await nameOf(cut)).toBe(`${'a'.repeat(499)}🎉`)
  expect(await nameOf(nul)).toBe('a\uFFFDb')
})

test('AI-4 a fact that cannot be stored is kept apart and told, and all others go on', async () => {
  const told: object[] = []
  indexer.deps.log.error = (about) => told.push(about)
  await chain.mintMany(multi, addressOf(1), 1, 5)
  // each is possible on the chain; together they are more than 78 digits
  for (let n = 0; n < 9; n++) await chain.mintMany(multi, addressOf(n), 2, MOST)
  await chain.mintMany(multi, addressOf(2), 3, 7)
  await indexer.scan()

  expect([await heldOf(1), await heldOf(2), await heldOf(3)]).toEqual([1, 8, 1])
  const refused = await indexer.db.query('select fact::json->>$1 as token, error from refused_fact', [
    'token',
  ])
  expect(refused.rows).toEqual([{ token: '2', error: expect.stringContaining('overflow') }])
  expect(told).toEqual([expect.objectContaining({ item: 0, err: expect.any(Error) })])
  const { rows } = await indexer.db.query('select position from scan')
  expect(Number(rows[0]?.position)).toBe(await chain.height())
})

test('AI-4 a range with a refused fact that is scanned again changes nothing', async () => {
  const before = await dump(indexer.db)
  await indexer.db.query('update scan set position = 0, position_hash = null where id = 1')
  await indexer.scan()
  expect(await dump(indexer.db)).toEqual(before)
})
