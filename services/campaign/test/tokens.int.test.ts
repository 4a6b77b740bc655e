import { createServer } from 'node:http'
import { tokenHttp as http } from '@talad/proto/http/campaign/tokens'
import { expect, onTestFinished, test } from 'vitest'
import { begin, payload } from './fair.ts'

const CONTRACT = `0x${'c0'.repeat(20)}`
const THEIRS = `0x${'d0'.repeat(20)}`

/** The asset indexer, as far as it tells of one asset. */
async function playIndexer() {
  const state = { status: 200, code: '' }
  const metadata = {
    name: 'Betta',
    description: 'Siamese',
    image: 'ipfs://b',
    external_url: null,
    attributes: [],
  }
  const sync = { state: 'ready', synced_at: null, error: null }
  const asset = {
    _id: 'e'.repeat(24),
    contract: { blockchain: 'kub', address: THEIRS, type: 'erc1155' },
    collection: { id: 'e'.repeat(24), slug: 'betta', name: 'Betta' },
    token: { id: '7', number: null, abstract: null },
    metadata,
    image: { source: null, mime: null, r360: null, r800: null },
    media: null,
    recent: { owner: null, supply: '1', block: '1' },
    internal: {
      metadata: sync,
      image: sync,
      holders_count: 0,
      holders: [],
      orders: { listings: 0, offers: 0, inactives: 0, for_sale: '0', last_sale: null },
      utility_usage: 0,
      rarity_score: 0,
    },
    dynamic: { best_price: null, own_price: null, issuer: null, suspended: false, tradable: true },
  }
  const server = createServer((_request, response) => {
    response.writeHead(state.status, { 'content-type': 'application/json' })
    const problem = {
      type: '',
      title: '',
      status: state.status,
      code: state.code,
      message: '',
      requestId: 'r',
    }
    response.end(JSON.stringify(state.status === 200 ? asset : problem))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close().closeAllConnections())
  const at = server.address()
  if (at === null || typeof at === 'string') throw new Error('no port')
  return { state, url: `http://127.0.0.1:${at.port}` }
}

async function open() {
  const indexer = await playIndexer()
  const running = await begin({ ASSET_INDEXER_URL: indexer.url })
  const { owner: db, project_id } = running
  const { collection } = await running.makeCollection()
  const item = await running.makeItem(collection._id)
  const grant = async (id: string, number: number, own: object | null, shared = false) => {
    await db.query(
      'insert into item_token (item_id, number, shared) values ($1, $2, $3) on conflict do nothing',
      [item._id, number, shared],
    )
    await db.query(
      `insert into holding (id, project_id, collection_id, item_id, number, item_token_id, holder_id, origin, amount, payload, created)
       values ($1, $2, $3, $4, 1, $5, 'account', 'mint', 1, $6, now())`,
      [id, project_id, collection._id, item._id, number, own && JSON.stringify(own)],
    )
  }
  /** @param state of the mint: only what is mined is on chain */
  const mint = async (number: number, state: string, standard = 'erc1155') => {
    const contract = 'c'.repeat(24)
    await db.query(
      `insert into collection_contract (id, project_id, collection_id, blockchain, contract_class, name, symbol, factory, lane,
         address, disabled, tx_status, retry_count, created, updated)
       values ($1, $2, $3, 'kub', $4, 'L', 'L', 'f', 'l', $5, false, 'mined', 0, now(), now()) on conflict do nothing`,
      [contract, project_id, collection._id, standard, CONTRACT],
    )
    await db.query(
      `insert into mint (id, project_id, collection_id, item_id, item_token_id, automint_id, contract_id, contract_class, lane,
         chain_key, token_id, receiver, state, since, created, updated)
       values ($1::text, $2, $3, $4, $5, $1::text, $6, $7, 'l', $1::text, 't', 'r', $8, now(), now(), now())`,
      [`m${number}`, project_id, collection._id, item._id, number, contract, standard, state],
    )
  }
  const ask = (path: string, query: Record<string, string>) =>
    running.call('GET', `${path}?${new URLSearchParams(query)}`)
  const token = (token_id: number) =>
    ask(http.openVirtualToken.path, { item_id: item._id, token_id: String(token_id) })
  const at = (contract_address: string, token_id: bigint, raw = false) =>
    ask(raw ? http.openRawToken.path : http.openToken.path, {
      blockchain: 'kub',
      contract_address,
      token_id: String(token_id),
      match_campaigns: '1',
    })
  return { ...running, indexer: indexer.state, collection, item, grant, mint, token, at }
}

const ID = 2n ** 32n + 1n
const own = { version: '3.0', attributes: { power: { value: 9 } }, 'coupon-code': { code: 'MINE2026' } }
const image = { assets: { image: `ipfs://lantern/${ID.toString(16).padStart(64, '0')}` } }

test('CA-59 CA-62 CA-82 a token has what it inherits and says itself, signed, by its id on chain, and never a coupon of its holder', async () => {
  const { collection, grant, item, mint, token } = await open()
  expect(await token(1)).toMatchObject({
    status: 404,
    body: { code: 'virtual_not_found', field: 'token_id' },
  })
  await grant('h1', 1, own)
  const { status, body } = await token(1)
  expect(status).toBe(200)
  const virtual = http.openVirtualToken.response.parse(body)
  expect(virtual.token).toMatchObject({
    collection_id: collection._id,
    tokenIdentityId: `${item._id}:1`,
    tokenId: String(ID),
    token_id: '1',
    nfts: [],
  })
  expect(virtual.effective?.payload).toMatchObject({
    attributes: { power: { value: 9 } },
    assets: { image: `ipfs://lantern/${ID}` },
  })
  expect(virtual.effective?.signature).toMatch(/^[\w-]+\.\.[\w-]+$/)
  expect(JSON.stringify(body)).not.toMatch(/MINE2026|SECRET2026/)
  await mint(1, 'mined')
  expect((await token(1)).body).toMatchObject({
    token: { nfts: [{ blockchain: 'kub', contract_class: 'erc1155', contract_address: CONTRACT }] },
    effective: { payload: image },
  })
  await grant('h2', 1, null, true)
  expect((await token(1)).body).toMatchObject({ effective: { payload: { attributes: payload.attributes } } })
})

test('CA-62 CA-82 a token that we minted is found by its address and id, by the records and not by the index', async () => {
  const { at, grant, indexer, item, mint } = await open()
  indexer.status = 500
  await grant('h1', 1, own)
  await mint(1, 'mined')
  const { status, body } = await at(CONTRACT.toUpperCase().replace('0X', '0x'), ID)
  expect(status).toBe(200)
  expect(http.openToken.response.parse(body)).toMatchObject({
    nft: {
      contract_class: 'erc1155',
      contract_address: CONTRACT,
      token_id: String(ID),
      metadata: {
        name: payload.name,
        image: image.assets.image,
        attributes: [{ trait_type: 'power', value: 9, display_type: null }],
      },
    },
    vnft: { item_id: item._id, token_id: '1' },
    effective: { payload: image },
    campaigns: [],
  })
  expect(JSON.stringify(body)).not.toMatch(/MINE2026|SECRET2026/)
  expect((await at(CONTRACT, ID, true)).body).toMatchObject({
    metadata: { image: image.assets.image },
    campaigns: [],
  })
  await mint(2, 'open')
  for (const id of [ID + 1n, ID + 2n, 5n, 2n ** 200n])
    expect(await at(CONTRACT, id)).toMatchObject({ status: 503 })
})

test('CA-80 MO-7 a token of others is as the index has read it, refused where it is suspended, and the index away is no missing token', async () => {
  const { at, indexer } = await open()
  expect((await at(THEIRS, 7n)).body).toMatchObject({
    nft: {
      blockchain: 'kub',
      contract_class: 'erc1155',
      token_id: '7',
      metadata: { name: 'Betta', image: 'ipfs://b' },
    },
    vnft: null,
    effective: null,
  })
  for (const [status, code] of [
    [404, 'not_found'],
    [403, 'asset_suspended'],
    [503, 'unavailable'],
  ] as const) {
    Object.assign(indexer, { status, code })
    expect(await at(THEIRS, 7n)).toMatchObject({ status, body: { code } })
  }
})

test('CA-32 a token is told with the campaigns that run for everybody and have a slot that it fits', async () => {
  const { at, call, collection, grant, item, mint, project_id, publishCampaign } = await open()
  const live = (slug: string, requirements: object[], more: object = {}) =>
    publishCampaign({ slug, name: `By ${slug}`, ...more }, { requirements })
  const power = (value: number) => ({ traitCondition: { trait: 'power', op: 'gte', value } })
  const ours = { tag: 'lantern', type: 'vnft', vcollectionId: collection._id }
  const theirs = { tag: 'betta', type: 'nft', blockchain: 'kub', contractAddress: THEIRS, nftType: 'ERC1155' }
  const fits = await live('fits', [
    { ...ours, ...power(9) },
    { ...ours, tag: 'two', vitemId: item._id },
  ])
  await live('weak', [{ ...ours, ...power(10) }])
  await live('paused', [ours], { paused: true })
  await live('internal', [ours], { internal: true })
  await live('hidden', [ours], { public: false })
  const range = await live('range', [{ ...theirs, tokenRanges: [['5', '7']] }])
  await live('other', [{ ...theirs, tokenId: '8' }])
  await grant('h1', 1, own)
  const expected = [{ _id: fits, project_id, slug: 'fits', name: 'By fits', tags: ['lantern', 'two'] }]
  const asked = { item_id: item._id, token_id: '1' }
  const token = (more: object) =>
    call('GET', `${http.openVirtualToken.path}?${new URLSearchParams({ ...asked, ...more })}`)
  expect((await token({ match_campaigns: '1' })).body).toMatchObject({ campaigns: expected })
  expect((await token({})).body).toMatchObject({ campaigns: [] })
  await mint(1, 'mined')
  expect((await at(CONTRACT, ID)).body).toMatchObject({ campaigns: expected })
  for (const raw of [false, true])
    expect((await at(THEIRS, 7n, raw)).body).toMatchObject({ campaigns: [{ _id: range, tags: ['betta'] }] })
})
