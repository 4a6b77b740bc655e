import { fromBinary } from '@bufbuild/protobuf'
import {
  AssetChangedSchema,
  AssetMetadataReadSchema,
  OrderFulfilledSchema,
} from '@talad/proto/asset-indexer/v1/events'
import {
  getAsset,
  getCollection,
  listEvents,
  listTraits,
  syncAsset,
} from '@talad/proto/http/asset-indexer/assets'
import type { InMessage } from '@talad/shared/bus/port'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { assetIdOf } from '../src/chain/ids.ts'
import { addressOf, startChain, type TestChain } from './chain.ts'
import { fill, sayOrder, signListing } from './orders.ts'
import { type Gateway, startCable, startGateway, startIndexer, type TestService } from './service.ts'

let chain: TestChain
let gateway: Gateway
let own: TestService
let single: string
let multi: string
const messages: InMessage[] = []
const [alice, bob] = [addressOf(1), addressOf(2)]
const cleanup: (() => Promise<unknown>)[] = []

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="5" height="10"/></svg>'

beforeAll(async () => {
  ;[chain, gateway] = await Promise.all([startChain(), startGateway()])
  single = await chain.collection('erc721', 1, 'ipfs://meta/')
  multi = await chain.collection('erc1155', 2, 'ipfs://meta/')
  for (const token of [1, 2, 3]) {
    const metadata = {
      name: `Fish <b>${token}</b>`,
      description: 'A fish',
      image: `ipfs://pictures/${token}.svg`,
      attributes: [
        { trait_type: 'Fin', value: token === 1 ? 'Long' : 'Short' },
        { trait_type: 'Level', value: token, display_type: 'number' },
      ],
    }
    gateway.files.set(`meta/${token}.json`, { type: 'application/json', body: JSON.stringify(metadata) })
    gateway.files.set(`pictures/${token}.svg`, { type: 'image/svg+xml', body: SVG })
  }
  own = await startIndexer(inject('postgres'), chain, gateway)
  const subscription = await own.bus.subscribe({
    group: 'test',
    topics: ['asset-indexer.chain.v1', 'asset-indexer.asset.v1'],
    handle: async (batch) => void messages.push(...batch),
    onError: () => undefined,
  })
  cleanup.push(
    () => subscription.close(),
    () => own.close(),
    () => gateway.stop(),
    () => chain.stop(),
  )
})
afterAll(async () => {
  for (const clean of cleanup) await clean()
})

const pick = (id: string, wl?: string) => own.call(getAsset, { query: { id, ...(wl ? { wl } : {}) } })
const known = (id: string) => pick(id).catch(() => undefined)

