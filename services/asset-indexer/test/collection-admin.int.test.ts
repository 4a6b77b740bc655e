import { resetSleepingImages } from '@talad/proto/http/asset-indexer/asset-admin'
import {
  getAsset,
  getCollection,
  listAssets,
  listCollections,
  listEvents,
  listTraits,
} from '@talad/proto/http/asset-indexer/assets'
import {
  collectionAdminHttp as http,
  type PickedCollection,
} from '@talad/proto/http/asset-indexer/collection-admin'
import { collectionSitesHttp } from '@talad/proto/http/asset-indexer/collection-sites-admin'
import { contractNames } from '@talad/proto/http/asset-indexer/contract-names'
import { grantPermissions } from '@talad/shared/testing/admins'
import { startUnderTest } from '@talad/shared/testing/under-test'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { z } from 'zod'
import { registerCollections } from '../src/collection/register.ts'
import { service } from '../src/service.ts'
import { addFish, BIRD, bird, FISH, fish, idOf, TOKENS } from './fish.ts'

const curator = { sub: 'account-curator', jid: 'curator' }
const DAY_MS = 86_400_000

let own: Awaited<ReturnType<typeof startUnderTest>>
beforeAll(async () => {
  own = await startUnderTest(service, inject('postgres'), {
    RPC_URL: 'http://127.0.0.1:1/',
    CHAIN_ID: '3501',
    SEAPORT_ADDRESS: fish,
    MEDIA_DIR: '/nowhere',
    COLLECTIONS: JSON.stringify([
      { address: fish, type: 'erc721', slug: 'fish', name: 'ปลา' },
      { address: bird, type: 'erc721', slug: 'bird', name: 'Birds' },
    ]),
  })
  await grantPermissions(own.db, 'join-curator', ['collection.write', 'trait.write'])
  await addFish(own.db)
})
afterAll(() => own.close())

let keys = 0
type Asked = { as?: object; key?: string }
const post = (path: string, body: object, { as = curator, key = `key-${++keys}` }: Asked = {}) =>
  own.call('POST', path, { as: as as { sub: string }, body, key })
const get = (path: string) => own.call('GET', path, { as: curator })
const pick = async (id = FISH): Promise<PickedCollection> => {
  const { status, body } = await get(http.pickAdminCollection.path.replace(':collection_id', id))
  expect(status).toBe(200)
  return http.pickAdminCollection.response.parse(body)
}
const about = async (id = FISH) => ({
  collection_id: id,
  version: (await pick(id)).version,
  note: 'as asked',
})
const audited = async (action: string) =>
  (
    await own.db.query<{ note: string; who: string }>(
      `select data->>'note' as note, data->>'who' as who from kit.event
       where stream like 'audit-%' and data->>'action' = $1 order by position`,
      [action],
    )
  ).rows

test('MO-40 admins read what contracts are called, also those that are suspended; others nothing', async () => {
  await own.db.query('update collection set suspended = true where address = $1', [bird])
  const unknown = `0x${'c1'.repeat(20)}`
  const path = `${contractNames.path}?contracts=${[bird, fish, unknown].join(',')}`
  const ask = async (as: { sub: string; jid: string }) => (await own.call('GET', path, { as })).body
  expect(await ask(curator)).toMatchObject({
    list: [
      { contract_address: bird, collection_id: BIRD, name: 'Birds' },
      { contract_address: fish, name: 'ปลา' },
    ],
  })
  expect(await ask({ sub: 'account-somebody', jid: 'somebody' })).toEqual({ list: [] })
  await own.db.query('update collection set suspended = false where address = $1', [bird])
})

