import { requeueAsset } from '@talad/proto/http/asset-indexer/asset-admin'
import { indexerAdminHttp as http } from '@talad/proto/http/asset-indexer/indexer-admin'
import { grantPermissions } from '@talad/shared/testing/admins'
import { startUnderTest } from '@talad/shared/testing/under-test'
import { until } from '@talad/shared/testing/wait'
import { id } from 'ethers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { z } from 'zod'
import { assetIdOf } from '../src/chain/ids.ts'
import { watchRange } from '../src/scan/slow-blocks.ts'
import { service as program } from '../src/service.ts'
import { addressOf, startChain, type TestChain } from './chain.ts'
import { startCable } from './service.ts'

let chain: TestChain
let cable: Awaited<ReturnType<typeof startCable>>
let indexer: Awaited<ReturnType<typeof startUnderTest>>
let contract: string
const curator = { sub: 'account-curator', jid: 'curator' }

beforeAll(async () => {
  chain = await startChain()
  cable = await startCable(chain.anvil.rpcUrl)
  contract = await chain.collection('erc721', 1)
  for (const token of [1, 2]) await chain.mint(contract, addressOf(1), token)
  indexer = await startUnderTest(program, inject('postgres'), {
    RPC_URL: cable.url,
    CHAIN_ID: '3501',
    POLL_MS: '50',
    CONFIRMATIONS: '3',
    SEAPORT_ADDRESS: chain.deployment.seaport,
    FACTORY_ADDRESS: chain.deployment.collectionFactory,
    // nobody answers there: every fetch fails
    IPFS_GATEWAYS: 'http://127.0.0.1:1/',
    MEDIA_DIR: '/nonexistent',
  })
  await grantPermissions(indexer.db, 'join-curator', ['collection.write'])
})
afterAll(async () => {
  await indexer.close()
  await cable.stop()
  await chain.stop()
})

const idOf = (token: number) => assetIdOf('kub', contract, String(token))

type Health = z.output<typeof http.indexerHealth.response>

async function health(): Promise<Health> {
  const { status, body } = await indexer.call('GET', http.indexerHealth.path, { as: curator })
  expect(status).toBe(200)
  return http.indexerHealth.response.parse(body)
}

const untilHealth = (what: string, is: (now: Health) => boolean) =>
  until(what, async () => {
    const now = await health()
    return is(now) ? now : undefined
  })

test('an admin sees how far the chain is read, and each reorganisation with what it took back', async () => {
  const height = await chain.height()
  const before = await untilHealth('the head is read', ({ scan }) => scan.position === String(height))
  expect(before.node).toMatchObject({ state: 'well', head: String(height), says: null })
  expect(before.scan).toMatchObject({ lag: 0, fault: null, confirmed: String(height - 2) })
  expect(before.reorganisations).toEqual({ total: 0, deepest: 0, list: [] })

  const snapshot = await chain.rpc('evm_snapshot')
  await chain.mint(contract, addressOf(1), 3)
  await chain.mine(1)
  await untilHealth('the blocks are read', ({ scan }) => scan.position === String(height + 2))
  await chain.rpc('evm_revert', snapshot)
  await chain.mint(contract, addressOf(2), 4)
  await chain.mine(2)
  const after = await untilHealth('the new chain is read', ({ scan }) => scan.position === String(height + 3))
  expect(after.reorganisations.total).toBeGreaterThanOrEqual(1)
  expect(after.reorganisations.deepest).toBe(2)
  const taken = after.reorganisations.list.reduce((sum, { facts }) => sum + facts, 0)
  expect(taken).toBe(1)
  expect(after.reorganisations.list.at(-1)?.fork_block).toBe(String(height))
})

test('a node that is away or refuses more questions is told, with its words, until it is well again', async () => {
  const position = (await health()).scan.position
  cable.cut = true
  const away = await untilHealth('the scan stands', ({ scan }) => scan.fault?.kind === 'away')
  expect(away.node).toMatchObject({ state: 'away', head: null })
  expect(away.node.says).not.toContain('127.0.0.1')
  expect(away.scan).toMatchObject({ position, lag: null })

  cable.cut = false
  cable.refusal = 429
  const limited = await untilHealth('the scan is refused', ({ scan }) => scan.fault?.kind === 'limited')
  expect(limited.node.state).toBe('limited')
  expect(limited.node.says).toContain('429')
  expect(limited.scan.fault?.times).toBeGreaterThan(1)
  expect(limited.scan.fault?.since).toBe(away.scan.fault?.since)

  cable.refusal = undefined
  const well = await untilHealth('the scan goes on', ({ scan }) => scan.fault === null)
  expect(well.node.state).toBe('well')
})

