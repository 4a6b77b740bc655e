import { randomUUID } from 'node:crypto'
import { create, type MessageInitShape } from '@bufbuild/protobuf'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { suspensions, toldRange } from '@talad/market/suspensions'
import { MintChangedSchema } from '@talad/proto/campaign/v1/events'
import { AccountChangedSchema } from '@talad/proto/identity/v1/events'
import { SuspensionChangedSchema } from '@talad/proto/moderation/v1/suspension'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'
import { inTx } from '@talad/shared/db'
import { grantPermissions } from '@talad/shared/testing/admins'
import { startUnderTest } from '@talad/shared/testing/under-test'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { assetIdOf, collectionIdOf } from '../src/chain/ids.ts'
import { applyParts } from '../src/collection/stand-for.ts'
import { suspensionMarks } from '../src/due/marks.ts'
import { service } from '../src/service.ts'
import { addressOf, startChain } from './chain.ts'
import { createIndexer } from './indexer.ts'

const fish = `0x${'f1'.repeat(20)}`
const bird = `0x${'b1'.repeat(20)}`
const alice = `0x${'0a'.repeat(20)}`
const TOKENS = ['9', '10', '11', (2n ** 200n).toString()]
const idOf = (token: string, contract = fish) => assetIdOf('kub', contract, token)

let own: Awaited<ReturnType<typeof startUnderTest>>
beforeAll(async () => {
  own = await startUnderTest(service, inject('postgres'), {
    RPC_URL: 'http://127.0.0.1:1/',
    CHAIN_ID: '3501',
    SEAPORT_ADDRESS: fish,
    MEDIA_DIR: '/nowhere',
    COLLECTIONS: JSON.stringify([
      { address: fish, type: 'erc721', slug: 'fish' },
      { address: bird, type: 'erc721', slug: 'bird' },
    ]),
  })
  for (const contract of [fish, bird])
    for (const token of TOKENS) {
      const id = idOf(token, contract)
      await own.db.query(
        `insert into asset (id, collection_id, contract, token_id, owner, supply, first_block, first_at, last_block, name, r360)
         values ($1, $2, $3, $4, $5, 1, 1, now(), 1, $6, $7)`,
        [
          ...[id, collectionIdOf('kub', contract), contract, token, alice],
          ...[`Fish ${token}`, `${'a'.repeat(64)}.webp`],
        ],
      )
      await own.db.query(
        `insert into sync (asset_id, kind, state) values ($1, 'metadata', 'ready'), ($1, 'image', 'ready')`,
        [id],
      )
      await own.db.query('insert into holder values ($1, $2, 1)', [id, alice])
    }
})
afterAll(() => own.close())

type News = MessageInitShape<typeof SuspensionChangedSchema>
const news = (suspensionId: string, revision: number, more: News = {}): News => ({
  suspensionId,
  revision,
  blockchain: 'kub',
  contractAddress: fish,
  status: revision % 2 === 1 ? 'suspended' : 'unsuspended',
  at: timestampFromDate(new Date()),
  ...more,
})
/** As a relay sends it; each time a message of its own. */
const send = (message: Outgoing) =>
  own.bus.publish([{ ...message, id: randomUUID(), headers: {}, time: new Date() }])
const tell = (message: News) =>
  send(
    outgoing(
      'moderation.suspension.v1',
      `kub:${message.contractAddress}`,
      SuspensionChangedSchema,
      create(SuspensionChangedSchema, message),
    ),
  )

const get = (path: string, as?: object) =>
  own.call('GET', `/api/public/v1${path}`, as ? { as: as as { sub: string } } : {})
const dynamicOf = async (token: string) =>
  ((await get(`/asset?id=${idOf(token)}`)).body as { dynamic: { suspended: boolean; tradable: boolean } })
    .dynamic
const listed = async (query = '') =>
  ((await get(`/assets?cl=fish&sr=ti&sd=a${query}`)).body as { list: { token: { id: string } }[] }).list.map(
    ({ token }) => token.id,
  )

