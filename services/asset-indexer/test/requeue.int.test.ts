import { requeueAsset, resetSleepingImages } from '@talad/proto/http/asset-indexer/asset-admin'
import { grantPermissions } from '@talad/shared/testing/admins'
import { startUnderTest } from '@talad/shared/testing/under-test'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { assetIdOf } from '../src/chain/ids.ts'
import { service as program } from '../src/service.ts'
import { addressOf, startChain, type TestChain } from './chain.ts'

let chain: TestChain
let indexer: Awaited<ReturnType<typeof startUnderTest>>
let contract: string
const curator = { sub: 'account-curator', jid: 'curator' }

beforeAll(async () => {
  chain = await startChain()
  contract = await chain.collection('erc721', 1)
  for (const token of [1, 2, 3]) await chain.mint(contract, addressOf(1), token)
  indexer = await startUnderTest(program, inject('postgres'), {
    RPC_URL: chain.anvil.rpcUrl,
    CHAIN_ID: '3501',
    POLL_MS: '200',
    CONFIRMATIONS: '3',
    SEAPORT_ADDRESS: chain.deployment.seaport,
    FACTORY_ADDRESS: chain.deployment.collectionFactory,
    // nobody answers there, so no fetch ends while a test looks
    IPFS_GATEWAYS: 'http://127.0.0.1:1/',
    MEDIA_DIR: '/nonexistent',
  })
  await grantPermissions(indexer.db, 'join-curator', ['collection.write'])
  await until('the tokens are indexed', async () => {
    const { rows } = await indexer.db.query('select count(*)::int as n from asset')
    return rows[0]?.n === 3
  })
  // without a picture to fetch, its job would end at once
  await indexer.db.query(`update asset set image_source = 'ipfs://nobody/has.png'`)
})
afterAll(async () => {
  await indexer.close()
  await chain.stop()
})

const idOf = (token: number) => assetIdOf('kub', contract, String(token))
const post = (path: string, body: object, as: typeof curator | string = curator) =>
  indexer.call('POST', path, { as, body })
const setState = (token: number, kind: string, state: string) =>
  indexer.db.query('update sync set state = $3 where asset_id = $1 and kind = $2', [idOf(token), kind, state])
const due = async (token: number, kind: string) =>
  (
    await indexer.db.query('select 1 from kit.job where task = $1 and key = $2', [
      `sync.${kind}`,
      idOf(token),
    ])
  ).rows.length === 1
/** No fetch of a token is under way or due any more: none changes a state that a test sets. */
const atRest = async (token: number) => {
  const key = [idOf(token)]
  await until('nothing is fetched', async () => {
    await indexer.db.query(
      `update kit.job set run_at = 'infinity' where key = $1 and claimed_by is null and run_at < 'infinity'`,
      key,
    )
    const { rowCount } = await indexer.db.query(
      `select 1 from kit.job where key = $1 and (claimed_by is not null or run_at < 'infinity')`,
      key,
    )
    return rowCount === 0
  })
  await indexer.db.query('delete from kit.job where key = $1', key)
}
const state = async (token: number, kind: string) =>
  (await indexer.db.query('select state from sync where asset_id = $1 and kind = $2', [idOf(token), kind]))
    .rows[0]?.state
const audited = async () =>
  (
    await indexer.db.query(
      `select data->>'action' as action, data->>'note' as note from kit.event
       where stream like 'audit-%' order by position`,
    )
  ).rows

test('AI-1 an admin has frozen, sleeping and dead things of an asset fetched again, and that is written down', async () => {
  for (const [metadata, image] of [
    ['frozen', 'dead'],
    ['dead', 'sleep'],
  ] as const) {
    await atRest(1)
    await setState(1, 'metadata', metadata)
    await setState(1, 'image', image)
    const answer = await post(requeueAsset.path, { asset_id: idOf(1), note: 'the artist mended it' })
    expect(answer).toEqual({
      status: 200,
      body: { asset_id: idOf(1), queued: ['metadata', 'image'] },
    })
    expect([await due(1, 'metadata'), await due(1, 'image')]).toEqual([true, true])
  }
  const line = { action: 'asset.sync', note: 'the artist mended it' }
  expect(await audited()).toEqual([line, line])
})

test('AI-1 the sleeping and dead pictures of a collection are reset together, no others', async () => {
  for (const token of [1, 2, 3]) await atRest(token)
  await setState(1, 'image', 'dead')
  await setState(2, 'image', 'sleep')
  await setState(3, 'image', 'frozen')
  const { rows } = await indexer.db.query<{ id: string }>('select id from collection')
  const answer = await post(resetSleepingImages.path, { collection_id: rows[0]?.id, note: 'gateway is back' })
  expect(answer).toMatchObject({ status: 200, body: { queued: 2 } })
  expect([await due(1, 'image'), await due(2, 'image'), await due(3, 'image')]).toEqual([true, true, false])
  expect(await state(3, 'image')).toBe('frozen')
})

test('MO-38 nobody else may, an unknown asset is told, and a reason is needed', async () => {
  const body = { asset_id: idOf(1), note: 'x' }
  const before = await audited()
  expect((await post(requeueAsset.path, body, 'account-stranger')).status).toBe(401)
  expect((await post(requeueAsset.path, body, { sub: 'account-other', jid: 'other' })).status).toBe(403)
  expect((await post(requeueAsset.path, { asset_id: 'f'.repeat(24), note: 'x' })).status).toBe(404)
  expect(await post(requeueAsset.path, { asset_id: idOf(1), note: ' ' })).toMatchObject({
    status: 400,
    body: { field: 'note' },
  })
  expect(await audited()).toEqual(before)
})
