import { lockContract } from '@talad/market/suspensions'
import { getAsset, getCollection, listAssets } from '@talad/proto/http/asset-indexer/assets'
import {
  collectionAdminHttp as http,
  type PickedCollection,
} from '@talad/proto/http/asset-indexer/collection-admin'
import { grantPermissions } from '@talad/shared/testing/admins'
import { startUnderTest } from '@talad/shared/testing/under-test'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { assetIdOf, collectionIdOf } from '../src/chain/ids.ts'
import { service } from '../src/service.ts'

const fish = `0x${'f1'.repeat(20)}`
const FISH = collectionIdOf('kub', fish)
const idOf = (token: number) => assetIdOf('kub', fish, String(token))
const curator = { sub: 'account-curator', jid: 'curator' }
/** More than are told of in one transaction. */
const TOKENS = 250

let own: Awaited<ReturnType<typeof startUnderTest>>
beforeAll(async () => {
  own = await startUnderTest(service, inject('postgres'), {
    RPC_URL: 'http://127.0.0.1:1/',
    CHAIN_ID: '3501',
    SEAPORT_ADDRESS: fish,
    MEDIA_DIR: '/nowhere',
    COLLECTIONS: JSON.stringify([{ address: fish, type: 'erc721', slug: 'fish', name: 'ปลา' }]),
  })
  await grantPermissions(own.db, 'join-curator', ['collection.write'])
  const ids = Array.from({ length: TOKENS }, (_, n) => idOf(n + 1))
  await own.db.query(
    `insert into asset (id, collection_id, contract, token_id, owner, supply, first_block, first_at, last_block, name)
     select id, $1, $2, n, $2, 1, 1, now(), 1, 'Fish ' || n from unnest($3::text[]) with ordinality as t (id, n)`,
    [FISH, fish, ids],
  )
  await own.db.query(
    `insert into sync (asset_id, kind, state) select id, kind, 'ready'
     from unnest($1::text[]) id, unnest(array['metadata', 'image']) kind`,
    [ids],
  )
})
afterAll(() => own.close())

const post = (path: string, body: object) => own.call('POST', path, { as: curator, body })
const get = (path: string) => own.call('GET', path, { as: curator })
const about = async () => {
  const { body } = await get(http.pickAdminCollection.path.replace(':collection_id', FISH))
  return { collection_id: FISH, version: (body as PickedCollection).version, note: 'as asked' }
}
const audited = async (action: string) =>
  (
    await own.db.query(`select 1 from kit.event where stream like 'audit-%' and data->>'action' = $1`, [
      action,
    ])
  ).rows

test('AI-8 a collection is verified with what was checked, or its trade is stopped: shown, told of each asset, and written down', async () => {
  const verdict = async (more: object) => post(http.setVerification.path, { ...(await about()), ...more })
  const told = async (id: string) => {
    const { rows } = await own.db.query<{ asset: { tradable: boolean; verified: boolean } }>(
      `select asset from kit.event e, json_array_elements(e.data->'assets') asset
       where e.type = 'AssetsRestated' and asset->>'assetId' = $1 order by e.position desc limit 1`,
      [id],
    )
    return rows[0]?.asset
  }
  const shown = async () => (await get(`${getAsset.path}?id=${idOf(1)}`)).body as { dynamic: object }
  const answered = await verdict({ verification: 'needed' })
  expect(answered).toMatchObject({
    status: 200,
    body: {
      verification: { state: 'needed', checks: [], at: null },
      reason: 'as asked',
      changed_by: 'join-curator',
    },
  })
  expect(await shown()).toMatchObject({ dynamic: { suspended: false, tradable: false } })
  for (const token of [1, TOKENS])
    await until('each asset is told of', async () => (await told(idOf(token)))?.tradable === false)
  expect((await get(`${listAssets.path}?cl=fish&count=1`)).body).toMatchObject({ total: TOKENS }) // it is shown all the same

  for (const [wrong, field] of [
    [{ verification: 'verified' }, 'checks'],
    [{ verification: 'verified', checks: ['website'] }, 'evidence'],
    [{ verification: 'none', checks: ['website'] }, 'checks'],
    [{ verification: 'verified', checks: ['looks'], evidence: 'e' }, 'checks.0'],
  ] as const)
    expect(await verdict(wrong)).toMatchObject({ status: 400, body: { field } })

  const asked = new Date(Date.now() - 71 * 3_600_000).toISOString()
  expect(await post(http.askVerification.path, { ...(await about()), asked })).toMatchObject({
    status: 200,
    body: { asked, answer_due: new Date(Date.parse(asked) + 72 * 3_600_000).toISOString() },
  })
  const late = new Date(Date.now() + 60_000).toISOString()
  expect(await post(http.askVerification.path, { ...(await about()), asked: late })).toMatchObject({
    status: 400,
    body: { field: 'asked' },
  })
  const list = async (query: string) => (await get(`${http.listAdminCollections.path}?count=1&${query}`)).body
  expect(await list('waiting=1')).toMatchObject({ total: 1, list: [{ _id: FISH, asked }] })

  const checks = ['contract_owner', 'website']
  const verified = await verdict({ verification: 'verified', checks, evidence: 'https://fish.example' })
  expect(verified).toMatchObject({ status: 200, body: { asked: null, evidence: 'https://fish.example' } })
  const { body } = await get(`${getCollection.path}?id=${FISH}`)
  expect(body).toMatchObject({ verification: { state: 'verified', checks, at: expect.any(String) } })
  expect(JSON.stringify(body)).not.toContain('https://fish.example') // evidence is for admins
  expect(await shown()).toMatchObject({ dynamic: { tradable: true } })
  await until('it is told', async () => (await told(idOf(1)))?.verified === true)
  expect(await told(idOf(1))).toMatchObject({ tradable: true })
  expect(await list('waiting=1')).toMatchObject({ total: 0 })
  expect(await list('verification=verified')).toMatchObject({ total: 1 })
  expect(await audited('collection.verification')).toHaveLength(2)
  expect((await verdict({ verification: 'none' })).status).toBe(200)
})

test.each([
  ['AI-8', 'verified', http.setVerification.path, { verification: 'needed' }],
  ['AI-7', 'given parts', http.setAbstract.path, { parts: [] }],
])(
  '%s a collection is %s while a token of it is indexed and its suspension comes: one after the other, and nobody is refused',
  async (_rule, _what, path, more) => {
    const body = { ...(await about()), ...more }
    const indexer = await own.db.connect()
    try {
      await indexer.query('begin')
      await lockContract(indexer, { blockchain: 'kub', contractAddress: fish }, 'trade')
      const answer = post(path, body)
      await until('the admin waits', async () => {
        const { rows } = await own.db.query(
          `select 1 from pg_locks where locktype = 'advisory' and not granted`,
        )
        return rows.length > 0
      })
      await indexer.query('update collection set suspended = not suspended where id = $1', [FISH])
      await indexer.query('update collection set suspended = not suspended where id = $1', [FISH])
      await indexer.query('commit')
      expect(await answer).toMatchObject({ status: 200, body: { version: body.version + 1 } })
    } finally {
      indexer.release()
    }
  },
)