test('MO-4 MO-7 what a range covers leaves lists and search, and comes back when the last suspension of it ends, however often and late that is told', async () => {
  await tell(news('s1', 1, { tokenFrom: '9', tokenTo: '10' }))
  await tell(news('s2', 1, { tokenFrom: '10', tokenTo: '11' }))
  await until('they have left the list', async () => (await listed()).length === 1)
  expect(await listed()).toEqual([TOKENS[3]])
  expect(await listed('&is=1')).toEqual(TOKENS)
  expect((await get('/assets?q=Fish%2010')).body).toMatchObject({
    list: expect.not.arrayContaining([{ _id: idOf('10') }]),
  })
  expect(await dynamicOf('10')).toMatchObject({ suspended: true, tradable: false })
  expect(await dynamicOf(TOKENS[3] ?? '')).toMatchObject({ suspended: false, tradable: true })

  await tell(news('s1', 2, { tokenFrom: '9', tokenTo: '10' }))
  await tell(news('s1', 1, { tokenFrom: '9', tokenTo: '10' })) // late
  await tell(news('s1', 2, { tokenFrom: '9', tokenTo: '10' })) // twice
  await until('9 is back', async () => (await listed()).length === 2)
  expect(await listed()).toEqual(['9', TOKENS[3]])
  await tell(news('s2', 2, { tokenFrom: '10', tokenTo: '11' }))
  await until('all are back', async () => (await listed()).length === 4)
  // the same address on another chain is another contract
  await tell(news('s9', 1, { blockchain: 'other' }))
  await tell(news('s8', 1, { contractAddress: bird, tokenFrom: '9', tokenTo: '9' }))
  await until(
    's8 was heard',
    async () => !JSON.stringify((await get('/assets?cl=bird')).body).includes(idOf('9', bird)),
  )
  expect(await listed()).toHaveLength(4)
})

test('MO-7 what is suspended leaves the lists at once, however many assets are still to be marked; what is lifted waits for its mark', async () => {
  const range = { tokenFrom: '10', tokenTo: '11' }
  const later = new Date(Date.now() + 3_600_000)
  await inTx(own.db, async (tx) => {
    await suspensions.save(tx, [create(SuspensionChangedSchema, news('s6', 1, range))])
    const about = toldRange.parse({ blockchain: 'kub', contractAddress: fish, ...range })
    await suspensionMarks.enqueue(tx, [{ payload: about, key: 's6', at: later }])
  })
  expect(await listed()).toEqual([TOKENS[0], TOKENS[3]])
  expect(await listed('&is=1')).toEqual(TOKENS)
  expect((await get('/assets?cl=bird&sr=ti')).body).toMatchObject({ list: [{}, {}, {}] }) // s8 covers one
  await tell(news('s6', 2, range))
  await until('all are back', async () => (await listed()).length === 4)
})

test('MO-1 MO-8 a suspended virtual collection hides what stands for it, also what turns out to later, and nothing else of its contract', async () => {
  const minted = (tokenId: string, collectionId: string) => {
    const mint = { mintId: `m${tokenId}`, blockchain: 'kub', contractAddress: fish, tokenId, revision: 1 }
    const of = { txStatus: 'mined', collectionId, itemId: 'i', itemTokenId: 1n }
    return send(outgoing('campaign.mint.v1', mint.mintId, MintChangedSchema, { ...mint, ...of }))
  }
  const known = (count: number) =>
    until('what was minted is known', async () => {
      const { rows } = await own.db.query(`select 1 from asset where abstract_source = 'minting'`)
      return rows.length === count
    })
  await minted('9', 'temple')
  await minted('10', 'shop')
  await known(2)
  const temple = { abstractKind: 'vnft', abstractCollectionId: 'temple' }
  const later = new Date(Date.now() + 3_600_000)
  await inTx(own.db, async (tx) => {
    const told = create(SuspensionChangedSchema, news('v1', 1, temple))
    await suspensions.save(tx, [told])
    await suspensionMarks.enqueue(tx, [{ payload: toldRange.parse(told), key: 'v1', at: later }])
  })
  expect(await listed()).toEqual(TOKENS.slice(1)) // at once, before anything is marked
  expect(await dynamicOf('9')).toMatchObject({ suspended: true, tradable: false })
  expect(await dynamicOf('10')).toMatchObject({ suspended: false, tradable: true })
  await tell(news('v1', 1, temple))
  const marked = async () => {
    const sql = 'select token_id::text as id from asset where suspended and contract = $1 order by token_id'
    return (await own.db.query<{ id: string }>(sql, [fish])).rows.map(({ id }) => id)
  }
  await until('it is marked', async () => (await marked()).length === 1)
  await minted('11', 'temple')
  await until('what came later is marked', async () => (await marked()).length === 2)
  expect(await listed()).toEqual(['10', TOKENS[3]])
  expect((await get('/collection?id=fish')).status).toBe(200)
  await grantPermissions(own.db, 'join-reader', ['suspension.read'])
  const path = `/api/admin/v1/moderation/suspension/preview/assets?blockchain=kub&contract_address=${fish}`
  const query = '&abstract_kind=vnft&abstract_collection_id=temple'
  expect(await own.call('GET', path + query, { as: { sub: 'account-reader', jid: 'reader' } })).toMatchObject(
    {
      body: { assets: 2, suspended: 2, samples: [{ token_id: '9' }, { token_id: '11' }] },
    },
  )
  await tell(news('v1', 2, temple))
  await until('all are back', async () => (await listed()).length === 4)
  expect(await marked()).toEqual([])
})

