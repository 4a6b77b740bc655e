import { randomUUID } from 'node:crypto'
import { create, type MessageInitShape } from '@bufbuild/protobuf'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { IssuerChangedSchema } from '@talad/proto/moderation/v1/issuer'
import { outgoing } from '@talad/shared/bus/port'
import { inTx } from '@talad/shared/db'
import { startUnderTest } from '@talad/shared/testing/under-test'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { assetIdOf, collectionIdOf } from '../src/chain/ids.ts'
import { followRate } from '../src/rate/store.ts'
import { issuers } from '../src/replicas/issuer.ts'
import { service } from '../src/service.ts'
import { birdAddress, HUGE, idOf, type Lists, now, startLists } from './lists.ts'

const fish = `0x${'f1'.repeat(20)}`

type Range = NonNullable<MessageInitShape<typeof IssuerChangedSchema>['ranges']>[number]
const range = (tokenFrom = '', tokenTo = tokenFrom, contractAddress = fish): Range => ({
  blockchain: 'kub',
  contractAddress,
  tokenFrom,
  tokenTo,
})
const issuerIds = { siam: '5a'.repeat(12), lanna: '1a'.repeat(12), later: '1b'.repeat(12) }
type Name = keyof typeof issuerIds

const messageOf = (name: Name, revision: number, ranges: Range[], at = now) => ({
  issuerId: issuerIds[name],
  slug: name,
  nameTh: `ผู้ออก ${name}`,
  nameEn: name,
  ranges,
  revision,
  at: timestampFromDate(at),
})

let lists: Lists
beforeAll(async () => {
  lists = await startLists(inject('postgres'))
})
afterAll(() => lists?.close())

const tell = (...said: Parameters<typeof messageOf>) => {
  const event = create(IssuerChangedSchema, messageOf(...said))
  return inTx(lists.db, (tx) => issuers.save(tx, [event]))
}
const dynamicOf = async (n: number, cv = 'thb') =>
  (await lists.get('/api/public/v1/asset', { id: idOf(n), cv })).body.dynamic
/** Whose the fish 9, 10, 11 and a huge one are, and the bird 1. */
const slugs = async () => {
  const found = await Promise.all([2, 1, 4, 3, 5].map((n) => dynamicOf(n)))
  return found.map(({ issuer }) => issuer?.slug ?? null)
}

test('AI-9 the best price is the lowest listing, else the highest offer, in its own unit and converted; the issuer is whose the most specific range is that holds the token', async () => {
  await followRate(lists.db, { base: 'jfin', quote: 'thb', rate: '100', at: now }, now)
  const best = async (n: number, cv?: string) => {
    const { best_price: found } = await dynamicOf(n, cv)
    return found && [found.original.value, found.original.symbol, found.converted]
  }
  expect(await best(1)).toEqual(['20', 'THBK', '20'])
  expect(await best(1, 'jfin')).toEqual(['20', 'THBK', '0.2'])
  expect(await best(3)).toEqual(['25', 'THBK', '25'])
  expect(await best(5)).toEqual(['0.5', 'JFIN', '50'])
  expect(await best(4)).toBeNull()

  expect(await slugs()).toEqual([null, null, null, null, null])
  await tell('siam', 1, [range()])
  expect((await dynamicOf(1)).issuer).toEqual({
    issuer_id: issuerIds.siam,
    slug: 'siam',
    names: { th: 'ผู้ออก siam', en: 'siam' },
  })
  expect(await slugs()).toEqual(['siam', 'siam', 'siam', 'siam', null])
  // a range of its contract, compared as numbers; of another contract; of another chain; of a virtual collection
  await tell('lanna', 1, [
    ...[range('10', '11'), range(HUGE), range('1', '9', birdAddress)],
    { ...range('9'), blockchain: 'other' },
    { ...range('9'), abstractKind: 'vnft', abstractCollectionId: 'c' },
  ])
  expect(await slugs()).toEqual(['siam', 'lanna', 'lanna', 'lanna', 'lanna'])
  // as narrow as another one: the newest
  await tell('later', 1, [range('10', '11')], new Date(now.getTime() + 1))
  expect(await slugs()).toEqual(['siam', 'later', 'later', 'lanna', 'lanna'])
  // changed, told late, told twice, and no longer active
  await tell('lanna', 3, [range('9')])
  await tell('lanna', 2, [range()])
  await tell('lanna', 3, [range('9')])
  expect(await slugs()).toEqual(['lanna', 'later', 'later', 'siam', null])
  await tell('later', 2, [])
  await tell('lanna', 4, [])
  expect(await slugs()).toEqual(['siam', 'siam', 'siam', 'siam', null])
  const { body } = await lists.get('/api/public/v1/assets', { cl: 'fish' })
  expect(
    body.list.map(({ dynamic }: { dynamic: { issuer: { slug: string } } }) => dynamic.issuer.slug),
  ).toEqual(body.list.map(() => 'siam'))
  await tell('siam', 2, [])
  expect(await slugs()).toEqual([null, null, null, null, null])
})

test('AI-9 what moderation tells of an issuer is heard of and shown', async () => {
  const own = await startUnderTest(service, inject('postgres'), {
    RPC_URL: 'http://127.0.0.1:1/',
    CHAIN_ID: '3501',
    SEAPORT_ADDRESS: fish,
    MEDIA_DIR: '/nowhere',
    COLLECTIONS: JSON.stringify([{ address: fish, type: 'erc721', slug: 'fish' }]),
  })
  onTestFinished(() => own.close())
  const id = assetIdOf('kub', fish, '7')
  await own.db.query(
    `insert into asset (id, collection_id, contract, token_id, supply, first_block, first_at, last_block)
     values ($1, $2, $3, 7, 1, 1, now(), 1)`,
    [id, collectionIdOf('kub', fish), fish],
  )
  await own.db.query(
    `insert into sync (asset_id, kind, state) values ($1, 'metadata', 'ready'), ($1, 'image', 'ready')`,
    [id],
  )
  const message = outgoing(
    ...(['moderation.issuer.v1', issuerIds.siam, IssuerChangedSchema] as const),
    create(IssuerChangedSchema, messageOf('siam', 1, [range('7')])),
  )
  await own.bus.publish([{ ...message, id: randomUUID(), headers: {}, time: new Date() }])
  await until('the issuer is shown', async () => {
    const { body } = await own.call('GET', `/api/public/v1/asset?id=${id}`)
    return (body as { dynamic: { issuer: object | null } }).dynamic.issuer !== null
  })
})
