import { AbiCoder, id } from 'ethers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { assetIdOf } from '../src/chain/ids.ts'
import { metadataJob } from '../src/jobs/metadata.ts'
import type { SyncDeps } from '../src/sync/attempt.ts'
import { addressOf, startChain, type TestChain } from './chain.ts'
import { createIndexer, runDue, type TestIndexer } from './indexer.ts'

let chain: TestChain
let indexer: TestIndexer
let contract: string
let deps: SyncDeps

beforeAll(async () => {
  chain = await startChain()
  contract = await chain.collection('erc721', 1)
  indexer = await createIndexer(inject('postgres'), chain)
  const unused = async () => {
    throw new Error('not used here')
  }
  const uri = AbiCoder.defaultAbiCoder().encode(['string'], ['data:application/json,{"name":"On chain"}'])
  deps = {
    db: indexer.db,
    now: () => new Date(),
    rpc: { ...indexer.deps.rpc, call: async () => uri },
    sources: { resolve: unused, ipfsGateways: [], arweaveGateway: '' },
    pictures: { make: unused, close: async () => undefined },
  }
})
afterAll(async () => {
  await indexer.drop()
  await chain.stop()
})

const idOf = (token: number) => assetIdOf('kub', contract, String(token))

async function state(token: number, kind = 'metadata'): Promise<string> {
  const found = await indexer.db.query('select state from sync where asset_id = $1 and kind = $2', [
    idOf(token),
    kind,
  ])
  return found.rows[0]?.state
}

async function sweep(): Promise<void> {
  await indexer.scan()
  await runDue(deps, metadataJob, new Date(Date.now() + 1_000))
}

/** Has the contract say PermanentURI of a token: it runs other code for one transaction. */
async function declarePermanent(token: number): Promise<void> {
  const code = await chain.rpc('eth_getCode', contract, 'latest')
  const word = token.toString(16).padStart(64, '0')
  const log2 = `0x7f${word}7f${id('PermanentURI(string,uint256)').slice(2)}60006000a200`
  await chain.rpc('anvil_setCode', contract, log2)
  await (await chain.signer(1).sendTransaction({ to: contract, gasLimit: 100_000 })).wait()
  await chain.rpc('anvil_setCode', contract, code)
}

test('AI-1 metadata is frozen when its contract declares it permanent, until a reorganisation takes that back', async () => {
  for (const token of [1, 2]) await chain.mint(contract, addressOf(1), token)
  await sweep()
  expect([await state(1), await state(2)]).toEqual(['ready', 'ready'])
  const before = await chain.rpc('evm_snapshot')
  await declarePermanent(1)
  await sweep()
  expect([await state(1), await state(2)]).toEqual(['frozen', 'ready'])
  await chain.rpc('evm_revert', before)
  await chain.mine(3)
  await indexer.scan()
  expect(await state(1)).toBe('pending')
  await sweep()
  expect(await state(1)).toBe('ready')
})
