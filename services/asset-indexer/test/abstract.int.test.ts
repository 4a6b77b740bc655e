import { randomUUID } from 'node:crypto'
import { fromBinary } from '@bufbuild/protobuf'
import { AssetChangedSchema } from '@talad/proto/asset-indexer/v1/events'
import { MintChangedSchema } from '@talad/proto/campaign/v1/events'
import { type Asset, getAsset, listAssets, listTraits } from '@talad/proto/http/asset-indexer/assets'
import {
  collectionAdminHttp as http,
  type PickedCollection,
} from '@talad/proto/http/asset-indexer/collection-admin'
import { listFacets } from '@talad/proto/http/asset-indexer/facets'
import { outgoing } from '@talad/shared/bus/port'
import { grantPermissions } from '@talad/shared/testing/admins'
import { startUnderTest } from '@talad/shared/testing/under-test'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { z } from 'zod'
import { assetIdOf, collectionIdOf } from '../src/chain/ids.ts'
import { publishFor } from '../src/chain/publish.ts'
import { service } from '../src/service.ts'

const shared = `0x${'f1'.repeat(20)}`
const other = `0x${'b1'.repeat(20)}`
const SHARED = collectionIdOf('kub', shared)
const ITEM = 2n ** 32n
/** More than are read in one transaction, in two items (CA-54); and one that is far away. */
const IN_ITEM = 125
const TOKENS = [
  ...Array.from({ length: IN_ITEM }, (_, n) => ITEM + BigInt(n + 1)),
  ...Array.from({ length: IN_ITEM }, (_, n) => 2n * ITEM + BigInt(n + 1)),
  2n ** 200n,
]
const idOf = (token: bigint, contract = shared) => assetIdOf('kub', contract, token.toString())
const curator = { sub: 'account-curator', jid: 'curator' }

let own: Awaited<ReturnType<typeof startUnderTest>>
beforeAll(async () => {
  own = await startUnderTest(service, inject('postgres'), {
    RPC_URL: 'http://127.0.0.1:1/',
    CHAIN_ID: '3501',
    SEAPORT_ADDRESS: shared,
    MEDIA_DIR: '/nowhere',
    COLLECTIONS: JSON.stringify([
      { address: shared, type: 'erc721', slug: 'shared', name: 'Shared' },
      { address: other, type: 'erc721', slug: 'other', name: 'Other' },
    ]),
  })
  await grantPermissions(own.db, 'join-curator', ['collection.write'])
  for (const [contract, tokens] of [
    [shared, TOKENS],
    [other, TOKENS.slice(0, 2)],
  ] as const) {
    const ids = tokens.map((token) => idOf(token, contract))
    await own.db.query(
      `insert into asset (id, collection_id, contract, token_id, owner, supply, first_block, first_at, last_block, name)
       select id, $1, $2, token, $2, 1, 1, now(), 1, 'No. ' || token from unnest($3::text[], $4::numeric[]) as t (id, token)`,
      [collectionIdOf('kub', contract), contract, ids, tokens.map(String)],
    )
    await own.db.query(
      `insert into sync (asset_id, kind, state) select id, kind, 'ready'
       from unnest($1::text[]) id, unnest(array['metadata', 'image']) kind`,
      [ids],
    )
    await own.db.query(
      `insert into attribute (asset_id, position, collection_id, key, key_folded, value, value_folded)
       select id, 0, $2, 'Sea', 'sea', 'x', 'x' from unnest($1::text[]) id`,
      [ids, collectionIdOf('kub', contract)],
    )
  }
  await own.db.query(
    `insert into trait (collection_id, key_folded, value_folded, key, value, count) values ($1, 'sea', 'x', 'Sea', 'x', $2)`,
    [SHARED, TOKENS.length],
  )
})
afterAll(() => own.close())

const post = (path: string, body: object, as: object = curator) =>
  own.call('POST', path, { as: as as { sub: string }, body })
const get = async (path: string, query: Record<string, string>) =>
  (await own.call('GET', `${path}?${new URLSearchParams(query)}`, { as: curator })) as {
    status: number
    body: ReturnType<typeof JSON.parse>
  }
const pick = async () =>
  (await own.call('GET', http.pickAdminCollection.path.replace(':collection_id', SHARED), { as: curator }))
    .body as PickedCollection
const about = async () => ({ collection_id: SHARED, version: (await pick()).version, note: 'as minted' })
const say = async (parts: object[]) => post(http.setAbstract.path, { ...(await about()), parts })
const standsFor = async (token: bigint, contract = shared) =>
  ((await get(getAsset.path, { id: idOf(token, contract) })).body as Asset).token.abstract
const settled = () =>
  until('the assets follow', async () => {
    const { rows } = await own.db.query(`select 1 from kit.job where task = 'collection.abstract'`)
    return rows.length === 0
  })