test('AI-26 a slug keeps to its form, one that is taken is refused, and the former one leads to the collection for 90 days', async () => {
  const slug =
    (value: string, id = FISH) =>
    async () =>
      post(http.setCollectionSlug.path, { ...(await about(id)), slug: value })
  for (const wrong of ['a', 'A_b', 'a-b', 'ปลา', 'x'.repeat(101), 'a'.repeat(24)])
    expect(await slug(wrong)()).toMatchObject({ status: 400, body: { field: 'slug' } })
  expect(await slug('bird')()).toMatchObject({ status: 409, body: { code: 'slug_taken' } })

  const began = Date.now()
  const given = await slug('thai_fish')()
  expect(given).toMatchObject({
    status: 200,
    body: { slug: 'thai_fish', version: 1, changed_by: 'join-curator' },
  })
  const [former] = (given.body as PickedCollection).former_slugs
  expect(former?.slug).toBe('fish')
  expect(Math.abs(Date.parse(former?.until ?? '') - began - 90 * DAY_MS)).toBeLessThan(60_000)
  const found = async (id: string) => (await get(`${getCollection.path}?id=${id}`)).body
  expect(await found('fish')).toMatchObject({ _id: FISH, slug: 'thai_fish' })
  expect((await get(`${listAssets.path}?cl=fish&count=1`)).body).toMatchObject({ total: TOKENS })

  // another collection can't take it meanwhile; its own collection can take it back
  expect(await slug('fish', BIRD)()).toMatchObject({ status: 409, body: { code: 'slug_taken' } })
  expect(await slug('fish')()).toMatchObject({ status: 200, body: { slug: 'fish', version: 2 } })
  expect((await pick()).former_slugs.map((one) => one.slug)).toEqual(['thai_fish'])

  await own.db.query(`update collection_slug set until = now() - interval '1 second'`)
  expect(await found('thai_fish')).toMatchObject({ status: 404 })
  expect(await slug('thai_fish', BIRD)()).toMatchObject({ status: 200 })
  expect(await audited('collection.slug')).toHaveLength(3)
})

test('AI-26 a name has 3 to 500 characters, and what an admin has named is not named back by the configuration', async () => {
  for (const name of ['ab', 'x'.repeat(501)])
    expect(await post(http.setCollectionName.path, { ...(await about()), name })).toMatchObject({
      status: 400,
      body: { field: 'name' },
    })
  const named = await post(http.setCollectionName.path, { ...(await about()), name: 'ปลากัดไทย' })
  expect(named).toMatchObject({ status: 200, body: { name: 'ปลากัดไทย' } })
  await registerCollections(own.db, 'kub', 0, [
    { address: fish, type: 'erc721', slug: 'fish_again', name: 'Fish again' },
  ])
  expect(await pick()).toMatchObject({ slug: 'fish', name: 'ปลากัดไทย' })
  const found = await get(`${http.listAdminCollections.path}?q=${encodeURIComponent('กัด')}&count=1`)
  expect(found.body).toMatchObject({ total: 1, list: [{ _id: FISH }] })
})

test('AW-4 who decides on an older version changes nothing and is told who was faster, and the same call again is one change', async () => {
  const body = { ...(await about()), name: 'First name' }
  const first = await post(http.setCollectionName.path, body, { key: 'twice' })
  expect(await post(http.setCollectionName.path, body, { key: 'twice' })).toEqual(first)
  expect((await pick()).version).toBe(body.version + 1)
  const late = await post(http.setCollectionName.path, { ...body, name: 'Late name' })
  expect(late).toMatchObject({
    status: 409,
    body: { code: 'version_conflict', details: { changed_by: 'join-curator', version: body.version + 1 } },
  })
  expect((await pick()).name).toBe('First name')
  expect((await audited('collection.name')).at(-1)).toEqual({ note: 'as asked', who: 'join-curator' })
})

test('AI-3 samples are assets that are ready and not suspended, and at most 10,000 sleeping pictures are woken by a call', async () => {
  await own.db.query('update asset set suspended = true where id = $1', [idOf(1)])
  await own.db.query(`update sync set state = 'dead' where kind = 'image' and asset_id = $1`, [idOf(2)])
  const usable = Array.from({ length: TOKENS - 2 }, (_, n) => idOf(n + 3))
  const seen = new Set<string>()
  for (let turn = 0; turn < 4; turn++) {
    const { status, body } = await post(http.randomizeSamples.path, await about())
    expect(status).toBe(200)
    const ids = (body as PickedCollection).samples.map(({ asset_id }) => asset_id)
    expect(ids).toHaveLength(6)
    for (const id of ids) expect(usable).toContain(id)
    seen.add(ids.join())
  }
  expect(seen.size).toBeGreaterThan(1)
  const { image, samples } = await pick()
  expect(image).toBe(samples[0]?.image)
  await own.db.query('update asset set suspended = false where id = $1', [idOf(1)])

  await own.db.query(
    `insert into asset (id, collection_id, contract, token_id, supply, first_block, first_at, last_block)
     select lpad(n::text, 24, 'e'), $1, $2, n + 10000, 1, 1, now(), 1 from generate_series(1, 10001) n`,
    [BIRD, bird],
  )
  await own.db.query(
    `insert into sync (asset_id, kind, state) select id, kind, 'sleep' from asset, unnest(array['metadata', 'image']) kind
     where collection_id = $1`,
    [BIRD],
  )
  const wake = () => post(resetSleepingImages.path, { collection_id: BIRD, note: 'the gateway is back' })
  expect(await wake()).toMatchObject({ status: 200, body: { queued: 10_000 } })
  expect(await wake()).toMatchObject({ status: 200, body: { queued: 1 } })
  await own.db.query('delete from asset where collection_id = $1', [BIRD])
})

