import { mintAdminHttp } from '@talad/proto/http/campaign/mints-admin'
import { virtualCollectionAdminHttp, virtualItemAdminHttp } from '@talad/proto/http/campaign/virtual-admin'
import { walletHttp } from '@talad/proto/http/campaign/wallet'
import { AccountMergedSchema } from '@talad/proto/identity/v1/events'
import { outgoing } from '@talad/shared/bus/port'
import { inTx, type Tx } from '@talad/shared/db'
import { callAs } from '@talad/shared/decision'
import { newId } from '@talad/shared/ids'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { moveHoldings } from '../src/holding/merge.ts'
import { recountCampaigns } from '../src/jobs/reconciliation.ts'
import { holdWallets } from '../src/replicas/account.ts'
import { decideBatch } from '../src/trigger/batch.ts'
import { definitionsOf } from '../src/trigger/definition.ts'
import { mergeUses } from '../src/trigger/merge.ts'
import { readOutside } from '../src/trigger/outside.ts'
import { releaseTrigger } from '../src/trigger/release.ts'
import { staff, start } from './harness.ts'
import { held, needs, nft, token } from './pressed-tokens.ts'
import { openWorld, person, type World } from './pressing.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test('CA-13 ID-35 CA-12 a merge adds the uses of both accounts up, also when it comes twice', async () => {
  const [from, to] = [person(), person()]
  const id = await world.makeCampaign({ limitPerUser: 3 })
  for (const account of [from, from, to]) expect((await world.press(id, account)).status).toBe(400)
  for (const _ of ['once', 'twice']) await inTx(world.db, (tx) => mergeUses(tx, from, to))
  expect((await world.press(id, to)).reasons).toEqual([{ code: 'limit_per_user', used: 3, limit: 3 }])
  const { rows } = await world.db.query('select 1 from campaign_trigger where account_id = $1', [from])
  expect(rows).toEqual([])
})

const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
const isWaiting = async () => (await world.owner.query(waits)).rowCount !== 0

test('CA-42 ID-35 what is taken back as its account is merged is given back to the other', async () => {
  const [from, to] = [person(), person()]
  const id = await world.makeCampaign({ limitPerUser: 3 })
  const won = await world.press(id, from)
  const call = callAs({ accountId: 'desk', customerId: undefined }, newId(), newId())
  const { release } = await inTx(world.db, async (tx) => {
    await mergeUses(tx, from, to)
    const release = releaseTrigger(world, call, { id: won.id, by: 'desk', note: 'asked for' })
    await until('who takes it back waits', isWaiting)
    return { release }
  })
  expect(await release).toMatchObject({ trigger: { accountId: to, released: expect.any(String) } })
  expect(await recountCampaigns(world.deps)).toEqual([])
})

test.for(['from', 'to'] as const)(
  'CA-12 ID-35 a merge beside a first success leaves the counter right, of the account that it merges %s',
  async (who) => {
    const accounts = { from: person(), to: person() }
    const id = await world.makeCampaign({ limitPerUser: 3 })
    const merge = (tx: Tx) => mergeUses(tx, accounts.from, accounts.to)
    const press = async (tx: Tx) => {
      const row = await world.ask(id, accounts[who])
      const [definition] = (await definitionsOf(world.db, [id])).values()
      if (!row || !definition) throw new Error('nothing is pressed')
      const waiting = [{ accountId: row.account_id, definition, chosen: [] }]
      const outside = await readOutside(world.db, world.deps, waiting)
      await decideBatch(tx, [row.id], { outside, chainId: '3501', now: world.now() })
    }
    if (who === 'to') expect((await world.press(id, accounts.from)).status).toBe(400)
    const [first, second] = who === 'from' ? [press, merge] : [merge, press]
    const later = await inTx(world.db, async (tx) => {
      await first(tx)
      let isDone = false
      const done = inTx(world.db, second).finally(() => (isDone = true))
      await until('it waits', async () => isDone || isWaiting())
      return { done }
    })
    await later.done
    expect(await recountCampaigns(world.deps)).toEqual([])
  },
)

