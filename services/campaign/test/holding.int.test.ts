import { contractAdminHttp } from '@talad/proto/http/campaign/contracts-admin'
import { mintAdminHttp } from '@talad/proto/http/campaign/mints-admin'
import { walletAdminHttp, walletHttp } from '@talad/proto/http/campaign/wallet'
import { inTx } from '@talad/shared/db'
import { until } from '@talad/shared/testing/wait'
import { Wallet } from 'ethers'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { reconcileMints } from '../src/jobs/reconciliation.ts'
import { resumeLane } from '../src/lane/lanes.ts'
import { pauseLane } from '../src/lane/pause.ts'
import { chainKeyOf } from '../src/mint/save.ts'
import { admin, startWorld, type World } from './minting.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterEach(() => lanes('resume'))
afterAll(() => world.close())

const OPEN = '/api/v1'
const somebody = () => Wallet.createRandom().address.toLowerCase()
let count = 0
const key = () => `key-${count++}`
const person = () => `b${String(count++).padStart(23, '0')}`

async function lanes(of: 'pause' | 'resume') {
  for (const lane of world.minter.lanes)
    if (of === 'pause') await pauseLane(world, lane, 'looked at', world.now())
    else await inTx(world.db, (tx) => resumeLane(tx, lane, world.now()))
}
const mine = async (as: string, more = '') => {
  const { body } = await world.call('GET', `${OPEN}/wallet/assets?count=1${more}`, { as })
  return walletHttp.myAssets.response.parse(body)
}
const exist = async (as: string, more = '') =>
  (await world.call('GET', `${OPEN}/wallet/assets/exist?${more}`, { as })).body
const own = (as: string, nft: object) =>
  world.call('POST', `${OPEN}/vnft/item/nft/mint`, { as, body: { nft: { blockchain: 'kub', ...nft } } })
const postMint = (what: 'retry' | 'cancel', _id: string) =>
  world.call('POST', `${admin}/vnft/mint/${what}`, { body: { _id } })

test('CA-50 CA-55 what is granted to who has no wallet waits for one, and goes to the first of them, once', async () => {
  const { item_id, contract } = await world.fair()
  const holder = person()
  const nft = { automint_id: key(), item_id, blockchain: 'kub' }
  const target = { account_id: holder }
  const granted = await world.minted(nft, { target })
  expect(granted).toMatchObject({
    nft: null,
    vnft: {
      holderId: holder,
      origin: 'mint',
      state: 'waiting',
      balance: 1,
      vnft: { minting: false, minted: false },
    },
  })
  const same = { ...nft, item_token_id: 1, contract_class: 'erc721' }
  for (const again of [nft, same]) expect(await world.minted(again, { target })).toEqual(granted)
  const { blockchain: _, ...nowhere } = nft
  const to = { ...nft, receiver_address: somebody() }
  for (const other of [nowhere, to, { ...nft, item_token_id: 2 }, { ...nft, contract_class: 'erc1155' }])
    expect(await world.mint(other, { target })).toMatchObject({
      status: 409,
      body: { code: 'automint_taken' },
    })
  expect(await exist(holder)).toEqual({ exist: true, balance: 1 })
  const [join, other] = [somebody(), somebody()]
  await world.link(holder, [join, other])
  await world.link(holder, [join, other], 2)
  const minted = await until('it is minted', async () => {
    const { list } = await mine(holder)
    return list[0]?.state === 'minted' && list[0]
  })
  expect(minted).toMatchObject({ balance: 0, nft: { receiver_address: join, contract_address: contract } })
  expect(await exist(holder)).toEqual({ exist: false, balance: 0 })
  expect((await world.events(contract)).map(({ receiver }) => receiver)).toEqual([join])
  const { rows } = await world.db.query('select mint_count, mint_reserve from vitem where id = $1', [item_id])
  expect(rows).toEqual([{ mint_count: 1n, mint_reserve: 0n }]) // CA-49: once, when it was granted
})