const configs = [
  { key: 'level', transform: 'num', star: true },
  { key: 'Hat', transform: 'none', rules: [{ match: ' hat$', replace: '' }] },
  { key: 'Secret', ignore: true },
]
type Preview = z.output<typeof http.previewTraits.response>
const traitSet = async () =>
  listTraits.response.parse((await get(`${listTraits.path}?collection_id=${FISH}`)).body)
const traitsOf = async () => (await traitSet()).traits

test('AI-10 an admin sees what a way of reading traits makes of real assets before anything is kept, and then all are read so', async () => {
  const preview = await post(http.previewTraits.path, { collection_id: FISH, configs })
  expect(preview.status).toBe(200)
  const { keys: effects, assets, looked_at } = preview.body as Preview
  expect(looked_at).toBe(TOKENS)
  expect(effects).toEqual([
    { key: 'Hat', kind: 'choice', values: 2, min: null, max: null, dropped: 0, star: false },
    { key: 'Level', kind: 'range', values: TOKENS, min: 1, max: TOKENS, dropped: 0, star: true },
    { key: 'Secret', kind: null, values: 0, min: null, max: null, dropped: 0, star: false },
  ])
  expect(assets).toHaveLength(8)
  expect(assets[0]?.before).toContainEqual({ key: 'Secret', value: 'x' })
  expect(assets[0]?.after.map(({ key }) => key)).toEqual(['Level', 'Hat'])
  expect((await pick()).configs).toEqual([])

  const synced = await post(http.syncTraits.path, { ...(await about()), configs })
  expect(synced).toMatchObject({
    status: 200,
    body: { configs: [{ key: 'level', transform: 'num', star: true }, {}, {}] },
  })
  await until('all assets are read so', async () => {
    const level = (await traitsOf()).find(({ key }) => key === 'Level')
    return level?.kind === 'range'
  })
  expect(await traitsOf()).toMatchObject([
    {
      key: 'Hat',
      kind: 'choice',
      values: [
        { value: 'blue', original: 'blue' },
        { value: 'red', original: 'red hat' },
      ],
    },
    { key: 'Level', kind: 'range', min: 1, max: TOKENS },
  ])
  expect(await traitSet()).toMatchObject({
    configs: [{ key: 'level', star: true, rules: [] }, { key: 'Hat' }, { key: 'Secret', ignore: true }],
    summary: { keys: 2, values: TOKENS + 2 },
  })
  const { body: asset } = await get(`${getAsset.path}?id=${idOf(3)}`)
  expect((asset as { metadata: unknown }).metadata).toMatchObject({
    attributes: [
      { trait_type: 'Level', value: '3', star: true },
      { trait_type: 'Hat', value: 'red', star: false },
    ],
  })
  expect(await audited('collection.traits')).toHaveLength(1)
})

test('AI-10 what has no number is dropped and counted, a wrong pattern is refused by its place, and saying nothing reads all as given again', async () => {
  const dropping = [{ key: 'Hat', transform: 'num' }]
  await post(http.syncTraits.path, { ...(await about()), configs: dropping })
  const counted = await until('the hats are dropped', async () => {
    const hat = (await pick()).traits.find(({ key }) => key === 'Hat')
    return hat?.dropped === TOKENS && hat.kind === null ? hat : undefined
  })
  expect(counted.values).toBe(0)
  const wrong = [{ key: 'Hat', rules: [{ match: '(a', replace: '' }] }]
  for (const [path, body] of [
    [http.previewTraits.path, { collection_id: FISH, configs: wrong }],
    [http.syncTraits.path, { ...(await about()), configs: wrong }],
  ] as const)
    expect(await post(path, body)).toMatchObject({
      status: 400,
      body: { code: 'invalid_pattern', field: 'configs.0.rules.0.match' },
    })
  // what A§7 names is enough (AW-4)
  expect(await post(http.syncTraits.path, { collection_id: FISH, configs: [] })).toMatchObject({
    status: 200,
  })
  await until('all is as given', async () => (await traitsOf()).some(({ key }) => key === 'Secret'))
  await until('nothing is dropped', async () => (await pick()).traits.every(({ dropped }) => dropped === 0))
})

