import { inTx } from '@talad/shared/db'
import { until } from '@talad/shared/testing/wait'
import { Wallet } from 'ethers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { resumeLane } from '../src/lane/lanes.ts'
import { pauseLane } from '../src/lane/pause.ts'
import { sendBatch, type Waiting } from '../src/lane/send.ts'
import { askFor } from '../src/mint/ask.ts'
import { accounts, admin, startWorld, type World } from './minting.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
beforeEach(() => {
  world.proxy.rule = () => undefined
})
afterAll(() => world.close())

const somebody = () => Wallet.createRandom().address.toLowerCase()
const holder = accounts.other
const key = (() => {
  let count = 0
  return () => `key-${count++}`
})()

async function lanes(of: 'pause' | 'resume') {
  for (const lane of world.minter.lanes)
    if (of === 'pause') await pauseLane(world, lane, 'looked at', world.now())
    else await inTx(world.db, (tx) => resumeLane(tx, lane, world.now()))
}
/** What became of the transactions to a contract. */
async function sentTo(contract: string) {
  const { rows } = await world.db.query<{ status: string }>(
    'select status from kit.chain_tx where recipient = $1 order by seq',
    [contract],
  )
  return rows.map(({ status }) => status)
}

test('CA-48 CA-54 an item is minted once under its key, whoever asks how often, under the number of item and token', async () => {
  const cid = `b${'a'.repeat(58)}`
  const payload = { version: '3.0', assets: { image: `ipfs://${cid}/{id}.webp` } }
  const { item_id, contract } = await world.fair({ payload })
  const receiver = somebody()
  const nft = { automint_id: key(), item_id, blockchain: 'kub', receiver_address: receiver }
  const answers = await Promise.all(Array.from({ length: 8 }, () => world.minted(nft)))
  const ids = new Set(answers.map((answer) => answer.nft?._id))
  expect(ids.size).toBe(1)
  const [id = ''] = ids
  const mined = await world.reaches(id ?? '', 'mined')
  expect(mined).toMatchObject({
    token_id: String(2n ** 32n + 1n),
    item_token_id: 1,
    receiver_address: receiver,
    contract_address: contract,
    age_seconds: null,
    image_cid: cid,
  })
  expect(await world.events(contract)).toEqual([{ key: mined.data, receiver, id: 2n ** 32n + 1n }])
  expect((await world.minted(nft)).nft).toEqual(mined)
  expect(await world.mint({ ...nft, receiver_address: somebody() })).toMatchObject({
    status: 409,
    body: { code: 'automint_taken', rule: 'CA-48' },
  })
})

test('CA-47 of a batch in which one receiver refuses, the others are minted and that one fails alone', async () => {
  const { collection_id, item_id, contract } = await world.fair()
  await lanes('pause')
  const good = Array.from({ length: 9 }, somebody)
  const receivers = [...good.slice(0, 4), world.deployment.collectionFactory, ...good.slice(4)]
  const asked: string[] = []
  for (const receiver_address of receivers) {
    const nft = { automint_id: key(), item_id, blockchain: 'kub', receiver_address }
    asked.push((await world.minted(nft)).nft?._id ?? '')
  }
  expect(await world.call('GET', `${admin}/vnft/mint/lanes?project_id=${world.project_id}`)).toMatchObject({
    body: { lanes: expect.arrayContaining([expect.objectContaining({ own_depth: 10, paused: true })]) },
  })
  await lanes('resume')
  const failed = await world.reaches(asked[4] ?? '', 'failed')
  expect(failed.failed_reason).toContain('reverted')
  for (const [index, id] of asked.entries()) if (index !== 4) await world.reaches(id, 'mined')
  const minted = (await world.events(contract)).map(({ receiver }) => receiver)
  expect(minted.toSorted()).toEqual(good.toSorted())
  const { rows } = await world.db.query('select mint_count, mint_reserve from vitem where id = $1', [item_id])
  expect(rows).toEqual([{ mint_count: 9n, mint_reserve: 0n }])
  const failures = await world.call(
    'GET',
    `${admin}/vnft/mint/list?project_id=${world.project_id}&collection_id=${collection_id}&tx_status=failed&count=1`,
  )
  expect(failures.body).toMatchObject({ mints: { total: 1, list: [{ _id: asked[4] }] } })
})