test('ID-35 CA-29 what either account has used stays used after a merge, also units of one token of which both had some', async () => {
  const [from, to] = [person(), person()]
  const [a, b] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`]
  await world.link(from, [a])
  await world.link(to, [b])
  const one = (wallet: string) => ({ wallet, units: 1n })
  world.outside.held = held([
    token(1, { standard: 'ERC1155', holdings: [one(a), one(b)] }),
    token(2, { holdings: [one(a)] }),
  ])
  const units = await world.makeCampaign({}, needs(nft('unit', { nftType: 'ERC1155' })))
  const seat = await world.makeCampaign({}, needs(nft('seat')))
  for (const account of [from, to]) expect((await world.press(units, account)).status).toBe(400)
  expect((await world.press(seat, from)).status).toBe(400)
  await inTx(world.db, (tx) => mergeUses(tx, from, to))
  await world.link(to, [a, b])
  expect((await world.press(units, to)).reasons).toMatchObject([{ code: 'token_used', tag: 'unit' }])
  expect((await world.press(seat, to)).reasons).toMatchObject([{ code: 'token_used', tag: 'seat' }])
  expect(await world.broken()).toEqual([])
})

test('CA-55 ID-33 ID-35 what waited for somebody is theirs by their claim, and by a merge as they came by it before', async () => {
  const { open, call, send, pass, people } = await start()
  const ask = (path: string, body: object) => call('POST', path, { as: staff, body })
  const { createVirtualCollection: collections } = virtualCollectionAdminHttp
  const lamps = { project_id: await open('fair'), slug: 'lamps', name: 'Lamps' }
  const { collection } = collections.response.parse((await ask(collections.path, { collection: lamps })).body)
  const { createVirtualItem: items } = virtualItemAdminHttp
  const lamp = { collection_id: collection._id, slug: 'lamp', name: 'Lamp' }
  const { item } = items.response.parse((await ask(items.path, { item: lamp })).body)
  const [placeholder, first, last] = [person(), person(), person()]
  const mint = (account_id: string, key = `for-${account_id}`) =>
    ask(mintAdminHttp.mintItem.path, {
      nft: { automint_id: key, item_id: item._id },
      target: { account_id },
    })
  for (const one of [placeholder, first])
    expect(await mint(one)).toMatchObject({ status: 201, body: { vnft: { origin: 'mint' } } })
  const become = (accountId: string, intoAccountId: string, number: bigint, claimed: boolean) => {
    const merged = { mergeId: accountId, accountId, intoAccountId, intoCustomerId: '', number, claimed }
    return send(outgoing('identity.account.v1', accountId, AccountMergedSchema, merged))
  }
  const originsOf = (as: string, count = 2) =>
    until('all are there', async () => {
      const { body } = await call('GET', walletHttp.myAssets.path, { as })
      const { list } = walletHttp.myAssets.response.parse(body)
      return list.length === count && list.map(({ origin }) => origin).toSorted()
    })
  await become(placeholder, first, 1n, true)
  expect(await originsOf(first)).toEqual(['claim', 'mint'])
  await become(first, last, 2n, false)
  expect(await originsOf(last)).toEqual(['claim', 'mint'])
  // what was being granted as its account went follows it, and the same call is the same one
  expect((await mint(first, 'late')).status).toBe(201)
  people.absorbed.set(first, last)
  expect((await mint(first, 'late')).status).toBe(201)
  await pass(121_000)
  expect(await originsOf(last, 3)).toEqual(['claim', 'mint', 'mint'])
})

test('ID-35 CA-50 a merge waits for news of the wallets before it takes what waits for them: never in a circle', async () => {
  const [from, to] = [person(), person()]
  const { itemId } = await world.makeItem(10)
  const id = await world.makeCampaign({}, { rewards: [{ type: 'vnft', tag: 'a', nftItemId: itemId }] })
  expect((await world.press(id, from)).status).toBe(400)
  const waiting = `select 1 from pg_locks l join pg_database d on d.oid = l.database
    where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`
  const merged = await inTx(world.db, async (tx) => {
    await holdWallets(tx, [from, to])
    const merge = inTx(world.db, (other) => moveHoldings(other, { from, to, claimed: false }))
    await until('the merge waits', async () => (await world.db.query(waiting)).rows.length > 0)
    const sql = 'select 1 from holding where holder_id = $1 for no key update nowait'
    expect((await tx.query(sql, [from])).rowCount).toBe(1)
    return { merge }
  })
  await merged.merge
})
