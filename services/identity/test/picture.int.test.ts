import type { MessageInitShape } from '@bufbuild/protobuf'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { AssetChangedSchema, AssetTransferredSchema } from '@talad/proto/asset-indexer/v1/events'
import { createClient } from '@talad/proto/http/client'
import { listDisplayNames, setDisplayName } from '@talad/proto/http/identity/display-names'
import { getPerson } from '@talad/proto/http/identity/people'
import { erasePersonalData, exportPersonalData } from '@talad/proto/http/identity/personal-data'
import { myProfile } from '@talad/proto/http/identity/profile'
import { unsetProfilePicture } from '@talad/proto/http/identity/profile-picture'
import { profilePictureInternalHttp } from '@talad/proto/http/identity/profile-picture-internal'
import { SuspensionChangedSchema } from '@talad/proto/moderation/v1/suspension'
import { type Bus, outgoing } from '@talad/shared/bus/port'
import { connectPostgresBus } from '@talad/shared/bus/postgres'
import { newId } from '@talad/shared/ids'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { claimsOf, INTERNAL, type System, startSystem } from './harness.ts'
import { playIndexer } from './played-indexer.ts'

const contract = `0x${'c0'.repeat(20)}`
const elsewhere = `0x${'d0'.repeat(20)}`
const url = `/media/${'a'.repeat(64)}.webp`

let system: System
let bus: Bus
let indexer: Awaited<ReturnType<typeof playIndexer>>
beforeAll(async () => {
  indexer = await playIndexer()
  system = await startSystem(inject('postgres'), { ASSET_INDEXER_URL: indexer.url })
  bus = await connectPostgresBus(system.busUrl, { onError: () => undefined })
})
afterAll(async () => {
  await bus?.close()
  await system?.stop()
  await indexer?.close()
})

async function enter(user: 'somchai' | 'malee' | 'niran') {
  const { accessToken } = await system.signInWithJoin(user)
  const call = system.client(accessToken)
  const wallet = (await call(myProfile, {})).wallets[0]?.address ?? ''
  const account = claimsOf(accessToken).sub
  return { call, wallet, account, shown: async () => (await call(myProfile, {})).profilePictureUrl }
}
type Person = Awaited<ReturnType<typeof enter>>

/** Something in a wallet. */
function hold(wallet: string, token: string): string {
  const asset = newId()
  indexer.state.held.add(`${wallet} ${asset}`)
  tokens.set(asset, token)
  return asset
}
const tokens = new Map<string, string>()
const leave = (wallet: string, asset: string) => indexer.state.held.delete(`${wallet} ${asset}`)

const pictureOf = ({ account, wallet }: Person, asset: string) => ({
  account_id: account,
  url,
  holder: wallet,
  asset: { id: asset, blockchain: 'kub', contract, token: tokens.get(asset) ?? '1' },
})
const path = profilePictureInternalHttp.saveProfilePicture.path
const send = (body: object, headers: Record<string, string> = { 'x-internal-token': INTERNAL }) =>
  system.browser().call(path, { body, headers })
const show = (person: Person, asset: string) => send(pictureOf(person, asset))

const publish = (out: ReturnType<typeof outgoing>, id = newId()) =>
  bus.publish([{ ...out, id, headers: {}, time: new Date() }])
const transfer = (asset: string, from: string, to: string, reverted = false) =>
  outgoing('asset-indexer.chain.v1', `${contract}:${asset}`, AssetTransferredSchema, {
    contractAddress: contract,
    contractType: 'erc721',
    tokenId: '1',
    assetId: asset,
    from,
    to,
    position: { blockchain: 'kub', blockNumber: 1n, reverted },
  })
const untilGone = (person: Person) =>
  until('there is no picture', async () => (await person.shown()) === null)
/** The asset indexer was asked once more, and what came of it is stored. */
async function untilAsked(work: () => Promise<unknown>): Promise<void> {
  const before = indexer.state.asked
  await work()
  await until('it was asked who holds it', () => indexer.state.asked > before)
  await until('that was all', async () => {
    const { rows } = await system.owner.query(`select 1 from kit.job where task like 'picture.%'`)
    return rows.length === 0
  })
}
const countOf = async (type: string, account: string) =>
  (
    await system.owner.query('select 1 from kit.event where type = $1 and stream = $2', [
      type,
      `account-${account}`,
    ])
  ).rowCount

