import { callRpc } from '@talad/contracts/rpc'
import { TriggerFinishedSchema } from '@talad/proto/campaign/v1/events'
import { outgoing } from '@talad/shared/bus/port'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { assetIdOf } from '../src/chain/ids.ts'
import { makeHeld } from '../src/holder/held.ts'
import { addressOf, startChain, type TestChain } from './chain.ts'
import { createIndexer, type TestIndexer } from './indexer.ts'
import { type Gateway, startGateway, startIndexer } from './service.ts'

let chain: TestChain
let indexer: TestIndexer
let single: string
let multi: string
const [alice, bob] = [addressOf(1), addressOf(2)]

beforeAll(async () => {
  chain = await startChain()
  single = await chain.collection('erc721', 1)
  multi = await chain.collection('erc1155', 2)
  indexer = await createIndexer(inject('postgres'), chain)
  for (const token of [1, 2, 300]) await chain.mint(single, alice, token)
  await chain.mintMany(multi, alice, 1, 10)
  await indexer.scan()
})
afterAll(async () => {
  await indexer.drop()
  await chain.stop()
})

const of = (contract_address: string, ...ranges: [string, string][]) => ({
  blockchain: 'kub',
  contract_address,
  ranges,
})
const told = ({ token_id, read, holders }: { token_id: string; read: boolean; holders: object[] }) => [
  token_id,
  read,
  ...holders,
]

test('CA-27 what wallets have of contracts is told by the index while that is current, and asked of the chain where it is late', async () => {
  const { db, deps } = indexer
  let ahead = 0
  const now = () => new Date(Date.now() + ahead)
  const held = makeHeld({ db, now, rpc: deps.rpc, log: { warn: () => undefined }, chain: 'kub' })
  const asked = {
    wallets: [alice, bob],
    contracts: [of(single, ['1', '1'], ['2', '9']), of(multi), { ...of(single), blockchain: 'other' }],
    chosen: [{ blockchain: 'kub', contract_address: single, token_id: '300' }],
  }
  const current = await held(asked)
  expect(current).toMatchObject({ blockchain: 'kub', late: false, more: false })
  expect(Number(current.block)).toBeGreaterThan(0)
  const has = (wallet: string, quantity: string) => ({ wallet, quantity })
  const order = single < multi ? [0, 1, 2] : [2, 0, 1]
  const lines = [
    ['1', false, has(alice, '1')],
    ['2', false, has(alice, '1')],
    ['1', false, has(alice, '10')],
  ]
  expect(current.tokens.map(told)).toEqual(order.map((at) => lines[at]))
  // nothing is known of their metadata yet
  expect(new Set(current.tokens.map(({ traits }) => traits))).toEqual(new Set([null]))
  // two of them move, which the index doesn't know yet
  await callRpc(chain.anvil.rpcUrl, 'evm_increaseTime', [120])
  await chain.moveBatch(multi, 1, bob, [1], [4])
  ahead = 120_000
  const late = await held(asked)
  expect(late).toMatchObject({ late: true, block: current.block })
  const read = late.tokens.map(told).map((line) => line.join('|'))
  expect(read).toHaveLength(4)
  expect(late.tokens.every((one) => one.read)).toBe(true)
  expect(late.tokens.find(({ token_id }) => token_id === '300')?.holders).toEqual([
    has(alice, '1'),
    has(bob, '0'),
  ])
  expect(late.tokens.find(({ contract_address }) => contract_address === multi)?.holders).toEqual([
    has(alice, '6'),
  ])
})

test('AI-27 uses of a token in campaigns are counted once each, and no more when they are taken back', async () => {
  const gateway: Gateway = await startGateway()
  const service = await startIndexer(inject('postgres'), chain, gateway)
  const id = assetIdOf('kub', single, '1')
  const usage = async () => {
    const { rows } = await service.db.query<{ utility_usage: number }>(
      'select utility_usage from asset where id = $1',
      [id],
    )
    return rows[0]?.utility_usage
  }
  await until('it is indexed', async () => (await usage()) === 0)
  const used = (triggerId: string, { status = 400, released = false, revision = 1 } = {}) =>
    outgoing('campaign.trigger.v1', triggerId, TriggerFinishedSchema, {
      triggerId,
      status,
      released,
      revision,
      tokens: [{ blockchain: 'kub', contractAddress: single, tokenId: '1' }],
    })
  await service.send(used('a'), used('b'), used('c', { status: 201 }))
  await until('both count', async () => (await usage()) === 2)
  await service.send(used('a', { released: true, revision: 2 }))
  await until('one is taken back', async () => (await usage()) === 1)
  await service.close()
  await gateway.stop()
})
