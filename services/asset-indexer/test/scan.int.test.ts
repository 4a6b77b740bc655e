import { fromBinary } from '@bufbuild/protobuf'
import { seaportInterface } from '@talad/contracts/calldata'
import { orderComponents } from '@talad/contracts/seaport'
import { AssetTransferredSchema } from '@talad/proto/asset-indexer/v1/events'
import { openDb } from '@talad/shared/db'
import { LOG_CHANNEL } from '@talad/shared/event-log'
import { Contract } from 'ethers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { assetIdOf } from '../src/chain/ids.ts'
import { registerCollections } from '../src/collection/register.ts'
import { createScanner } from '../src/scan/scanner.ts'
import { addressOf, startChain, type TestChain } from './chain.ts'
import { createIndexer, dump, type TestIndexer, told } from './indexer.ts'
import { signListing } from './orders.ts'

let chain: TestChain
let single: string
let multi: string
let indexer: TestIndexer
const [alice, bob, carol] = [addressOf(1), addressOf(2), addressOf(3)]

beforeAll(async () => {
  chain = await startChain()
  single = await chain.collection('erc721', 1)
  multi = await chain.collection('erc1155', 2)
  indexer = await createIndexer(inject('postgres'), chain)
})
afterAll(async () => {
  await indexer.drop()
  await chain.stop()
})

async function holders(contract: string, token: number) {
  const result = await indexer.db.query(
    'select address, quantity from holder where asset_id = $1 order by address',
    [assetIdOf('kub', contract, String(token))],
  )
  return Object.fromEntries(result.rows.map((row) => [row.address, row.quantity]))
}

test('AI-5 an ERC-721 token has one holder with quantity 1, an ERC-1155 token the sums of its transfers', async () => {
  await chain.mint(single, alice, 1)
  await chain.move(single, 1, bob, 1)
  await chain.mintMany(multi, alice, 1, 10)
  await chain.mintMany(multi, alice, 2, 5)
  await chain.moveBatch(multi, 1, bob, [1, 2], [4, 5])
  await indexer.scan()
  expect(await holders(single, 1)).toEqual({ [bob]: 1n })
  expect(await holders(multi, 1)).toEqual({ [alice]: 6n, [bob]: 4n })
  expect(await holders(multi, 2)).toEqual({ [bob]: 5n })
  const asset = await indexer.db.query('select owner, supply from asset where id = $1', [
    assetIdOf('kub', multi, '1'),
  ])
  expect(asset.rows[0]).toEqual({ owner: bob, supply: 10n })
})

test('AI-4 collections of the factory are found in the range in which they are deployed', async () => {
  const found = await indexer.db.query('select address, type, name from collection order by found_block')
  expect(found.rows).toEqual([
    { address: single, type: 'erc721', name: 'Test 1' },
    { address: multi, type: 'erc1155', name: 'Test 2' },
  ])
})

test('AI-4 a scan from the start in one range equals a scan block by block', async () => {
  const other = await createIndexer(inject('postgres'), chain)
  await other.scan()
  expect(await dump(other.db)).toEqual(await dump(indexer.db))
  await other.drop()
})

test('AI-4 scanning a range again changes nothing', async () => {
  const before = await dump(indexer.db)
  await indexer.db.query('update scan set position = 0, position_hash = null where id = 1')
  await indexer.scan()
  expect(await dump(indexer.db)).toEqual(before)
})

test('AI-4 a process that dies before the commit of a range leaves nothing half done, and the next goes on', async () => {
  await chain.mint(single, carol, 2)
  const before = await dump(indexer.db)
  const owner = openDb(indexer.url, { owner: true, max: 1 })
  await owner.query(`create or replace function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'killed'; end $$;
    create trigger refuse_scan before update on scan for each row execute function refuse()`)
  await expect(indexer.scan()).rejects.toThrow('killed')
  expect(await dump(indexer.db)).toEqual(before)
  await owner.query('drop trigger refuse_scan on scan')
  await owner.end()
  await indexer.scan()
  expect(await holders(single, 2)).toEqual({ [carol]: 1n })
})