test('AI-1 a minted token gets its metadata and picture, is told of, and the picture is served for good', async () => {
  for (const token of [1, 2, 3]) await chain.mint(single, alice, token)
  const id = assetIdOf('kub', single, '1')
  const asset = await until('the picture is there', async () => {
    const found = await known(id)
    return found?.image.r360 ? found : undefined
  })
  expect(asset.metadata).toMatchObject({
    name: 'Fish <b>1</b>',
    description: 'A fish',
    image: 'ipfs://pictures/1.svg',
  })
  expect(asset.internal.metadata.state).toBe('frozen')
  expect(asset.internal.image.state).toBe('frozen')
  expect(asset.recent.owner).toBe(alice)
  const picture = await fetch(own.service.url + asset.image.r800)
  expect(picture.status).toBe(200)
  expect(picture.headers.get('content-type')).toBe('image/webp')
  expect(picture.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(picture.headers.get('x-content-type-options')).toBe('nosniff')
  expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(20)
  expect((await fetch(`${own.service.url}/media/${'0'.repeat(64)}.webp`)).status).toBe(404)
  expect((await fetch(`${own.service.url}/media/..%2f..%2fetc%2fpasswd`)).status).toBe(400)
  const told = () =>
    messages
      .filter((one) => one.type === AssetChangedSchema.typeName)
      .map((one) => fromBinary(AssetChangedSchema, one.payload))
      .filter((one) => one.assetId === id)
  await until('it is told', () => told().some((one) => one.image === asset.image.r360))
  expect(told()[0]).toMatchObject({ name: '', image: '', tradable: true, tokenId: '1' })
  // MO-15: once with the texts, and again with what the picture looks like
  const read = messages
    .filter((one) => one.type === AssetMetadataReadSchema.typeName)
    .map((one) => fromBinary(AssetMetadataReadSchema, one.payload))
    .filter((one) => one.assetId === id)
  expect(read.map(({ pictureHash }) => pictureHash)).toEqual(['', expect.stringMatching(/^[0-9a-f]{64}$/)])
  expect(new Set(read.map(({ metadataHash }) => metadataHash)).size).toBe(1)
  expect(read[1]?.texts.map(({ field, text }) => `${field}=${text}`)).toEqual([
    ...[
      'name=Fish <b>1</b>',
      'description=A fish',
      'image=ipfs://pictures/1.svg',
      'metadata=ipfs://meta/1.json',
    ],
    ...['trait=Fin: Long', 'trait=Level: 1'],
  ])
})

test('AI-11 AI-12 traits of the collection are counted, and an asset tells how rare its values are', async () => {
  const collection = await own.call(getCollection, {
    query: { id: (await pick(assetIdOf('kub', single, '1'))).collection.slug },
  })
  const traits = await until('traits are counted', async () => {
    const found = await own.call(listTraits, { query: { collection_id: collection._id } })
    return found.items === 3 && found.traits[0]?.count === 3 ? found.traits : undefined
  })
  expect(traits).toEqual([
    {
      key: 'Fin',
      kind: 'choice',
      count: 3,
      min: null,
      max: null,
      values: [
        { value: 'Short', original: 'Short', count: 2 },
        { value: 'Long', original: 'Long', count: 1 },
      ],
    },
    expect.objectContaining({ key: 'Level', kind: 'choice', min: 1, max: 3 }),
  ])
  const asset = await pick(assetIdOf('kub', single, '1'))
  expect(asset.metadata.attributes[0]).toMatchObject({
    trait_type: 'Fin',
    count: 1,
    percent: 33.33,
    rarity: 3,
  })
})

test('AI-2 nobody thaws a frozen asset, and an unknown asset is not found', async () => {
  const answer = await own.call(syncAsset, {
    params: { asset_id: assetIdOf('kub', single, '1') },
    query: { force: '1' },
  })
  expect(answer).toMatchObject({ queued: false, metadata: { state: 'frozen' } })
  const unknown = own.call(syncAsset, { params: { asset_id: 'f'.repeat(24) }, query: {} })
  await expect(unknown).rejects.toMatchObject({ status: 404 })
})

test('AI-2 force wakes a failed asset, which is fetched at once', async () => {
  await chain.mint(single, alice, 7)
  const id = assetIdOf('kub', single, '7')
  await until('it has failed', async () => (await known(id))?.internal.metadata.state === 'failed')
  expect((await pick(id)).internal.metadata.error).toBe('answered 404')
  gateway.files.set('meta/7.json', { type: 'application/json', body: '{"name":"Seven"}' })
  for (const body of [undefined, { force: false }]) {
    const gentle = await own.call(syncAsset, { params: { asset_id: id }, body })
    expect(gentle.queued).toBe(false)
  }
  const forced = await own.call(syncAsset, { params: { asset_id: id }, body: { force: true } })
  expect(forced).toMatchObject({ queued: true, metadata: { state: 'pending' } })
  await until('it is there', async () => (await known(id))?.metadata.name === 'Seven')
  const again = await own.call(syncAsset, { params: { asset_id: id }, query: { force: '1' } })
  expect(again.queued).toBe(false)
})

test('AI-18 a shipper sale and a crypto sale stand on one timeline, each with its own price', async () => {
  await chain.mintMany(multi, alice, 1, 10)
  const about = { contract: multi, contractType: 'erc1155', token: 1, seller: 1 } as const
  const shipped = await signListing(chain, { ...about, amount: 10, raw: 20_000n, shipper: true })
  const crypto = await signListing(chain, { ...about, amount: 2, raw: 2n * 10n ** 16n, shipper: false })
  await sayOrder(own.bus, chain, shipped, { revision: 1 })
  await sayOrder(own.bus, chain, crypto, { revision: 1 })
  const id = assetIdOf('kub', multi, '1')
  await until('both are listed', async () => (await known(id))?.internal.orders.listings === 2)
  expect((await pick(id)).dynamic.best_price).toMatchObject({
    original: { raw: '2000', value: '20', family: 'thb' },
    converted: '20',
  })
  const cryptoTx = await fill(chain, crypto, 2, 1)
  const shipperTx = await fill(chain, shipped, 2, 4)
  const sales = await until('both sales are there', async () => {
    const found = await own.call(listEvents, { query: { as: id, tp: 'sa' } })
    return found.list.length === 2 ? found.list : undefined
  })
  expect(sales[0]).toMatchObject({
    sale: {
      order_hash: shipped.hash,
      seller: alice,
      buyer: bob,
      amount: '4',
      shipper: true,
      price: { raw: '8000', value: '80', family: 'thb' },
    },
    transaction: { hash: shipperTx },
  })
  expect(sales[1]).toMatchObject({
    sale: { amount: '1', shipper: false, price: { value: '0.01', family: 'jfin' } },
    transaction: { hash: cryptoTx },
  })
  const all = await own.call(listEvents, { query: { as: id, sr: 'bk', sd: 'asc' } })
  expect(all.list.map((event) => event.type)).toEqual([
    'mint',
    ...Array(2).fill(expect.stringMatching(/sale|transfer/)),
    ...Array(2).fill(expect.stringMatching(/sale|transfer/)),
    'list',
    'list',
  ])
  expect(all.list.at(-1)?.order).toMatchObject({ type: 'list', offerer: alice })
  await until(
    'the last sale is known',
    async () => (await known(id))?.internal.orders.last_sale?.price.value === '20',
  )
  const told = await until('the fill is told', () =>
    messages.find((one) => one.type === OrderFulfilledSchema.typeName && one.key === shipped.hash),
  )
  expect(fromBinary(OrderFulfilledSchema, told.payload)).toMatchObject({
    orderHash: shipped.hash,
    offerer: alice,
    recipient: bob,
    amount: '4',
    contractAddress: multi,
    tokenId: '1',
  })
})

test('AI-18 GW-26 a cancel appears and goes again with the order; old and doubled messages change nothing', async () => {
  const listing = {
    contract: single,
    contractType: 'erc721',
    token: 2,
    amount: 1,
    seller: 1,
    raw: 5_000n,
    shipper: true,
  } as const
  const order = { ...listing, hash: `0x${'c'.repeat(64)}` }
  const id = assetIdOf('kub', single, '2')
  const types = async () =>
    (await own.call(listEvents, { query: { as: id, tp: 'li,ca' } })).list.map((one) => one.type).sort()
  await sayOrder(own.bus, chain, order, { revision: 2, status: 'cancelled', change: 'cancelled' })
  await sayOrder(own.bus, chain, order, { revision: 1 })
  await sayOrder(own.bus, chain, order, { revision: 2, status: 'cancelled', change: 'cancelled' })
  await until('the cancel is there', async () => (await types()).length === 2)
  expect(await types()).toEqual(['cancel', 'list'])
  expect((await pick(id)).internal.orders.listings).toBe(0)
  await sayOrder(own.bus, chain, order, { revision: 3, change: 'activated' })
  await until('it is listed again', async () => (await known(id))?.internal.orders.listings === 1)
  expect(await types()).toEqual(['list'])
  expect((await pick(id)).dynamic.best_price?.original.value).toBe('50')
})

test('GW-29 a listing counts until its end, without any message', async () => {
  const listing = {
    contract: single,
    contractType: 'erc721',
    token: 3,
    amount: 1,
    seller: 1,
    raw: 5_000n,
    shipper: true,
  } as const
  const order = { ...listing, hash: `0x${'d'.repeat(64)}` }
  const id = assetIdOf('kub', single, '3')
  await sayOrder(own.bus, chain, order, { revision: 1, end: new Date(Date.now() + 1_500) })
  await until('it is listed', async () => (await known(id))?.internal.orders.listings === 1)
  await until('it has ended', async () => (await known(id))?.internal.orders.listings === 0)
  expect((await pick(id)).dynamic.best_price).toBeNull()
})

test('readiness fails while the node is away, and the scan goes on by itself when it is back', async () => {
  const cable = await startCable(chain.anvil.rpcUrl)
  cleanup.unshift(() => cable.stop())
  await own.restart(cable.url)
  const readiness = async () => (await fetch(`${own.service.url}/readyz`)).status
  await until('it is ready', async () => (await readiness()) === 200)
  cable.cut = true
  expect(await readiness()).toBe(503)
  await chain.mint(single, bob, 1_000)
  expect(await known(assetIdOf('kub', single, '1000'))).toBeUndefined()
  cable.cut = false
  await until(
    'the token is there',
    async () => (await known(assetIdOf('kub', single, '1000')))?.recent.owner === bob,
  )
  expect(await readiness()).toBe(200)
})