test('MO-7 an asset that is asked for by itself is right at once, before its row is marked; is=0 refuses it (GW-7)', async () => {
  await inTx(own.db, (tx) =>
    suspensions.save(tx, [
      create(SuspensionChangedSchema, news('s3', 1, { tokenFrom: '11', tokenTo: '11' })),
    ]),
  )
  expect(await dynamicOf('11')).toMatchObject({ suspended: true, tradable: false })
  expect(await get(`/asset?id=${idOf('11')}&is=0`)).toMatchObject({
    status: 403,
    body: { code: 'asset_suspended' },
  })
  expect((await get(`/asset?id=${idOf('10')}&is=0`)).status).toBe(200)
  await tell(news('s3', 2, { tokenFrom: '11', tokenTo: '11' }))
  await until('it is lifted', async () => !(await dynamicOf('11')).suspended)
})

test('GW-7 404 unknown; a suspended collection is 403 to visitors, while holders and support still see it; its assets stay readable', async () => {
  const asset = idOf('9', bird)
  expect((await get('/collection?id=nothing')).status).toBe(404)
  expect((await get(`/asset?id=${'0'.repeat(24)}`)).status).toBe(404)
  await send(
    outgoing('identity.account.v1', 'a1', AccountChangedSchema, {
      accountId: 'account-holder',
      customerId: 'join-holder',
      revision: 1,
      wallets: [{ address: alice.toUpperCase().replace('0X', '0x'), provider: 'web3' }],
    }),
  )
  await grantPermissions(own.db, 'join-support', ['flag.read'])
  await grantPermissions(own.db, 'join-other', ['fee.write'])
  await tell(news('s4', 1, { contractAddress: bird }))
  const closed = { status: 403, body: { code: 'collection_suspended' } }
  const paths = ['/collection?id=bird', '/traits?collection_id=bird', '/collection/bird/history']
  await until('it is closed', async () => (await get('/collection?id=bird')).status === 403)
  const seen = async (as: object) => Promise.all(paths.map(async (path) => (await get(path, as)).status))
  const holder = { sub: 'account-holder', jid: 'holder' }
  await until('the wallets are known', async () => (await seen(holder)).every((status) => status === 200))
  for (const path of paths) expect(await get(path)).toMatchObject(closed)
  expect(await seen({ sub: 'account-support', jid: 'support' })).toEqual([200, 200, 200])
  expect(await seen({ sub: 'account-other', jid: 'other' })).toEqual([403, 403, 403])
  expect((await get(`/asset?id=${asset}`)).body).toMatchObject({
    dynamic: { suspended: true, tradable: false },
  })
  expect((await get('/assets?cl=bird')).body).toMatchObject({ list: [] })
  expect((await get('/collections?cl=bird')).body).toMatchObject({ list: [] })
  expect((await get('/collections/search?q=bird')).body).toMatchObject({ list: [] })
  const ready = await own.call('GET', '/readyz')
  expect(ready.body).toMatchObject({ newest_ms_ago: { suspensions: expect.any(Number) } })
  await tell(news('s4', 2, { contractAddress: bird }))
  await until('it is open', async () => (await get('/collection?id=bird')).status === 200)
})

test('AW-7 a preview counts the assets of a range and shows some; only for who may read suspensions', async () => {
  await grantPermissions(own.db, 'join-reader', ['suspension.read'])
  const path = `/api/admin/v1/moderation/suspension/preview/assets?blockchain=kub&contract_address=${fish}`
  const as = { sub: 'account-reader', jid: 'reader' }
  const asked = (query: string) => own.call('GET', path + query, { as })
  expect(await asked('')).toMatchObject({
    status: 200,
    body: { collection: { slug: 'fish' }, assets: 4, suspended: 0, samples: [{ token_id: '9' }, {}, {}, {}] },
  })
  expect(await asked('&token_from=10&token_to=11')).toMatchObject({ body: { assets: 2 } })
  expect(await asked('&token_from=11&token_to=10')).toMatchObject({
    status: 400,
    body: { field: 'token_to' },
  })
  const elsewhere = path.replace(fish, `0x${'99'.repeat(20)}`)
  expect(await own.call('GET', elsewhere, { as })).toMatchObject({ body: { collection: null, assets: 0 } })
  expect((await own.call('GET', path, { as: { sub: 'account-x', jid: 'x' } })).status).toBe(403)
})