test('CA-27 CA-50 CA-51 nothing is minted to a wallet that a contract of another chain proved', async () => {
  const { item_id, contract } = await world.fair()
  const [holder, [far, here]] = [person(), [somebody(), somebody()]]
  const asked = { automint_id: key(), item_id, blockchain: 'kub' }
  const { vnft } = await world.minted(asked, { target: { account_id: holder } })
  await world.link(holder, [far], 1, { [far]: '1' })
  await until('the wallet is known', async () => {
    const { rows } = await world.db.query('select 1 from account_replica where account_id = $1', [holder])
    return rows.length > 0
  })
  expect((await mine(holder)).list).toMatchObject([{ state: 'waiting' }])
  expect(await own(holder, { holding_id: vnft?._id, receiver_address: far })).toMatchObject({
    status: 403,
    body: { rule: 'CA-51' },
  })
  await world.link(holder, [far, here], 2, { [far]: '1', [here]: String(world.anvil.chainId) })
  await until('it is minted', async () => (await mine(holder)).list[0]?.state === 'minted')
  expect((await world.events(contract)).map(({ receiver }) => receiver)).toEqual([here])
})

test('CA-28 CA-51 a holder mints their own to a linked wallet alone, and can use it no more from then on', async () => {
  const { item_id, collection_id, contract } = await world.fair()
  const [holder, stranger] = [person(), person()]
  const wallet = somebody()
  const asked = { automint_id: key(), item_id, contract_class: 'erc721' }
  const target = { account_id: holder }
  const { vnft } = await world.minted(asked, { target })
  const holding_id = vnft?._id ?? ''
  expect(vnft).toMatchObject({ state: 'virtual', nft: null })
  expect(await world.mint({ ...asked, blockchain: 'kub' }, { target })).toMatchObject({ status: 409 }) // CA-48
  expect(await own(holder, { holding_id })).toMatchObject({
    status: 403,
    body: { code: 'receiver_not_linked' },
  })
  await world.link(holder, [wallet])
  await world.link(stranger, [somebody()])
  expect(await own(stranger, { holding_id })).toMatchObject({
    body: { code: 'holding_not_found', rule: 'CA-55' },
  })
  await until('the wallet is known', async () => {
    const { rows } = await world.db.query('select 1 from account_replica where account_id = $1', [holder])
    return rows.length > 0
  })
  const elsewhere = { holding_id, receiver_address: somebody() }
  expect(await own(holder, elsewhere)).toMatchObject({ status: 403, body: { rule: 'CA-51' } })
  await lanes('pause')
  const first = await own(holder, { holding_id })
  expect(first).toMatchObject({
    status: 201,
    body: { nft: { tx_status: 'pending' }, vnft: { state: 'minting', balance: 0 } },
  })
  expect(await exist(holder, `nftItemId=${item_id}`)).toEqual({ exist: false, balance: 0 })
  const { nft } = walletHttp.mintOwn.response.parse(first.body)
  const again = walletHttp.mintOwn.response.parse((await own(holder, { holding_id })).body)
  expect(again.nft._id).toBe(nft._id)
  expect(await postMint('cancel', nft._id)).toMatchObject({
    status: 200,
    body: { nft: { tx_status: 'canceled' } },
  })
  expect(await exist(holder, `nftCollectionId=${collection_id}`)).toEqual({ exist: true, balance: 1 })
  expect(await own(holder, { holding_id })).toMatchObject({
    body: { nft: { _id: nft._id, tx_status: 'pending' } },
  })
  await lanes('resume')
  await world.reaches(nft._id, 'mined')
  expect(await world.events(contract)).toHaveLength(1)
  expect((await mine(holder, `&nftItemId=${item_id}`)).list).toMatchObject([
    { state: 'minted', vnft: { minted: true } },
  ])
  expect((await world.minted(asked, { target })).vnft?._id).toBe(holding_id)
})

test('CA-46 CA-48 what has failed is tried again only where the chain lacks its key, and what is signed is not taken back', async () => {
  const { item_id, contract } = await world.fair()
  const receiver_address = world.deployment.collectionFactory // takes no tokens
  const nft = { automint_id: key(), item_id, blockchain: 'kub', receiver_address }
  const id = (await world.minted(nft)).nft?._id ?? ''
  await world.reaches(id, 'failed')
  expect(await postMint('cancel', id)).toMatchObject({ status: 409, body: { code: 'mint_under_way' } })
  expect(await postMint('retry', id)).toMatchObject({ status: 200, body: { nft: { failed_reason: null } } })
  await world.reaches(id, 'failed')
  const good = { ...nft, automint_id: key(), receiver_address: somebody() }
  const mined = (await world.minted(good)).nft?._id ?? ''
  await world.reaches(mined, 'mined')
  expect(await postMint('retry', mined)).toMatchObject({ status: 409, body: { code: 'mint_not_ended' } })
  expect(await postMint('retry', '0'.repeat(24))).toMatchObject({ status: 403 })
  expect(await world.events(contract)).toHaveLength(1)
  const { rows } = await world.db.query('select mint_count, mint_reserve from vitem where id = $1', [item_id])
  expect(rows).toEqual([{ mint_count: 1n, mint_reserve: 0n }])
})

