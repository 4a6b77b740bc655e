import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { AssetChangedSchema } from '@talad/proto/asset-indexer/v1/events'
import { DomainMissedSchema } from '@talad/proto/gateway/v1/site'
import { listNotifications } from '@talad/proto/http/identity/notifications'
import { ReportDecidedSchema } from '@talad/proto/moderation/v1/events'
import { IssuedSuspensionSchema, SuspensionChangedSchema } from '@talad/proto/moderation/v1/suspension'
import { OrderChangedSchema } from '@talad/proto/order-book/v1/events'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'
import { newId } from '@talad/shared/ids'
import { grantPermissions } from '@talad/shared/testing/admins'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Bell, contract, startBell } from './notifications-harness.ts'

let bell: Bell
beforeAll(async () => {
  bell = await startBell(inject('postgres'))
})
afterAll(() => bell.close())

const enter = (user: string) => bell.enter(user)
const send = (out: Outgoing, id?: string) => bell.send(out, id)

async function customerOf(account: string): Promise<string> {
  const { rows } = await bell.db.query<{ id: string }>(
    `select 'join-' || join_id as id from account where id = $1`,
    [account],
  )
  return rows[0]?.id ?? ''
}

test('MO-11 who has reported something is told what came of it, once for each round, by their customer id or their account', async () => {
  const [mali, other] = [await enter('n-reporter'), await enter('n-reporter-other')]
  const customer = await customerOf(mali.account)
  const decide = (reporter: string, round: number, outcome: string, id?: string) =>
    send(
      outgoing('moderation.report.v1', reporter, ReportDecidedSchema, {
        flagId: 'f'.repeat(24),
        reporter,
        round,
        outcome,
        blockchain: 'jfin',
        contractAddress: contract,
        tokenId: '7',
        at: timestampFromDate(new Date('2026-11-23T10:00:00Z')),
      }),
      id,
    )
  const id = newId()
  for (const one of [id, id, newId()]) await decide(customer, 1, 'ignored', one)
  await expect.poll(mali.kinds).toEqual(['report_ignored'])
  await decide(mali.account, 2, 'suspended')
  await decide('join-nobody', 2, 'suspended')
  await expect.poll(mali.kinds).toEqual(['report_acted', 'report_ignored'])
  const { list } = await mali.call(listNotifications, {})
  expect(list[0]).toMatchObject({ asset: { blockchain: 'jfin', contract, token: '7' }, amount: null })
  expect(await other.kinds()).toEqual([])
})

test('MO-7 sellers are told when what they have on sale is suspended, and of nothing else', async () => {
  const [seller, other] = [await enter('n-suspended'), await enter('n-suspended-other')]
  const put = (hash: string, who: string, tokenId: string, status = 'offchain') =>
    send(
      outgoing('order-book.order.v1', hash, OrderChangedSchema, {
        hash,
        status,
        revision: 1,
        shipper: true,
        type: 'list',
        change: 'put',
        blockchain: 'jfin',
        offererAccountId: who,
        end: timestampFromDate(new Date('2099-01-01T00:00:00Z')),
        asset: { contractAddress: contract, contractType: 'erc721', tokenId },
      }),
    )
  const hashes = ['1', '2', '3', '4'].map((end) => `0x${'b'.repeat(63)}${end}`)
  await put(hashes[0] ?? '', seller.account, '5')
  await put(hashes[1] ?? '', seller.account, '9')
  await put(hashes[2] ?? '', other.account, '30')
  await put(hashes[3] ?? '', other.account, '6', 'completed')
  await expect
    .poll(
      async () =>
        (await bell.db.query('select 1 from listing_replica where hash = any($1)', [hashes])).rowCount,
    )
    .toBe(4)
  const say = (status: string, revision: number, suspensionId = 'e'.repeat(24)) =>
    send(
      outgoing('moderation.suspension.v1', `jfin:${contract}`, SuspensionChangedSchema, {
        suspensionId,
        reason: status === 'suspended' ? 'copied' : '',
        status,
        revision,
        blockchain: 'jfin',
        contractAddress: contract,
        tokenFrom: '5',
        tokenTo: '10',
        at: timestampFromDate(new Date()),
      }),
    )
  for (let times = 0; times < 2; times += 1) await say('suspended', 1)
  await expect.poll(seller.kinds, { timeout: 20_000 }).toEqual(['listing_suspended', 'listing_suspended'])
  const [told] = (await seller.call(listNotifications, {})).list
  expect(told).toMatchObject({ reason: 'copied', asset: { contract } })
  await say('unsuspended', 2)
  await say('suspended', 3)
  await expect.poll(async () => (await seller.kinds()).length, { timeout: 20_000 }).toBe(6)
  const kinds = await seller.kinds()
  expect(kinds.filter((kind) => kind === 'listing_freed')).toHaveLength(2)
  await say('suspended', 1, 'f'.repeat(24))
  await expect.poll(async () => (await seller.kinds()).length, { timeout: 20_000 }).toBe(8)
  await say('unsuspended', 4) // the other one still covers both
  await say('unsuspended', 2, 'f'.repeat(24))
  await expect.poll(async () => (await seller.kinds()).length, { timeout: 20_000 }).toBe(10)
  expect(await other.kinds()).toEqual([])
})

