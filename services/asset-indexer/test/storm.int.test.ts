import { abi } from '@talad/contracts/abi/TaladERC721'
import { Contract } from 'ethers'
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { assetIdOf } from '../src/chain/ids.ts'
import { syncDue } from '../src/due/sync.ts'
import { followNotices } from '../src/jobs/notices.ts'
import { addressOf, startChain, type TestChain } from './chain.ts'
import { createIndexer, type TestIndexer } from './indexer.ts'

const TOKENS = 1_200
const now = new Date()
let chain: TestChain
let indexer: TestIndexer
let contract: string

beforeAll(async () => {
  chain = await startChain()
  contract = await chain.collection('erc721', 1)
  await chain.mint(contract, addressOf(1), 1)
  indexer = await createIndexer(inject('postgres'), chain)
  await indexer.scan()
  await indexer.db.query(
    `insert into asset (id, collection_id, contract, token_id, supply, first_block, first_at, last_block)
     select lpad(n::text, 24, 'e'), collection_id, contract, n + 1, 1, 1, now(), 1
     from asset, generate_series(1, $1) n`,
    [TOKENS - 1],
  )
  await indexer.db.query(
    `insert into sync (asset_id, kind, state) select id, 'metadata', 'ready' from asset on conflict do nothing`,
  )
})
afterAll(async () => {
  await indexer.drop()
  await chain.stop()
})

/** Has the collection say so many times in one block that all its metadata may have changed. */
async function announce(times: number): Promise<void> {
  const signer = chain.signer(0)
  const collection = new Contract(contract, abi, signer)
  const nonce = await signer.getNonce()
  await chain.rpc('evm_setAutomine', false)
  for (let n = 0; n < times; n++)
    await collection.getFunction('setBaseURI')(`https://127.0.0.1/${n}/`, {
      nonce: nonce + n,
      gasLimit: 100_000,
    })
  await chain.mine(1)
  await chain.rpc('evm_setAutomine', true)
}

/** Statements that the scan of one block takes. */
async function statements(events: number): Promise<number> {
  await announce(events)
  const client = await indexer.db.connect()
  client.release()
  const asked = vi.spyOn(Object.getPrototypeOf(client), 'query')
  onTestFinished(() => asked.mockRestore())
  while (await indexer.step());
  const count = asked.mock.calls.length
  asked.mockRestore()
  return count
}

const pending = async () => {
  const { rows } = await indexer.db.query(
    `select count(*)::int as n from sync where kind = 'metadata' and state = 'pending'`,
  )
  return rows[0]?.n
}
const noted = async () => (await indexer.db.query('select tokens::text from metadata_notice')).rows

test('AI-1 a scan takes as many statements for a storm of metadata events as for one, and only notes them', async () => {
  await indexer.db.query(`update sync set state = 'ready' where kind = 'metadata'`)
  await indexer.db.query('delete from kit.job')
  const one = await statements(1)
  expect(await statements(150)).toBeLessThan(one + 5) // what else is confirmed by the block costs one or two
  expect([await pending(), (await noted()).length]).toEqual([0, 2])
})

test('AI-1 what is noted is asked for in pieces, as far as the collection’s share of the queue has room', async () => {
  await indexer.db.query('delete from kit.job')
  expect(await followNotices(indexer.db, contract, now)).toEqual(now)
  expect([await pending(), (await noted()).length]).toEqual([500, 1])
  expect(await followNotices(indexer.db, contract, now)).toEqual(now)
  expect(await syncDue.metadata.room(indexer.db, contract, now)).toBe(0)
  expect(await followNotices(indexer.db, contract, now)).toEqual(new Date(now.getTime() + 5_000))
  expect(await pending()).toBe(1_000)
  await indexer.db.query(`delete from kit.job where task = 'sync.metadata'`)
  expect(await followNotices(indexer.db, contract, now)).toBeUndefined()
  expect([await pending(), await noted()]).toEqual([TOKENS, []])
})

test('AI-1 what comes while a piece is worked on is noted beside it, and tokens before it are asked for again', async () => {
  await indexer.db.query(`update sync set state = 'ready' where kind = 'metadata'`)
  await indexer.db.query('delete from kit.job')
  await announce(1)
  await indexer.step()
  await followNotices(indexer.db, contract, now)
  await indexer.db.query(`update sync set state = 'ready' where asset_id = $1 and kind = 'metadata'`, [
    assetIdOf('kub', contract, '1'),
  ])
  await announce(1)
  await indexer.step()
  await followNotices(indexer.db, contract, now)
  expect(await pending()).toBe(500)
  expect(await noted()).toEqual([{ tokens: expect.stringContaining('(500,') }])
})

test('AI-1 hundreds of new tokens in one block are noted as a range, and follow like others', async () => {
  await indexer.db.query('delete from kit.job')
  await indexer.db.query('delete from metadata_notice')
  const collection = new Contract(contract, abi, chain.signer(0))
  const nonce = await chain.signer(0).getNonce()
  await chain.rpc('evm_setAutomine', false)
  for (let n = 0; n < 120; n++)
    await collection.getFunction('mint')(addressOf(2), 5_000 + n, { nonce: nonce + n, gasLimit: 200_000 })
  await chain.mine(1)
  await chain.rpc('evm_setAutomine', true)
  while (await indexer.step());
  const due = async () =>
    (await indexer.db.query(`select count(*)::int as n from kit.job where task = 'sync.metadata'`)).rows[0]?.n
  expect(await due()).toBe(0)
  expect(await noted()).toEqual([{ tokens: '{[5000,5120)}' }])
  await followNotices(indexer.db, contract, now)
  expect([await due(), await noted()]).toEqual([120, []])
})