const total = async (query: Record<string, string>) =>
  (await get(listAssets.path, { ps: '1', count: '1', ...query })).body.total

const part = (from: bigint, to: bigint, more: object = {}) => ({
  token_from: `${from}`,
  token_to: `${to}`,
  collection_id: 'sea',
  ...more,
})
const first = part(ITEM, 2n * ITEM - 1n, { tag: 'north' })
const second = part(2n * ITEM, 3n * ITEM - 1n, { collection_id: 'sky', tag: 'south', kind: 'ticket' })
const expected = {
  first: { kind: 'vnft', collection_id: 'sea', item_id: '1', token_id: '1' },
  second: { kind: 'ticket', collection_id: 'sky', item_id: '2', token_id: String(IN_ITEM) },
}
/** What others were told last of an asset. */
async function heardOf(token: bigint) {
  const { rows } = await own.db.query('select *, txid::text from kit.event order by kit.event.txid, position')
  const all = rows
    .filter(({ stream }) => !String(stream).startsWith('audit-'))
    .flatMap((row) => publishFor('kub')(row))
    .map(({ payload }) => fromBinary(AssetChangedSchema, payload))
    .filter(({ assetId }) => assetId === idOf(token))
  return { times: all.length, last: all.at(-1) }
}

test('AI-7 an admin says which tokens of a shared contract stand for what: each asset answers it, others are told, and whoever says less is followed too', async () => {
  expect(await standsFor(ITEM + 1n)).toBeNull()
  const said = await say([first, second])
  expect(said).toMatchObject({
    status: 200,
    body: { changed_by: 'join-curator', abstract_parts: [first, { ...second, item_size: `${ITEM}` }] },
  })
  await settled()
  const last = 2n * ITEM + BigInt(IN_ITEM)
  expect(await standsFor(ITEM + 1n)).toEqual(expected.first)
  expect(await standsFor(last)).toEqual(expected.second)
  expect(await standsFor(2n ** 200n)).toBeNull()
  expect(await standsFor(ITEM + 1n, other)).toBeNull()
  expect((await heardOf(last)).last).toMatchObject({
    abstractKind: 'ticket',
    abstractCollectionId: 'sky',
    abstractItemId: '2',
    abstractTokenId: String(IN_ITEM),
  })
  expect((await heardOf(2n ** 200n)).times).toBe(0)

  // said again: nothing changes, and nobody is told
  const { times } = await heardOf(last)
  expect((await say([first, second])).status).toBe(200)
  await settled()
  expect((await heardOf(last)).times).toBe(times)

  expect((await say([first])).status).toBe(200)
  await settled()
  expect(await standsFor(last)).toBeNull()
  expect((await heardOf(last)).last).toMatchObject({ abstractKind: '', abstractCollectionId: '' })
  expect(await standsFor(ITEM + 1n)).toEqual(expected.first)
  const { rows } = await own.db.query(
    `select data->>'note' as note, data->>'who' as who from kit.event
     where stream like 'audit-%' and data->>'action' = 'collection.abstract' order by position`,
  )
  expect(rows).toEqual(Array.from({ length: 3 }, () => ({ note: 'as minted', who: 'join-curator' })))
})

test('AI-7 ak, ac and tg filter assets, and what is counted in them, by what they stand for; among several each is enough', async () => {
  expect((await say([first, second])).status).toBe(200)
  await settled()
  expect(await total({ ac: 'sea' })).toBe(IN_ITEM)
  expect(await total({ ac: 'sea,sky' })).toBe(2 * IN_ITEM)
  expect(await total({ ak: 'ticket' })).toBe(IN_ITEM)
  expect(await total({ ak: 'ticket', ac: 'sea' })).toBe(0)
  expect(await total({ bc: 'kub', ad: shared, ak: 'vnft', tg: 'north' })).toBe(IN_ITEM)
  expect(await total({ tg: 'north,south' })).toBe(2 * IN_ITEM)
  expect(await total({ ad: other, tg: 'north' })).toBe(0)
  expect(await total({ ac: 'nothing' })).toBe(0)
  for (const [key, value] of [
    ['ac', 'a b'],
    ['ak', 'x'.repeat(101)],
    ['tg', "'"],
  ] as const)
    expect(await get(listAssets.path, { [key]: value })).toMatchObject({
      status: 400,
      body: { field: `${key}.0` },
    })
  const traits = (await get(listTraits.path, { collection_id: 'shared', ac: 'sky' })).body
  expect(traits.traits).toMatchObject([{ key: 'Sea', values: [{ value: 'x', count: IN_ITEM }] }])
  const { collections } = (await get(listFacets.path, { tg: 'south' })).body
  expect(collections).toEqual([expect.objectContaining({ id: SHARED, count: IN_ITEM })])
  const { body } = await get(listAssets.path, { ac: 'sea', sr: 'ti', sd: 'asc', ps: '2' })
  expect(body.list.map(({ token }: Asset) => token.abstract?.token_id)).toEqual(['1', '2'])
})

