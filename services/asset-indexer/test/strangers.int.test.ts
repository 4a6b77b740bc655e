import { fromBinary } from '@bufbuild/protobuf'
import { deployCollection } from '@talad/contracts/deploy'
import { AssetTransferredSchema } from '@talad/proto/asset-indexer/v1/events'
import { openDb } from '@talad/shared/db'
import { AbiCoder, id } from 'ethers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { assetIdOf } from '../src/chain/ids.ts'
import { chainHoldersJob } from '../src/jobs/holders.ts'
import { addressOf, keyOf, startChain, type TestChain } from './chain.ts'
import { createIndexer, dump, runDue, type TestIndexer, told } from './indexer.ts'

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

test('AI-4 a fact that the database refuses for whatever reason is found among the others, and they go on', async () => {
  const owner = openDb(indexer.url, { owner: true, max: 1 })
  await owner.query(`create or replace function refuse() returns trigger language plpgsql as
    $$ begin if new.fact->>'token' = '5' then raise numeric_value_out_of_range; end if; return new; end $$;
    create trigger refuse_fact before insert on chain_fact for each row execute function refuse()`)
  for (const token of [4, 5, 6]) await chain.mintMany(multi, addressOf(1), token, 1)
  await indexer.scan()
  await owner.query('drop trigger refuse_fact on chain_fact')
  await owner.end()
  expect([await heldOf(4), await heldOf(5), await heldOf(6)]).toEqual([1, 0, 1])
  const { rows } = await indexer.db.query(`select fact::json->>'token' as token from refused_fact order by 1`)
  expect(rows.map(({ token }) => token)).toEqual(['2', '5'])
})

test('AI-4 a range with a refused fact that is scanned again changes nothing', async () => {
  const before = await dump(indexer.db)
  await indexer.db.query('update scan set position = 0, position_hash = null where id = 1')
  await indexer.scan()
  expect(await dump(indexer.db)).toEqual(before)
})

/** Has the contract say that it moved units of a token: it runs other code for one transaction. */
async function pretend(from: string, to: string, token: number, units: number): Promise<void> {
  const code = await chain.rpc('eth_getCode', multi, 'latest')
  const word = (value: string) => `7f${value.replace(/^0x/, '').padStart(64, '0')}`
  const topic = id('TransferSingle(address,address,address,uint256,uint256)')
  const data = `${word(token.toString(16))}5f52${word(units.toString(16))}602052`
  const log4 = `0x${data}${[to, from, from, topic].map(word).join('')}60405fa400`
  await chain.rpc('anvil_setCode', multi, log4)
  await (await chain.signer(1).sendTransaction({ to: multi, gasLimit: 100_000 })).wait()
  await chain.rpc('anvil_setCode', multi, code)
}

test('AI-5 of a token that moves units which nobody ever got, nobody is told to hold less than nothing, and the chain says who holds what', async () => {
  const [bob, kvn, eve] = [addressOf(4), addressOf(5), addressOf(6)]
  await pretend(bob, kvn, 77, 5)
  await pretend(kvn, eve, 77, 2)
  await pretend(kvn, bob, 77, 2)
  await indexer.scan()
  const messages = (await told(indexer.db))
    .filter(({ type, key }) => type === AssetTransferredSchema.typeName && key === `${multi}:77`)
    .map(({ payload }) => fromBinary(AssetTransferredSchema, payload))
  expect(messages.filter(({ position }) => !position?.confirmed)).toMatchObject([
    { fromBalance: '0', fromLeft: '0', toBalance: '5' },
    { fromBalance: '3', toBalance: '2' },
    { fromBalance: '1', toBalance: '0' },
  ])
  const onChain: Record<string, bigint> = { [bob]: 4n, [kvn]: 1n, [eve]: 2n }
  const coder = AbiCoder.defaultAbiCoder()
  const rpc = {
    ...indexer.deps.rpc,
    call: async (_to: string, data: string) =>
      coder.encode(['uint256'], [onChain[`0x${data.slice(34, 74)}`] ?? 0n]),
  }
  const asset = assetIdOf('kub', multi, '77')
  // what is still to be read of the collection would be counted once more
  const catchUp = 'update collection set next_block = $2 where address = $1'
  await indexer.db.query(catchUp, [multi, 1])
  const now = Date.now()
  expect(await runDue({ db: indexer.db, rpc }, chainHoldersJob, new Date(now))).toBe(1)
  const before = await indexer.db.query('select quantity from holder where asset_id = $1 and address = $2', [
    asset,
    bob,
  ])
  expect(before.rows[0]?.quantity).not.toBe(4n)
  await indexer.db.query(catchUp, [multi, null])
  expect(await runDue({ db: indexer.db, rpc }, chainHoldersJob, new Date(now + 11_000))).toBe(1)
  const { rows } = await indexer.db.query('select address, quantity from holder where asset_id = $1', [asset])
  expect(Object.fromEntries(rows.map(({ address, quantity }) => [address, quantity]))).toEqual(onChain)
  const { rows: assets } = await indexer.db.query('select supply from asset where id = $1', [asset])
  expect(assets).toEqual([{ supply: 7n }])
  const due = await indexer.db.query(`select 1 from kit.job where task = 'asset.holders'`)
  expect(due.rows).toEqual([])
})