test('AI-24 the blockchains are rows: the one that is followed with the ids of its configuration, and jfin for production', async () => {
  const { chains } = await health()
  expect(chains.map(({ slug, followed }) => [slug, followed])).toEqual([
    ['kub', true],
    ['jfin', false],
  ])
  expect(chains[0]).toMatchObject({ chain_id: 3501, confirmations: 3, environment: 'development' })
  expect(chains[1]).toMatchObject({
    chain_id: 3501,
    native_symbol: 'JFIN',
    enabled: true,
    environment: 'production',
    links: {
      tx: '{explorer}/tx/{hash}',
      address: '{explorer}/address/{address}',
      token: '{explorer}/token/{contract}',
      nft: '{explorer}/token/{contract}?a={tokenId}',
    },
  })
})

async function syncs(query: string) {
  const answer = await indexer.call('GET', `${http.listSyncs.path}?${query}`, { as: curator })
  expect(answer.status).toBe(200)
  return http.listSyncs.response.parse(answer.body)
}

test('AI-1 what has failed, sleeps or is dead is listed with its reason and its next try, and an admin has it fetched again', async () => {
  const failed = await until('the first fetch has failed', async () => {
    const page = await syncs(`kind=metadata&state=failed&count=1`)
    return page.list.find(({ asset_id }) => asset_id === idOf(1))
  })
  expect(failed).toMatchObject({ failures: 1, sleeps: 0, token_id: '1', contract: contract.toLowerCase() })
  expect(failed.error).not.toBeNull()
  expect(failed.next_at).not.toBeNull()

  await indexer.db.query(
    `update sync set state = 'dead', failures = 10, sleeps = 8 where asset_id = $1 and kind = 'metadata'`,
    [idOf(1)],
  )
  await indexer.db.query(`delete from kit.job where task = 'sync.metadata' and key = $1`, [idOf(1)])
  const [first] = (await syncs('')).list
  expect(first).toMatchObject({ asset_id: idOf(1), state: 'dead', next_at: null })
  expect((await health()).queues[0]).toMatchObject({ kind: 'metadata', states: { dead: 1 } })

  const both = await syncs(`asset_id=${idOf(1)}`)
  expect(both.list.map(({ kind }) => kind).toSorted()).toEqual(['image', 'metadata'])
  const body = { asset_id: idOf(1), note: 'the server is back' }
  expect((await indexer.call('POST', requeueAsset.path, { as: curator, body })).status).toBe(200)
  expect((await syncs('state=dead&count=1')).total).toBe(0)
})

test('AI-4 logs of a followed contract that nobody understands, and blocks that took long, are told', async () => {
  const topic = id('ConsecutiveTransfer(uint256,uint256,address,address)').slice(2)
  const code = await chain.rpc('eth_getCode', contract, 'latest')
  await chain.rpc('anvil_setCode', contract, `0x7f${topic}60006000a100`)
  const sent = await chain.signer(1).sendTransaction({ to: contract, gasLimit: 100_000 })
  await sent.wait()
  await chain.rpc('anvil_setCode', contract, code)
  const { scan } = await untilHealth('it is told', (now) => now.scan.unread.length > 0)
  expect(scan.unread).toMatchObject([{ contract: contract.toLowerCase(), logs: 1, last_tx: sent.hash }])
  expect(scan.slow).toEqual([])

  const watch = watchRange({ db: indexer.db, now: () => new Date(), slowMs: 20 }, { from: 7, to: 8 })
  await until('it is noted while it is worked on', async () => (await health()).scan.slow.length > 0)
  expect((await health()).scan.slow).toMatchObject([
    { from_block: '7', why: expect.stringMatching(/^not done yet: reading/) },
  ])
  await watch.end()
  const { slow } = (await health()).scan
  expect(slow).toMatchObject([
    { from_block: '7', to_block: '8', why: expect.stringMatching(/^reading [0-9.]+ s$/) },
  ])
  const ready = await indexer.call('GET', '/readyz')
  expect(ready).toMatchObject({
    status: 200,
    body: { status: 'ok', warnings: { slow_block: expect.stringContaining('block 7 took') } },
  })
})

test('MO-38 who may not keep collections sees nothing of it, and a wrong filter is told by its name', async () => {
  const other = { sub: 'account-other', jid: 'other' }
  for (const path of [http.indexerHealth.path, http.listSyncs.path])
    expect((await indexer.call('GET', path, { as: other })).status).toBe(403)
  const wrong = await indexer.call('GET', `${http.listSyncs.path}?state=lost`, { as: curator })
  expect(wrong).toMatchObject({ status: 400, body: { field: 'state' } })
})