test('AI-5 transfers tell what giver and taker hold after the block', async () => {
  const messages = (await told(indexer.db)).filter((one) => one.type === AssetTransferredSchema.typeName)
  const [mint, move] = messages
    .filter((one) => one.key === `${single}:1`)
    .map((one) => fromBinary(AssetTransferredSchema, one.payload))
  expect(mint).toMatchObject({ to: alice, toBalance: '1', fromBalance: '', amount: '1' })
  expect(move).toMatchObject({ from: alice, fromBalance: '0', to: bob, toBalance: '1' })
})

test('OB-42 each fact is told when it is indexed, and once more when its block has 3 confirmations, itself included', async () => {
  const standing = async () =>
    (await told(indexer.db))
      .filter((one) => one.key === `${single}:2` && one.type === AssetTransferredSchema.typeName)
      .map((one) => fromBinary(AssetTransferredSchema, one.payload).position?.confirmed)
  expect(await standing()).toEqual([false])
  await chain.mine(1)
  await indexer.scan()
  expect(await standing()).toEqual([false])
  await chain.mine(1)
  await indexer.scan()
  expect(await standing()).toEqual([false, true])
  await chain.mine(5)
  await indexer.scan()
  expect(await standing()).toEqual([false, true])
})

test('OB-42 who waits is told of what is confirmed, though nothing new came with the block', async () => {
  await chain.mint(single, carol, 3)
  await indexer.scan()
  await chain.mine(1)
  await indexer.scan()
  indexer.announced.length = 0
  await chain.mine(1)
  await indexer.scan()
  expect(indexer.announced).toContain(LOG_CHANNEL)
})

test('AI-4 a collection that is registered late catches up from the first block and then follows the head', async () => {
  const late = await createIndexer(inject('postgres'), chain)
  late.deps.factory = undefined
  const step = createScanner(late.deps)
  while (await step());
  await registerCollections(late.db, 'kub', 0, [
    { address: single, type: 'erc721', slug: 'late', name: 'Test 1' },
  ])
  while (await step());
  const rows = await late.db.query('select next_block from collection')
  expect(rows.rows).toEqual([{ next_block: null }])
  const mine = await late.db.query('select * from holder order by asset_id')
  const all = await indexer.db.query(
    'select h.* from holder h join asset a on a.id = h.asset_id where a.contract = $1 order by h.asset_id',
    [single],
  )
  expect(mine.rows).toEqual(all.rows)
  const unconfirmed = await late.db.query('select count(*) from chain_fact where not confirmed')
  expect(unconfirmed.rows[0]?.count).toBe(0n)
  await chain.mint(single, alice, 77)
  while (await step());
  const fresh = await late.db.query('select 1 from asset where token_id = 77')
  expect(fresh.rows.length).toBe(1)
  await late.drop()
})

test('AI-4 what Seaport says of orders, makers and approvals is indexed and told by order or maker', async () => {
  const listing = {
    contract: single,
    contractType: 'erc721',
    token: 1,
    amount: 1,
    seller: 2,
    raw: 10n,
  } as const
  const validated = await signListing(chain, { ...listing, shipper: false })
  const cancelled = await signListing(chain, { ...listing, shipper: false })
  const seaport = new Contract(chain.deployment.seaport, seaportInterface, chain.signer(2))
  const send = async (method: string, ...args: unknown[]) =>
    (await seaport.getFunction(method)(...args)).wait()
  await send('validate', [{ parameters: validated.parameters, signature: validated.signature }])
  await send('cancel', [orderComponents(cancelled.parameters, 0n)])
  await send('incrementCounter')
  await indexer.scan()
  const messages = (await told(indexer.db)).map(({ type, key }) => `${type.split('.').at(-1)} ${key}`)
  expect(messages).toEqual(
    expect.arrayContaining([
      `OrderValidated ${validated.hash}`,
      `OrderCancelled ${cancelled.hash}`,
      `CounterIncremented ${bob}`,
      `ApprovalForAllChanged ${bob}`,
    ]),
  )
})

test('AI-4 ranges that are read ahead miss nothing of a collection that is found on the way', async () => {
  await chain.mine(510)
  const late = await chain.collection('erc721', 3)
  await chain.mine(510)
  await chain.mint(late, alice, 1)
  await chain.mine(510)
  await chain.move(late, 1, bob, 1)
  const other = await createIndexer(inject('postgres'), chain)
  await other.scan()
  await indexer.scan()
  expect(await holders(late, 1)).toEqual({ [bob]: 1n })
  expect(await dump(other.db)).toEqual(await dump(indexer.db))
  await other.drop()
})