test('CA-46 what comes into a batch while it is canceled is taken out of it again: canceled, it never goes on chain', async () => {
  const { item_id, contract } = await world.fair()
  await lanes('pause')
  const nft = { automint_id: key(), item_id, blockchain: 'kub', receiver_address: somebody() }
  const id = (await world.minted(nft)).nft?._id ?? ''
  const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  world.proxy.rule = () => ({ http: 429 }) // so that nothing is signed meanwhile
  const cancel = await inTx(world.db, async (tx) => {
    const sql =
      'select id, contract_id, lane, chain_key, receiver, token_id from mint where id = $1 for update'
    const { rows } = await tx.query<Waiting & { contract_id: string; lane: string }>(sql, [id])
    const { contract_id: contractId = '', lane = '' } = rows[0] ?? {}
    await sendBatch(tx, world, { contractId, lane, address: contract }, rows, world.now())
    const answer = world.call('POST', `${admin}/vnft/mint/cancel`, { body: { _id: id } })
    await until('it waits', async () => (await world.owner.query(waits)).rowCount !== 0)
    return { answer }
  })
  expect(await cancel.answer).toMatchObject({ status: 200, body: { nft: { tx_status: 'canceled' } } })
  expect(await sentTo(contract)).toEqual(['canceled'])
  await lanes('resume')
})

test('CA-49 a lane that is paused signs nothing new: what waits for its nonce or comes back to that is taken back, what reverts is not halved', async () => {
  const { item_id, contract } = await world.fair()
  await lanes('pause')
  const asked: string[] = []
  for (const receiver_address of [world.deployment.collectionFactory, somebody()]) {
    const nft = { automint_id: key(), item_id, blockchain: 'kub', receiver_address }
    asked.push((await world.minted(nft)).nft?._id ?? '')
  }
  world.proxy.rule = () => ({ http: 429 })
  await lanes('resume')
  await until('it waits for a nonce', async () => (await sentTo(contract)).length === 1)
  await lanes('pause')
  expect(await sentTo(contract)).toEqual(['canceled'])
  await lanes('resume')
  const paused = () => world.db.query('update mint_lane set paused = true') // as of one that was signed before
  await until('it waits again', async () => (await sentTo(contract)).length === 2)
  await paused()
  world.proxy.rule = ({ method }) => (method === 'eth_estimateGas' ? { http: 503 } : undefined)
  await until('it comes back', async () => (await sentTo(contract))[1] === 'canceled')
  world.proxy.rule = () => ({ http: 429 })
  await lanes('resume')
  await until('it waits once more', async () => (await sentTo(contract)).length === 3)
  const dueAt = (at: string) =>
    world.db.query(
      `update kit.chain_tx set next_at = $2, version = version + 1 where recipient = $1 and status = 'pending'`,
      [contract, at],
    )
  await dueAt('9999-12-31')
  await paused()
  world.proxy.rule = () => undefined
  await dueAt('epoch')
  await until('it reverts', async () => (await sentTo(contract))[2] === 'failed')
  expect(await sentTo(contract)).toEqual(['canceled', 'canceled', 'failed'])
  await lanes('resume')
  for (const [index, state] of ['failed', 'mined'].entries()) await world.reaches(asked[index] ?? '', state)
})

test('CA-47 a node that asks for patience fails no mint, and the queue says why it waits', async () => {
  const { item_id, contract } = await world.fair()
  world.proxy.rule = () => ({ http: 429 })
  const asked: string[] = []
  for (let count = 0; count < 5; count++) {
    const nft = { automint_id: key(), item_id, blockchain: 'kub', receiver_address: somebody() }
    asked.push((await world.minted(nft)).nft?._id ?? '')
  }
  const before = world.proxy.calls.length
  await until('it was refused 40 times', () => world.proxy.calls.length > before + 40)
  const { body } = await world.call('GET', `${admin}/vnft/mint/lanes?project_id=${world.project_id}`)
  expect(JSON.stringify(body)).toContain('429')
  world.proxy.rule = () => undefined
  for (const id of asked) await world.reaches(id, 'mined')
  expect(await world.events(contract)).toHaveLength(5)
})

test.for([
  { of: 'item', limits: { mint_limit: 20 } },
  { of: 'collection', limits: {} },
])('CA-49 fifty grants at once give no more than the limit of the $of', async ({ of, limits }) => {
  const collection_id = await world.makeCollection(of === 'collection' ? { mint_limit: 20 } : {})
  const items = [await world.makeItem(collection_id, limits)]
  if (of === 'collection') items.push(await world.makeItem(collection_id))
  const target = { account_id: holder }
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      world.mint({ automint_id: key(), item_id: items[n % items.length] }, { target }),
    ),
  )
  const granted = answers.filter(({ status }) => status === 201)
  expect(granted).toHaveLength(20)
  for (const { status, body } of answers)
    if (status !== 201)
      expect({ status, body }).toMatchObject({ status: 409, body: { code: 'supply_exhausted' } })
  const { body } = await world.call('GET', `${admin}/vnft/collection?_id=${collection_id}`)
  expect(body).toMatchObject({ collection: { mint_count: 20, mint_reserve: 0 } })
})