test('MO-38 each call wants its own permission, and a note', async () => {
  const other = { sub: 'account-other', jid: 'other' }
  await grantPermissions(own.db, 'join-other', ['collection.write'])
  const body = { ...(await about()), configs: [] }
  expect((await post(http.syncTraits.path, body, { as: other })).status).toBe(403)
  expect(
    (await post(http.previewTraits.path, { collection_id: FISH, configs: [] }, { as: other })).status,
  ).toBe(403)
  expect(
    (await post(http.randomizeSamples.path, await about(), { as: { sub: 'nobody', jid: 'nobody' } })).status,
  ).toBe(403)
  expect(await post(http.randomizeSamples.path, { ...(await about()), note: ' ' })).toMatchObject({
    status: 400,
    body: { field: 'note' },
  })
  expect(
    await post(http.setCollectionName.path, {
      ...body,
      collection_id: 'f'.repeat(24),
      name: 'Nobody',
      configs: undefined,
    }),
  ).toMatchObject({ status: 404 })
})

test('GW-5 a site shows the collections that name it, the main one all, and what is not shown is not there but for its holder', async () => {
  const [site, unknown] = ['a'.repeat(24), 'c'.repeat(24)]
  const continents = [site]
  const show = async (ids: readonly string[]) =>
    post(collectionSitesHttp.setCollectionContinents.path, { ...(await about(BIRD)), continents: ids })
  const refused = (field: string) => ({ status: 409, body: { code: 'site_not_known', field, rule: 'GW-5' } })
  expect(await show(continents)).toMatchObject(refused('continents.0')) // the news of it is late
  await own.db.query(`insert into site_replica values ($1, '{}', '{}', true, 1)`, [site])
  expect(await show([site, unknown])).toMatchObject(refused('continents.1'))
  const set = await show(continents)
  expect(set).toMatchObject({ status: 200, body: { continents } })
  const chosen = await own.db.query(`select data from kit.event where type = 'SitesChosen'`)
  const collection = {
    collectionId: BIRD,
    contract: bird,
    sites: continents,
    revision: (await pick(BIRD)).version,
  }
  expect(chosen.rows).toEqual([{ data: { collection } }])
  const at = async (path: string, at?: string) => {
    const headers = at === undefined ? {} : { 'x-talad-site': at }
    const { status, body } = await own.call('GET', path, { headers })
    const { list } = body as { list?: readonly unknown[] }
    return [status, list?.length]
  }
  expect(await at(listCollections.path)).toEqual([200, 2])
  expect(await at(listCollections.path, site)).toEqual([200, 1])
  const ofSite = await own.call('GET', `${http.listAdminCollections.path}?continent=${site}`, { as: curator })
  expect(ofSite.body).toMatchObject({ list: [{ _id: BIRD, continents }] })
  expect(await at(listCollections.path, 'b'.repeat(24))).toEqual([200, 0])
  expect(await at(listAssets.path)).toEqual([200, 10])
  expect(await at(listAssets.path, site)).toEqual([200, 0]) // the birds have no tokens yet
  expect(await at(`${listAssets.path}?as=${idOf(1)}`, site)).toEqual([200, 0])
  expect(await at(`${listAssets.path}?wl=${fish}`, site)).toEqual([200, 10]) // what somebody holds is theirs anywhere
  expect(await at(`${listAssets.path}?cl=${FISH}`, site)).toEqual([200, 0])
  await own.db.query(
    `insert into activity (id, type, at, asset_id, contract, token_id, from_address, to_address, amount)
     values ('gw5', 'list', now(), $1, $2, 1, $2, $2, 1)`,
    [idOf(1), fish],
  )
  expect(await at(listEvents.path)).toEqual([200, 1])
  for (const query of ['', `?cl=${FISH}`, `?ad=${fish}`])
    expect([query, await at(listEvents.path + query, site)]).toEqual([query, [200, 0]])
  for (const query of [`?wl=${fish}`, `?as=${idOf(1)}`])
    expect([query, await at(listEvents.path + query, site)]).toEqual([query, [200, 1]])
  const named = [`${getCollection.path}?id=${FISH}`, `${getAsset.path}?id=${idOf(1)}`]
  for (const path of [...named, `${listTraits.path}?collection_id=${FISH}`]) {
    expect([path, (await at(path))[0], (await at(path, site))[0]]).toEqual([path, 200, 404])
  }
  await own.db.query(`insert into account_replica values ('account-holder', 1, $1)`, [[fish]])
  await own.db.query(`insert into holder (asset_id, address, quantity) values ($1, $2, 1)`, [idOf(1), fish])
  for (const path of named) {
    const seen = await own.call('GET', path, {
      as: { sub: 'account-holder' },
      headers: { 'x-talad-site': site },
    })
    expect([path, seen.status]).toEqual([path, 200])
  }
})