test('MO-7 a maker who sells nothing is told of each suspension of what they issue and of its end, once', async () => {
  const [maker, other] = [await enter('n-maker'), await enter('n-maker-other')]
  const customerId = await customerOf(maker.account)
  const say = (status: string, revision: number, tokenFrom: string, tokenTo: string, who = customerId) =>
    send(
      outgoing('moderation.report.v1', who, IssuedSuspensionSchema, {
        suspensionId: '1d'.repeat(12),
        status,
        revision,
        customerId: who,
        blockchain: 'jfin',
        contractAddress: contract,
        tokenFrom,
        tokenTo,
        at: timestampFromDate(new Date('2026-11-25T10:00:00Z')),
      }),
    )
  for (let times = 0; times < 2; times += 1) await say('suspended', 1, '5', '5')
  await say('suspended', 1, '5', '5', 'join-nobody')
  await expect.poll(maker.kinds).toEqual(['issued_suspended'])
  await say('unsuspended', 2, '5', '5')
  await say('suspended', 3, '5', '9')
  await say('suspended', 4, '', '')
  const [was, is] = ['issued_suspended', 'issued_freed']
  await expect.poll(maker.kinds).toEqual([was, was, is, was])
  const { list } = await maker.call(listNotifications, {})
  const about = { blockchain: 'jfin', contract }
  expect(list.map(({ asset, range }) => [asset, range])).toEqual([
    [null, { ...about, token_from: null, token_to: null }],
    [null, { ...about, token_from: '5', token_to: '9' }],
    [{ ...about, token: '5' }, null],
    [{ ...about, token: '5' }, null],
  ])
  expect(await other.kinds()).toEqual([])
})

test('MO-1 MO-7 of a suspended virtual collection sellers of what stands for it are told, and nobody else of its contract', async () => {
  const [seller, other] = [await enter('n-virtual'), await enter('n-virtual-other')]
  const shared = `0x${'5c'.repeat(20)}`
  const at = timestampFromDate(new Date())
  const put = (who: string, tokenId: string, abstractCollectionId: string) => [
    outgoing('order-book.order.v1', `0x${tokenId.repeat(64)}`, OrderChangedSchema, {
      hash: `0x${tokenId.repeat(64)}`,
      status: 'offchain',
      revision: 1,
      type: 'list',
      change: 'put',
      blockchain: 'jfin',
      offererAccountId: who,
      end: timestampFromDate(new Date('2099-01-01T00:00:00Z')),
      asset: { contractAddress: shared, contractType: 'erc721', tokenId },
    }),
    outgoing('asset-indexer.asset.v1', `${shared}:${tokenId}`, AssetChangedSchema, {
      assetId: `a${tokenId}`,
      blockchain: 'jfin',
      contractAddress: shared,
      tokenId,
      at,
      abstractKind: 'vnft',
      abstractCollectionId,
      abstractItemId: '1',
    }),
  ]
  for (const one of [...put(seller.account, '5', 'temple'), ...put(other.account, '6', 'shop')])
    await send(one)
  const known = async () =>
    (await bell.db.query('select 1 from item_standing where contract_address = $1', [shared])).rowCount
  await expect.poll(known, { timeout: 20_000 }).toBe(2)
  const listedNow = async () =>
    (await bell.db.query(`select 1 from listing_replica where asset->>'contract' = $1`, [shared])).rowCount
  await expect.poll(listedNow, { timeout: 20_000 }).toBe(2)
  const about = { suspensionId: 'd'.repeat(24), blockchain: 'jfin', contractAddress: shared }
  for (const [status, revision] of [
    ['suspended', 1],
    ['unsuspended', 2],
  ] as const)
    await send(
      outgoing('moderation.suspension.v1', `jfin:${shared}`, SuspensionChangedSchema, {
        ...about,
        status,
        revision,
        at,
        abstractKind: 'vnft',
        abstractCollectionId: 'temple',
      }),
    )
  await expect
    .poll(async () => (await seller.kinds()).toSorted(), { timeout: 20_000 })
    .toEqual(['listing_freed', 'listing_suspended'])
  expect(await other.kinds()).toEqual([])
})

test('GW-4 admins who may change sites are told of a domain whose proof is missing, once, and again when it is let go', async () => {
  const [admin, other, visitor] = [await enter('n-sites'), await enter('n-desk'), await enter('n-visitor')]
  await grantPermissions(bell.db, await customerOf(admin.account), ['site.write'])
  await grantPermissions(bell.db, await customerOf(other.account), ['collection.write'])
  const domain = 'shop.temple.example'
  const miss = (letGo: boolean, day: number) =>
    send(
      outgoing('gateway.site.v1', domain, DomainMissedSchema, {
        siteId: 'a'.repeat(24),
        domain,
        letGo,
        at: timestampFromDate(new Date(Date.UTC(2026, 10, day))),
      }),
    )
  await miss(false, 1)
  await miss(false, 1)
  await expect.poll(admin.kinds).toEqual(['domain_missing'])
  await miss(true, 8)
  await expect.poll(admin.kinds).toEqual(['domain_let_go', 'domain_missing'])
  expect((await admin.call(listNotifications, {})).list[0]).toMatchObject({ domain, asset: null })
  expect(await Promise.all([other.kinds(), visitor.kinds()])).toEqual([[], []])
})