test('MO-7 how old the newest suspension is that was heard of is in /readyz, and told to who may read suspensions; a late bus shows', async () => {
  await grantPermissions(own.db, 'join-reader', ['suspension.read'])
  const path = '/api/admin/v1/moderation/suspension/known/assets'
  const newest = async () => {
    const { body } = await own.call('GET', path, { as: { sub: 'account-reader', jid: 'reader' } })
    return (body as { newest: string | null }).newest
  }
  const age = async () => {
    const { body } = await own.call('GET', '/readyz')
    return (body as { newest_ms_ago: { suspensions: number } }).newest_ms_ago.suspensions
  }
  const HOUR_MS = 3_600_000
  await own.db.query(`update suspension_replica set at = at - interval '2 hours'`)
  expect(await age()).toBeGreaterThan(HOUR_MS) // nothing was heard for two hours
  const decided = new Date(Date.now() - HOUR_MS / 2)
  const far = { contractAddress: `0x${'77'.repeat(20)}`, at: timestampFromDate(decided) }
  await tell(news('late', 1, far))
  await until('it is heard', async () => (await newest()) === decided.toISOString())
  expect(await age()).toBeLessThan(HOUR_MS)
  expect(await age()).toBeGreaterThanOrEqual(HOUR_MS / 2)
  // an older one that comes after it makes nothing younger
  await tell(news('later', 1, { ...far, at: timestampFromDate(new Date(0)) }))
  await until(
    'it is heard',
    async () =>
      ((await own.db.query(`select 1 from suspension_replica where suspension_id = 'later'`)).rowCount ?? 0) >
      0,
  )
  expect(await newest()).toBe(decided.toISOString())
  expect((await own.call('GET', path, { as: { sub: 'account-x', jid: 'x' } })).status).toBe(403)
})

test('MO-8 a suspension covers what is minted and deployed after it', async () => {
  const chain = await startChain()
  onTestFinished(() => chain.stop())
  const indexer = await createIndexer(inject('postgres'), chain)
  onTestFinished(() => indexer.drop())
  const early = await chain.collection('erc721', 1)
  await indexer.scan()
  const late = await chain.collection('erc721', 2)
  const heard: News[] = [
    { ...news('m1', 1), contractAddress: early, tokenFrom: '5', tokenTo: '6' },
    { ...news('m2', 1), contractAddress: late },
    { ...news('m3', 1), contractAddress: early, abstractKind: 'vnft', abstractCollectionId: 'temple' },
  ]
  for (const one of heard)
    await inTx(indexer.db, (tx) => suspensions.save(tx, [create(SuspensionChangedSchema, one)]))
  const parts = [{ token_from: '7', token_to: '7', collection_id: 'temple' }]
  await indexer.db.query('update collection set abstract_parts = $2 where address = $1', [
    early,
    JSON.stringify(parts),
  ])
  for (const token of [4, 5, 7, 8]) await chain.mint(early, addressOf(1), token)
  await chain.mint(late, addressOf(1), 1)
  await indexer.scan()
  const { rows } = await indexer.db.query(
    `select a.token_id, a.suspended, c.suspended as whole from asset a join collection c on c.id = a.collection_id
     order by c.found_block, a.token_id`,
  )
  expect(rows).toEqual([
    { token_id: 4n, suspended: false, whole: false },
    { token_id: 5n, suspended: true, whole: false },
    { token_id: 7n, suspended: true, whole: false },
    { token_id: 8n, suspended: false, whole: false },
    { token_id: 1n, suspended: false, whole: true },
  ])
  // MO-1: an admin says later that others stand for it
  const moved = JSON.stringify([{ token_from: '8', token_to: '9', collection_id: 'temple' }])
  await indexer.db.query('update collection set abstract_parts = $2 where address = $1', [early, moved])
  await applyParts(indexer.db, collectionIdOf('kub', early), () => new Date())
  const now = await indexer.db.query('select token_id from asset where suspended order by token_id')
  expect(now.rows.map(({ token_id }) => token_id)).toEqual([5n, 8n])
})