test('CA-54 CA-62 a contract leads to what everybody may read of a token, by the number of its item', async () => {
  const { collection_id } = await world.fair()
  const read = (file: string) =>
    world.call('GET', `${OPEN}/vnft/metadata/${collection_id}/erc1155/${file}`, { as: null })
  const id = 2n ** 32n + 7n
  expect(await read(`${id}.json`)).toEqual({
    status: 200,
    body: {
      name: 'Lantern',
      description: '',
      image: `ipfs://lantern/${id.toString(16).padStart(64, '0')}`,
      attributes: [{ trait_type: 'power', value: 1 }],
    },
  })
  expect(await read('contract.json')).toMatchObject({ status: 200, body: { name: 'Lantern' } })
  for (const file of ['1.json', `${2n * id}.json`, `${2n ** 63n}.json`])
    expect(await read(file)).toMatchObject({ status: 404 })
  expect(await read('x.json')).toMatchObject({ status: 400 })
})

test('CA-48 a key that the chain has is mined by whichever transaction, and never a second time', async () => {
  const { item_id, contract } = await world.fair()
  await lanes('pause')
  const receiver_address = somebody()
  const nft = { automint_id: key(), item_id, blockchain: 'kub', receiver_address }
  const asked = await world.minted(nft)
  const id = asked.nft?._id ?? ''
  const tokenId = asked.nft?.token_id ?? ''
  const { hash, refused } = await world.mintBeside(contract, {
    key: chainKeyOf(id),
    receiver: receiver_address,
    tokenId,
  })
  expect(refused).toContain('KeyUsed') // sent again, it reverts
  await lanes('resume')
  expect(await world.reaches(id, 'mined')).toMatchObject({ tx_hash: hash, failed_reason: null })
  expect(await world.events(contract)).toHaveLength(1)
})

test('CA-49 a night finds what was miscounted and what somebody else minted, and pauses the lane', async () => {
  const { item_id, contract } = await world.fair()
  const nft = { automint_id: key(), item_id, blockchain: 'kub', receiver_address: somebody() }
  await world.reaches((await world.minted(nft)).nft?._id ?? '', 'mined')
  const here = async () =>
    (
      await reconcileMints({
        db: world.db,
        minter: world.minter,
        now: world.now,
        log: { error: () => undefined },
      })
    ).filter(({ what }) => what.includes(contract) || what.includes(item_id))
  expect(await here()).toEqual([])
  await world.owner.query('update vitem set mint_count = 2 where id = $1', [item_id])
  expect(await here()).toMatchObject([{ what: `item ${item_id} is miscounted` }])
  await world.owner.query('update vitem set mint_count = 1 where id = $1', [item_id])
  await world.mintBeside(contract, { key: `0x${'9'.repeat(64)}`, receiver: somebody(), tokenId: '9' })
  const [found] = await here()
  expect(found?.what).toBe(`${contract} has minted 2 times, and 1 are known`)
  const { body } = await world.call('GET', `${admin}/vnft/mint/lanes?project_id=${world.project_id}`)
  expect(body).toMatchObject({
    lanes: expect.arrayContaining([expect.objectContaining({ paused: true, why: found?.what })]),
  })
  expect((await world.call('GET', '/readyz')).body).toMatchObject({
    warnings: { paused_lanes: expect.stringContaining(contract) },
  })
})