test('ID-39 GW-3 a service alone has a picture of ours stand for somebody, of what their own wallet holds', async () => {
  const somchai = await enter('somchai')
  const malee = await enter('malee')
  const asset = hold(somchai.wallet, '1')
  const good = pictureOf(somchai, asset)
  for (const headers of [{}, { 'x-internal-token': 'a-secret-of-nobody-at-all' }])
    expect((await send(good, headers as Record<string, string>)).status).toBe(401)
  // B37: nothing of another host, nor what a browser or a server could take for that
  for (const bad of [
    ...[
      'https://evil.test/a.webp',
      '//evil.test/a.webp',
      'http://169.254.169.254/media/x',
      'javascript:alert(1)',
    ],
    ...[`https://talad.test${url}`, `/media/../admin`, `${url}?x`, `${url}#x`, ` ${url}`, `${url}\n`, ''],
    ...[
      '/media/%2e%2e/secret',
      `/media/${'A'.repeat(64)}.webp`,
      'data:image/png;base64,aa',
      `\\\\evil.test${url}`,
    ],
  ])
    expect(await send({ ...good, url: bad }), bad).toMatchObject({
      status: 400,
      body: { code: 'validation', field: 'url' },
    })
  expect(await send({ ...good, holder: malee.wallet })).toMatchObject({
    status: 403,
    body: { code: 'not_your_asset' },
  })
  expect(await send({ ...good, account_id: newId() })).toMatchObject({ status: 403 })
  expect(await somchai.shown()).toBeNull()

  for (const replaced of [null, asset, asset])
    expect(await show(somchai, asset)).toMatchObject({
      status: 200,
      body: { profilePictureUrl: url, replaced },
    })
  expect(await somchai.shown()).toBe(url)
  expect(await malee.shown()).toBeNull()
  expect(await countOf('ProfilePictureSet', somchai.account)).toBe(1)
  expect((await somchai.call(exportPersonalData, {})).profile.profilePictureUrl).toBe(url)

  for (const replaced of [asset, null])
    expect(await somchai.call(unsetProfilePicture, {})).toEqual({ profilePictureUrl: null, replaced })
  expect(await somchai.shown()).toBeNull()
  expect(await countOf('ProfilePictureUnset', somchai.account)).toBe(1)
  expect((await system.browser().call(unsetProfilePicture.path, { method: 'POST' })).status).toBe(401)
})

test('ID-39 the picture goes when the asset leaves, whether the news comes twice, late or before, or is of what was taken back', async () => {
  const malee = await enter('malee')
  const stranger = `0x${'99'.repeat(20)}`
  const { wallet } = malee

  // late: it has come back meanwhile
  const kept = hold(wallet, '1')
  await untilAsked(() => show(malee, kept))
  await untilAsked(() => publish(transfer(kept, wallet, stranger)))
  expect(await malee.shown()).toBe(url)

  // of something else, and of the same between others: nobody is asked
  const asked = indexer.state.asked
  await publish(transfer(newId(), wallet, stranger))
  await publish(transfer(kept, stranger, `0x${'98'.repeat(20)}`))
  leave(wallet, kept)
  const news = transfer(kept, wallet.toUpperCase().replace('0X', '0x'), stranger)
  for (const id of ['twice-the-same', 'twice-the-same', newId()]) await publish(news, id)
  await untilGone(malee)
  expect(indexer.state.asked - asked).toBeLessThanOrEqual(2)
  expect(await countOf('ProfilePictureUnset', malee.account)).toBe(1)

  // before: it had left when the market's word came
  const left = hold(wallet, '2')
  leave(wallet, left)
  await publish(transfer(left, wallet, stranger))
  expect((await show(malee, left)).status).toBe(200)
  await untilGone(malee)

  // a reorganisation takes back what had given it, and the asset with it
  const given = hold(wallet, '3')
  await untilAsked(() => show(malee, given))
  expect(await malee.shown()).toBe(url)
  indexer.state.status = 404
  await publish(transfer(given, stranger, wallet, true))
  await untilGone(malee)
  indexer.state.status = 200

  // news of what another picture has replaced
  const [old, next] = [hold(wallet, '4'), hold(wallet, '5')]
  await untilAsked(() => show(malee, old))
  await untilAsked(() => show(malee, next))
  leave(wallet, old)
  await publish(transfer(old, wallet, stranger))

  // and while the asset indexer is away nothing is believed, and nothing forgotten
  indexer.state.status = 503
  leave(wallet, next)
  const before = indexer.state.asked
  await publish(transfer(next, wallet, stranger))
  await until('it was asked in vain', () => indexer.state.asked > before)
  expect(await malee.shown()).toBe(url)
  indexer.state.status = 200
  await untilGone(malee)
  expect(await countOf('ProfilePictureSet', malee.account)).toBe(5)
})