test('CA-49 a limit that a collection gets counts what was granted before, also at that moment', async () => {
  const collection_id = await world.makeCollection()
  const item_id = await world.makeItem(collection_id)
  const target = { account_id: holder }
  const grants = Array.from({ length: 30 }, () => world.mint({ automint_id: key(), item_id }, { target }))
  const limit = world.call('PATCH', `${admin}/vnft/collection?partial=1`, {
    body: { collection: { _id: collection_id, mint_limit: 30 } },
  })
  expect((await limit).status).toBe(200)
  for (const { status } of await Promise.all(grants)) expect(status).toBe(201)
  expect(await world.mint({ automint_id: key(), item_id }, { target })).toMatchObject({ status: 409 })
  expect(await world.call('GET', `${admin}/vnft/collection?_id=${collection_id}`)).toMatchObject({
    body: { collection: { mint_count: 30, mint_limit: 30 } },
  })
})

const isMinted = async (holder: string) =>
  (
    await world.db.query(
      `select 1 from mint m join holding h on h.id = m.holding_id where h.holder_id = $1`,
      [holder],
    )
  ).rowCount === 1
const isHeard = async (holder: string) =>
  (await world.db.query('select 1 from account_replica where account_id = $1', [holder])).rowCount === 1

test('CA-56 what names neither a holder nor an address, or an address on no chain, is refused by its field', async () => {
  const item_id = await world.makeItem(await world.makeCollection())
  const ask = (nft: object, more: object = {}) => world.mint({ automint_id: key(), item_id, ...nft }, more)
  const refusal = (field: string) => ({ status: 400, body: { code: 'validation', field } })
  for (const nft of [{}, { blockchain: 'kub' }, { receiver_address: somebody() }])
    expect(await ask(nft)).toMatchObject(refusal('target'))
  const target = { account_id: holder }
  expect(await ask({ receiver_address: somebody() }, { target })).toMatchObject(refusal('nft.blockchain'))
  const zero = { blockchain: 'kub', receiver_address: `0x${'0'.repeat(40)}` }
  expect(await ask(zero)).toMatchObject(refusal('nft.receiver_address'))
})

test('CA-50 what is granted while the news of the first wallet comes is minted all the same', async () => {
  const { item_id: itemId } = await world.fair()
  const holderId = accounts.stranger
  const wanted = {
    by: 'till',
    automintId: key(),
    itemId,
    itemTokenId: undefined,
    blockchain: 'kub',
    contractClass: undefined,
    receiver: undefined,
    holderId,
    source: { origin: 'mint', campaignId: null, triggerId: null },
  } as const
  await inTx(world.db, async (tx) => {
    await askFor(tx, wanted, { chainId: String(world.anvil.chainId), now: world.now() })
    await world.link(holderId, [somebody()])
    await until('the news is there, or waits', async () => {
      const { rowCount } = await world.db.query(
        `select 1 from pg_locks where locktype = 'advisory' and not granted
           and database = (select oid from pg_database where datname = current_database())`,
      )
      return rowCount !== 0 || isHeard(holderId)
    })
  })
  await until('it is minted', () => isMinted(holderId))
})

test('CA-50 CA-52 what waited for a wallet that came while its contract was disabled is minted once that mints again', async () => {
  const { item_id, collection_id } = await world.fair()
  const { rows } = await world.db.query<{ id: string }>(
    'select id from collection_contract where collection_id = $1',
    [collection_id],
  )
  const disable = (disabled: boolean) =>
    world.call('PATCH', `${admin}/vnft/collection/contract`, {
      body: { contract: { _id: rows[0]?.id, disabled } },
    })
  const account_id = accounts.owner
  await world.minted({ automint_id: key(), item_id, blockchain: 'kub' }, { target: { account_id } })
  expect(await disable(true)).toMatchObject({ status: 200 })
  await world.link(account_id, [somebody()])
  await until('the news is heard', () => isHeard(account_id))
  expect(await isMinted(account_id)).toBe(false)
  expect(await disable(false)).toMatchObject({ status: 200 })
  await until('it is minted', () => isMinted(account_id))
})

test('CA-48 who asks again is answered the same, though the holder had it minted to another wallet meanwhile', async () => {
  const { item_id } = await world.fair()
  const [account_id, wallet] = ['b'.repeat(24), somebody()]
  const refuses = world.deployment.collectionFactory
  const nft = { automint_id: key(), item_id, blockchain: 'kub', receiver_address: refuses }
  const { nft: first, vnft } = await world.minted(nft, { target: { account_id } })
  await world.reaches(first?._id ?? '', 'failed')
  await world.link(account_id, [wallet])
  await until('the news is heard', () => isHeard(account_id))
  const own = { nft: { holding_id: vnft?._id, blockchain: 'kub' } }
  expect((await world.call('POST', '/api/v1/vnft/item/nft/mint', { as: account_id, body: own })).status).toBe(
    201,
  )
  const again = await world.minted(nft, { target: { account_id } })
  expect(again.nft).toMatchObject({ _id: first?._id, receiver_address: wallet })
})