test('CA-52 a collection has one contract of a class on a chain, which can be disabled for what is new', async () => {
  const collection_id = await world.makeCollection()
  const item_id = await world.makeItem(collection_id)
  const nft = { item_id, blockchain: 'kub', receiver_address: somebody() }
  expect(await world.mint({ ...nft, automint_id: key() })).toMatchObject({
    status: 409,
    body: { code: 'no_contract' },
  })
  const both = await Promise.all([world.askContract(collection_id), world.askContract(collection_id)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'contract_exists' })
  const waiting = await world.minted({ ...nft, automint_id: key() })
  const address = await world.contractAt(collection_id)
  await world.reaches(waiting.nft?._id ?? '', 'mined')
  const list = await world.call(
    'GET',
    `${admin}/vnft/collection/contract/list?collection_id=${collection_id}`,
  )
  const { contracts } = contractAdminHttp.listCollectionContracts.response.parse(list.body)
  expect(contracts.list).toMatchObject([{ contract_address: address, tx_status: 'mined', disabled: false }])
  const { _id, tx_hash, creation_data } = contracts.list[0] ?? {}
  expect(await world.rpc('eth_getTransactionByHash', tx_hash)).toMatchObject({ input: creation_data })
  const told = async () =>
    (await world.call('GET', `${OPEN}/vnft/collection?id_or_slug=${collection_id}`, { as: null })).body
  const contract = { _id, blockchain: 'kub', contract_class: 'erc721', contract_address: address }
  const onKub = { enabled_blockchains: ['kub'], contracts: [contract] }
  expect(await told()).toMatchObject({ collection: { minting_config: onKub } })
  const disable = (disabled: boolean) =>
    world.call('PATCH', `${admin}/vnft/collection/contract`, { body: { contract: { _id, disabled } } })
  expect(await disable(true)).toMatchObject({ status: 200, body: { contract: { disabled: true } } })
  const nowhere = { enabled_blockchains: [], contracts: [] }
  expect(await told()).toMatchObject({ collection: { minting_config: nowhere } })
  expect(await world.mint({ ...nft, automint_id: key() })).toMatchObject({
    body: { code: 'contract_disabled' },
  })
  expect(await disable(false)).toMatchObject({ status: 200 })
  expect((await world.mint({ ...nft, automint_id: key() })).status).toBe(201)
})

test('CA-48 CA-54 a number of an item is one token, of an ERC-1155 contract in several copies', async () => {
  const { item_id } = await world.fair()
  const target = { account_id: person() }
  const first = await world.minted({ automint_id: key(), item_id, item_token_id: 5 }, { target })
  expect(first.vnft).toMatchObject({ vnft: { token_id: '5' }, tokenId: String(2n ** 32n + 5n) })
  expect(await world.mint({ automint_id: key(), item_id, item_token_id: 5 }, { target })).toMatchObject({
    status: 409,
    body: { code: 'token_taken', field: 'nft.item_token_id', rule: 'CA-48' },
  })
  expect((await world.minted({ automint_id: key(), item_id }, { target })).vnft?.vnft.token_id).toBe('6')
  const multiple = await world.fair({}, 'erc1155')
  const copy = { item_id: multiple.item_id, item_token_id: 1, blockchain: 'kub' }
  const copies = [key(), key()].map((automint_id) => ({ ...copy, automint_id, receiver_address: somebody() }))
  for (const nft of copies) await world.reaches((await world.minted(nft)).nft?._id ?? '', 'mined')
  expect((await world.events(multiple.contract)).map(({ id }) => id)).toEqual([
    2n ** 32n + 1n,
    2n ** 32n + 1n,
  ])
})

test('CA-6 a key with the scope mints in its project, and one for trying things out changes nothing', async () => {
  const { item_id } = await world.fair()
  const make = async (more: object) => {
    const body = {
      projectId: world.project_id,
      name: 'till',
      permissions: ['vnft.mint', 'wallet.read'],
      ...more,
    }
    return z
      .object({ secret: z.string() })
      .parse((await world.call('POST', `${admin}/api-key`, { body })).body).secret
  }
  const [live, trial] = [await make({}), await make({ test: true })]
  const by = (secret: string, method: string, path: string, body?: object) =>
    world.call(method, `${admin}${path}`, {
      as: null,
      headers: { 'x-api-key': secret },
      ...(body && { body }),
    })
  const holder = person()
  const body = { nft: { automint_id: key(), item_id }, target: { account_id: holder } }
  expect(await by(trial, 'POST', '/vnft/item/nft/mint', body)).toMatchObject({
    status: 201,
    body: { vnft: { state: 'virtual' } },
  })
  const listed = async () => {
    const { body: answer } = await by(
      live,
      'GET',
      `/wallet/assets?projectId=${world.project_id}&itemId=${item_id}&count=1`,
    )
    return walletAdminHttp.listHoldings.response.parse(answer).assets
  }
  expect(await listed()).toMatchObject({ total: 0 })
  const { body: answer, status } = await by(live, 'POST', '/vnft/item/nft/mint', body)
  expect(status).toBe(201)
  const { vnft } = mintAdminHttp.mintItem.response.parse(answer)
  const lines = `select count(*)::int as n from kit.event where data->>'action' = 'item.mint' and data->>'who' like 'key:%'`
  expect((await world.db.query(lines)).rows).toEqual([{ n: 1 }]) // GW-27
  expect(await listed()).toMatchObject({ total: 1, list: [{ _id: vnft?._id, holderId: holder }] })
})