test('MO-7 the picture of what is suspended goes, and can not be set at the same moment either', async () => {
  const niran = await enter('niran')
  type News = MessageInitShape<typeof SuspensionChangedSchema>
  const say = (suspensionId: string, revision: number, more: News = {}) =>
    publish(
      outgoing('moderation.suspension.v1', `kub:${contract}`, SuspensionChangedSchema, {
        suspensionId,
        revision,
        blockchain: 'kub',
        contractAddress: contract,
        ...more,
        status: revision % 2 ? 'suspended' : 'unsuspended',
        at: timestampFromDate(new Date()),
      }),
    )
  const asset = hold(niran.wallet, '70')
  await show(niran, asset)
  await say('other', 1, { tokenFrom: '71', tokenTo: '79' })
  await until('it is known', async () => {
    return (
      (await system.owner.query(`select 1 from suspension_replica where suspension_id = 'other'`))
        .rowCount === 1
    )
  })
  const ready = await (await fetch(`${system.url}/readyz`)).json()
  expect(ready).toMatchObject({ newest_ms_ago: { suspensions: expect.any(Number) } })
  expect(await niran.shown()).toBe(url)
  const [within] = [hold(niran.wallet, '75')]
  expect(await show(niran, within)).toMatchObject({ status: 403, body: { code: 'asset_suspended' } })

  for (let times = 0; times < 2; times += 1) await say('own', 1, { tokenFrom: '70', tokenTo: '70' })
  await untilGone(niran)
  await say('own', 2, { tokenFrom: '70', tokenTo: '70' })
  await until('it may be shown again', async () => (await show(niran, asset)).status === 200)
  expect(await niran.shown()).toBe(url)

  // MO-1: a virtual collection is suspended, and the asset turns out to stand for it (MO-8)
  const temple = { abstractKind: 'vnft', abstractCollectionId: 'temple' }
  const stands = (abstractCollectionId: string) =>
    publish(
      outgoing('asset-indexer.asset.v1', `${contract}:70`, AssetChangedSchema, {
        assetId: asset,
        blockchain: 'kub',
        contractAddress: contract,
        tokenId: '70',
        abstractKind: 'vnft',
        abstractCollectionId,
        abstractItemId: '1',
        at: timestampFromDate(new Date()),
      }),
    )
  const standsFor = async (collection: string) =>
    (await system.owner.query('select 1 from item_standing where collection_id = $1', [collection])).rowCount
  await say('temple', 1, temple)
  await stands('shop')
  await until('what it stands for is known', async () => (await standsFor('shop')) === 1)
  expect(await niran.shown()).toBe(url)
  await stands('temple')
  await untilGone(niran)
  expect((await show(niran, asset)).status).toBe(403)
  await say('temple', 2, temple)

  // at once: whoever comes first, in the end it is not shown
  for (let turn = 0; turn < 10; turn += 1) {
    await until('it may be shown', async () => (await show(niran, asset)).status === 200)
    await niran.call(unsetProfilePicture, {})
    await Promise.all([say(`at-once-${turn}`, 1), show(niran, asset), show(niran, asset)])
    await until('it is suspended', async () => (await show(niran, asset)).status === 403)
    await untilGone(niran)
    await say(`at-once-${turn}`, 2)
  }
})

test('ID-42 a picture stands beside a name, else only beside the wallet that holds it; who is forgotten has none', async () => {
  const somchai = await enter('somchai')
  const asset = hold(somchai.wallet, '1')
  const second = elsewhere
  await system.owner.query(`insert into wallet (account_id, address, provider) values ($1, $2, 'web3')`, [
    ...[somchai.account, second],
  ])
  await show(somchai, asset)
  const visitor = createClient({ baseUrl: system.url })
  const names = () => visitor(listDisplayNames, { query: { wl: `${second},${somchai.wallet}` } })
  const person = (who: string) => visitor(getPerson, { params: { who } })
  expect(await names()).toEqual({ list: [], pictures: [{ address: somchai.wallet, picture: url }] })
  expect(await person(second)).toEqual({ display_name: null, ens: null, picture: null, wallets: [second] })
  expect(await person(somchai.wallet)).toEqual({
    display_name: null,
    ens: null,
    picture: url,
    wallets: [somchai.wallet],
  })
  await somchai.call(setDisplayName, { body: { display_name: 'Somchai Collects' } })
  expect(await names()).toMatchObject({ list: [{}, {}], pictures: [{ picture: url }, { picture: url }] })
  expect((await person(second)).picture).toBe(url)

  await somchai.call(erasePersonalData, { body: { confirm: 'erase' } })
  expect(await names()).toEqual({ list: [], pictures: [] })
  const { rows } = await system.owner.query('select 1 from profile_picture where account_id = $1', [
    somchai.account,
  ])
  expect(rows).toEqual([])
})