test('AI-7 what a minting record says comes before the parts of the contract, and others are told', async () => {
  const minted = ITEM + 5n
  const mint = {
    mintId: 'm',
    blockchain: 'kub',
    contractAddress: shared,
    tokenId: `${minted}`,
    txStatus: 'mined',
  }
  const of = { collectionId: 'minted', itemId: 'i', itemTokenId: 9n }
  const news = outgoing('campaign.mint.v1', 'm', MintChangedSchema, { ...mint, ...of, revision: 3 })
  for (const id of [randomUUID(), randomUUID()])
    own.bus.publish([{ ...news, id, headers: {}, time: new Date() }])
  await until('it stands for it', async () => (await standsFor(minted))?.collection_id === 'minted')
  expect((await heardOf(minted)).last).toMatchObject({ abstractCollectionId: 'minted', abstractTokenId: '9' })
  const record = { kind: 'vnft', collection_id: 'minted', item_id: 'i', token_id: '9' }
  type Preview = z.output<typeof http.previewAbstract.response>
  const at = `${minted}`
  const { body } = await post(http.previewAbstract.path, {
    collection_id: SHARED,
    parts: [part(minted, minted)],
  })
  expect((body as Preview).assets.find(({ token_id }) => token_id === at)).toMatchObject({
    before: record,
    after: record,
  })
  for (const parts of [[first], []]) {
    expect((await say(parts)).status).toBe(200)
    await settled()
    expect(await standsFor(minted)).toEqual(record)
  }
  expect(await standsFor(ITEM + 1n)).toBeNull()
  await own.db.query(
    `update asset set abstract_kind = null, abstract_collection_id = null, abstract_item_id = null, abstract_token_id = null,
       abstract_source = null where id = $1`,
    [idOf(minted)],
  )
})

test('AI-7 a preview shows real assets as they are and would be, and changes nothing', async () => {
  expect((await say([second])).status).toBe(200)
  await settled()
  const before = await pick()
  const { status, body } = await post(http.previewAbstract.path, {
    collection_id: SHARED,
    parts: [first, part(5n, 9n)],
  })
  expect(status).toBe(200)
  const preview = http.previewAbstract.response.parse(body)
  expect(preview.parts).toEqual([{ assets: IN_ITEM }, { assets: 0 }])
  expect(preview.assets.map(({ token_id, before, after }) => [token_id, before, after])).toEqual([
    [`${ITEM + 1n}`, null, expected.first],
    [`${ITEM + 2n}`, null, { ...expected.first, token_id: '2' }],
    ...[1n, 2n, 3n, 4n].map((n) => [`${2n * ITEM + n}`, { ...expected.second, token_id: `${n}` }, null]),
  ])
  expect(await pick()).toEqual(before)
  expect(await standsFor(ITEM + 1n)).toBeNull()
})

test('AI-7 parts that are not valid are refused with the field before anything is kept, and only who keeps collections says them', async () => {
  const before = await pick()
  const many = Array.from({ length: 101 }, (_, n) => part(BigInt(n), BigInt(n)))
  for (const [parts, field] of [
    [[part(1n, 9n), part(9n, 10n)], 'parts.1.token_from'],
    [[part(9n, 8n)], 'parts.0.token_to'],
    [[part(1n, 2n ** 256n)], 'parts.0.token_to'],
    [[part(1n, 9n, { item_size: '0' })], 'parts.0.item_size'],
    [[part(1n, 9n, { collection_id: 'with space' })], 'parts.0.collection_id'],
    [[part(1n, 9n, { tag: '' })], 'parts.0.tag'],
    [many, 'parts'],
  ] as const)
    for (const path of [http.setAbstract.path, http.previewAbstract.path]) {
      const asked = path === http.setAbstract.path ? await about() : { collection_id: SHARED }
      expect(await post(path, { ...asked, parts })).toMatchObject({ status: 400, body: { field } })
    }
  expect(await post(http.setAbstract.path, { ...(await about()), version: 0, parts: [] })).toMatchObject({
    status: 409,
    body: { code: 'version_conflict' },
  })
  expect(await post(http.previewAbstract.path, { collection_id: 'e'.repeat(24), parts: [] })).toMatchObject({
    status: 404,
  })
  const stranger = { sub: 'account-stranger', jid: 'stranger' }
  expect((await post(http.setAbstract.path, { ...(await about()), parts: [] }, stranger)).status).toBe(403)
  expect(await pick()).toEqual(before)
})
