import { create } from '@bufbuild/protobuf'
import { ResponseError } from '@talad/proto/http/client'
import { AccountChangedSchema } from '@talad/proto/identity/v1/events'
import { callAs } from '@talad/shared/decision'
import { newId } from '@talad/shared/ids'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { accounts } from '../src/replicas/account.ts'
import { decidePending } from '../src/trigger/batcher.ts'
import { releaseTrigger } from '../src/trigger/release.ts'
import type { TriggerRow } from '../src/trigger/rows.ts'
import { CONTRACT, held, needs, nft, token, vnft, WALLET } from './pressed-tokens.ts'
import { openWorld, person, type World } from './pressing.ts'

let world: World
let count = 1
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

beforeEach(() => {
  world.outside.held = held([])
})

/** An account with one wallet. */
async function linked() {
  const account = person()
  await world.link(account, [WALLET])
  return account
}
const told = ({ status, reasons }: TriggerRow) => [
  status,
  ...reasons.map(({ code, tag }) => (tag === undefined ? code : `${code} ${tag}`)),
]
const pressed = async (...given: Parameters<World['press']>) => told(await world.press(...given))
const release = (id: string) =>
  releaseTrigger(world, callAs({ accountId: 'desk', customerId: undefined }, newId(), newId()), {
    id,
    by: 'desk',
    note: 'asked for',
  })

test('CA-10 CA-16 CA-39 campaign_ended, campaign_paused and campaign_hidden say what a campaign is', async () => {
  const account = person()
  const id = await world.makeCampaign()
  await world.change(id, { paused: true, internal: true })
  expect(await pressed(id, account)).toEqual([201, 'campaign_hidden'])
  expect(await pressed(id, account, { caller: 'machine' })).toEqual([201, 'campaign_paused'])
  await world.change(id, { ended: true })
  expect(await pressed(id, account, { caller: 'machine' })).toEqual([
    201,
    'campaign_ended',
    'campaign_paused',
  ])
})

test('CA-11 CA-12 CA-39 limit_global, limit_per_user and cooldown say how often, and when again', async () => {
  const [account, other] = [person(), person()]
  const all = await world.makeCampaign({ limitGlobal: 1 })
  expect(await pressed(all, account)).toEqual([400])
  expect((await world.press(all, other)).reasons).toEqual([{ code: 'limit_global', used: 1, limit: 1 }])
  const own = await world.makeCampaign({ limitPerUser: 1 })
  expect(await pressed(own, account)).toEqual([400])
  expect((await world.press(own, account)).reasons).toEqual([{ code: 'limit_per_user', used: 1, limit: 1 }])
  const daily = await world.makeCampaign({ cooldownSeconds: 3_600 })
  const first = await world.press(daily, account)
  const again = await world.press(daily, account)
  const at = new Date((first.decided?.getTime() ?? 0) + 3_600_000)
  expect(again).toMatchObject({
    status: 201,
    retry_at: at,
    reasons: [{ code: 'cooldown', used: 1, limit: 1, retryAt: at.toISOString() }],
  })
  await world.pass(3_600_001)
  expect(await pressed(daily, account)).toEqual([400])
})

test('CA-21 CA-27 CA-39 requirement_unmet is said of what is not there, requirement_unchecked of what could not be seen', async () => {
  const account = await linked()
  const id = await world.makeCampaign({}, needs(nft('ticket')))
  expect(await pressed(id, account)).toEqual([201, 'requirement_unmet ticket'])
  for (const away of [undefined, held([], { isLate: true }), held([], { more: true })]) {
    world.outside.held = away
    expect(await pressed(id, account)).toEqual([200, 'requirement_unchecked ticket'])
  }
  // nobody knows yet which wallets are theirs
  world.outside.held = held([])
  expect(await pressed(id, person())).toEqual([200, 'requirement_unchecked ticket'])
  world.outside.held = held([token(1)])
  const won = await world.press(id, account)
  expect([won.status, won.blocks, won.slots[0]?.token?.chain?.tokenId]).toEqual([400, { kub: 100 }, '1'])
})

test('CA-27 a wallet that a contract of another chain proved counts for nothing here, one of this chain does', async () => {
  const id = await world.makeCampaign({ tokenReuse: 'always' }, needs(nft('ticket')))
  world.outside.held = held([token(1)])
  const by = async (provedOn: string) => {
    const accountId = person()
    const wallets = [{ address: WALLET, provider: 'web3', provedOn, number: BigInt(count++) }]
    const linked = create(AccountChangedSchema, { accountId, wallets, revision: 1 })
    await world.inTx((tx) => accounts.save(tx, [linked]))
    return world.press(id, accountId)
  }
  expect(told(await by(''))).toEqual([400])
  expect(told(await by('3501'))).toEqual([400])
  const far = await by('1')
  expect(told(far)).toEqual([201, 'requirement_unmet ticket'])
  expect(far.slots).toMatchObject([{ blockchains: ['kub'] }]) // connect one there first
})

test('CA-27 who has or asks for too much to be told with others leaves nobody unchecked but themselves', async () => {
  const accounts = Array.from({ length: 5 }, person)
  for (const [n, account] of accounts.entries()) await world.link(account, [`0x${String(n).repeat(40)}`])
  world.outside.held = held([token(1)])
  for (const answer of [held([], { more: true }), new ResponseError(400, undefined)]) {
    world.outside.crowded = { wallets: 1, answer }
    const id = await world.makeCampaign({ tokenReuse: 'always' }, needs(nft('ticket')))
    const all = await Promise.all(accounts.map((account) => world.press(id, account)))
    expect(all.map(({ status }) => status).filter((status) => status === 200)).toEqual([])
  }
  delete world.outside.crowded
})

test('CA-27 a token that was read from the chain counts, however late the index is', async () => {
  const account = await linked()
  const id = await world.makeCampaign({}, needs(nft('ticket')))
  world.outside.held = held([token(1)], { isLate: true })
  expect(await pressed(id, account)).toEqual([200, 'requirement_unchecked ticket'])
  world.outside.held = held([token(1, { read: true })], { isLate: true })
  expect(await pressed(id, account)).toEqual([400])
})

test('CA-23 CA-39 token_not_owned is said of a token that was chosen and is not theirs', async () => {
  const account = await linked()
  const id = await world.makeCampaign({}, needs(nft('ticket')))
  world.outside.held = held([token(1)])
  const chosen = (tokenId: string) => ({
    selections: { ticket: { blockchain: 'kub', contractAddress: CONTRACT, tokenId } },
  })
  expect(await pressed(id, account, { input: chosen('2') })).toEqual([201, 'token_not_owned ticket'])
  expect(await pressed(id, account, { input: chosen('1') })).toEqual([400])
})

test('CA-29 CA-39 token_used is said whoever has the token, also of linked campaigns, until its window is over', async () => {
  const [account, buyer] = [await linked(), await linked()]
  const id = await world.makeCampaign({}, needs(nft('ticket')))
  const other = await world.makeCampaign({}, needs(nft('seat')), id)
  world.outside.held = held([token(7)])
  expect(await pressed(id, account)).toEqual([400])
  expect(await pressed(other, buyer)).toEqual([201, 'token_used seat'])
  const window = { tokenReuse: 'window', cooldownSeconds: 60, limitPerUser: 9 } as const
  const again = await world.makeCampaign(window, needs(nft('ticket')))
  expect(await pressed(again, account)).toEqual([400])
  expect(await pressed(again, buyer)).toEqual([201, 'token_used ticket'])
  await world.pass(60_001)
  expect(await pressed(again, buyer)).toEqual([400])
  const always = await world.makeCampaign({ tokenReuse: 'always' }, needs(nft('ticket')))
  expect(await pressed(always, account)).toEqual([400])
  expect(await pressed(always, account)).toEqual([400])
  expect(await world.broken()).toEqual([])
})

test('CA-22 CA-29 of an ERC-1155 token each unit serves once', async () => {
  const account = await linked()
  const id = await world.makeCampaign({}, needs(nft('ticket', { nftType: 'ERC1155' })))
  const two = [{ wallet: WALLET, units: 2n }]
  world.outside.held = held([token(3, { standard: 'ERC1155', holdings: two })])
  expect(await pressed(id, account)).toEqual([400])
  expect(await pressed(id, account)).toEqual([400])
  expect(await pressed(id, account)).toEqual([201, 'token_used ticket'])
})

test('CA-27 CA-39 token_suspended is said of a token that is suspended', async () => {
  const account = await linked()
  const id = await world.makeCampaign({}, needs(nft('ticket')))
  world.outside.held = held([token(1, { suspended: true })])
  expect(await pressed(id, account)).toEqual([201, 'token_suspended ticket'])
})

test('CA-26 a condition is asked of the traits of the index, and of payloads for what is ours', async () => {
  const account = await linked()
  const traitCondition = { trait: 'color', op: 'eq', value: 'red' }
  const id = await world.makeCampaign({}, needs(nft('ticket', { traitCondition })))
  world.outside.held = held([token(1, { traits: [['Color', 'blue']] })])
  expect(await pressed(id, account)).toEqual([201, 'requirement_unmet ticket'])
  world.outside.held = held([token(1, { traits: undefined })])
  expect(await pressed(id, account)).toEqual([200, 'requirement_unchecked ticket'])
  world.outside.held = held([token(1, { traits: [['Color', ' RED ']] })])
  expect(await pressed(id, account)).toEqual([400])
})

test('CA-37 CA-39 CA-43 supply_exhausted is 202, and nothing is spent; soft leaves out what is gone', async () => {
  const [account, other] = [person(), person()]
  const { itemId } = await world.makeItem(1)
  const { itemId: plenty } = await world.makeItem()
  const rewards = [vnft('rare', itemId), vnft('usual', plenty)]
  const id = await world.makeCampaign({ limitGlobal: 5, limitPerUser: 5 }, { rewards })
  const won = await world.press(id, account)
  expect(won.rewards.map(({ tag, itemTokenId }) => [tag, itemTokenId])).toEqual([
    ['rare', 1],
    ['usual', 1],
  ])
  const none = await world.press(id, other)
  expect(none).toMatchObject({
    status: 202,
    rewards: [],
    reasons: [{ code: 'supply_exhausted', tag: 'rare', used: 1, limit: 1 }],
  })
  const soft = await world.press(id, other, { soft: true })
  expect([soft.status, soft.rewards.map(({ tag }) => tag), soft.reasons[0]?.code]).toEqual([
    400,
    ['usual'],
    'supply_exhausted',
  ])
  await world.db.query('update vitem set archived = true where id = $1', [plenty])
  expect(await pressed(id, other)).toEqual([202, 'supply_exhausted rare', 'supply_exhausted usual'])
  expect(await world.broken()).toEqual([])
})

test('CA-42 what is taken back gives back counter, token, supply and reward, once; what was used is not taken back', async () => {
  const account = await linked()
  const { itemId } = await world.makeItem(1)
  const id = await world.makeCampaign(
    { limitGlobal: 1, limitPerUser: 1 },
    { ...needs(nft('ticket')), rewards: [vnft('stamp', itemId)] },
  )
  world.outside.held = held([token(11)])
  const won = await world.press(id, account)
  expect(won.status).toBe(400)
  expect((await release(won.id)).trigger.released).not.toBeNull()
  await release(won.id)
  const again = await world.press(id, account)
  expect([again.status, again.rewards[0]?.itemTokenId]).toEqual([400, 2])
  // its coupon was used, of a pool or of its own
  const used = async (table: string, sql: string) => {
    await world.db.query(`insert into ${table} values ${sql}`, [world.projectId, itemId])
    await expect(release(again.id)).rejects.toMatchObject({ code: 'REWARD_TOUCHED' })
    await world.db.query(`update ${table.split(' ')[0]} set use_count = 0`)
  }
  await used(
    'coupon_code (id, space_id, pool_name, code, description, meta_timer, assigned_to, taken, use_count, created, updated)',
    `('used', $1, 'bowls', 'BOWL', '', '{}', $2 || ':2', true, 1, now(), now())`,
  )
  await used(
    'coupon_token_code (space_id, item_id, token, code, made, use_count, created)',
    `($1, $2, 2, 'BOWL', true, 1, now())`,
  )
  // the stamp served somewhere
  const next = await world.makeCampaign({}, needs({ type: 'vnft', tag: 'stamp', vitemId: itemId }))
  expect(await pressed(next, account)).toEqual([400])
  await expect(release(again.id)).rejects.toMatchObject({ code: 'REWARD_TOUCHED' })
  const lost = await world.press(id, person())
  await expect(release(lost.id)).rejects.toMatchObject({ code: 'TRIGGER_NOT_WON' })
  await expect(release(newId())).rejects.toMatchObject({ code: 'TRIGGER_NOT_FOUND' })
  expect(await world.broken()).toEqual([])
})

test('CA-14 CA-29 campaigns that are linked keep what was used and counted, and are refused where a token would serve twice', async () => {
  const account = await linked()
  const [first, second] = [await world.makeCampaign(), await world.makeCampaign({}, needs(nft('ticket')))]
  world.outside.held = held([token(21)])
  expect(await pressed(second, account)).toEqual([400])
  expect(await pressed(first, account)).toEqual([400])
  await world.change(second, {}, first)
  await world.change(first, { limitPerUser: 3 })
  expect(await pressed(first, account)).toEqual([400])
  expect((await world.press(first, account)).reasons).toEqual([{ code: 'limit_per_user', used: 3, limit: 3 }])
  const third = await world.makeCampaign({}, needs(nft('ticket')))
  expect(await pressed(third, account)).toEqual([400])
  await expect(world.change(third, {}, first)).rejects.toMatchObject({ code: 'TOKEN_USED_TWICE' })
  await world.change(second, {}, second)
  expect((await world.press(first, account)).reasons).toEqual([])
  expect(await world.broken()).toEqual([])
})

test('CA-11 a limit that comes later counts what was given before it, also after it was taken away for a while', async () => {
  const id = await world.makeCampaign()
  await pressed(id, person())
  await world.change(id, { limitGlobal: 2 })
  expect(await pressed(id, person())).toEqual([400])
  await world.change(id, { limitGlobal: null })
  expect(await pressed(id, person())).toEqual([400])
  await world.change(id, { limitGlobal: 4 })
  expect(await pressed(id, person())).toEqual([400])
  expect((await world.press(id, person())).reasons).toEqual([{ code: 'limit_global', used: 4, limit: 4 }])
  expect(await world.broken()).toEqual([])
})

test('CA-33 CA-40 what is pressed waits while the lock is held, ends as our fault after 3 seconds, and the same key may try again', async () => {
  const account = person()
  const id = await world.makeCampaign({ limitGlobal: 5 })
  await pressed(id, person())
  const row = await world.ask(id, account, { key: 'again' })
  expect(await world.ask(id, account, { key: 'other' })).toBeUndefined()
  const holder = await world.db.connect()
  await holder.query('begin')
  await holder.query('select 1 from campaign_use_count where campaign_id = $1 for update', [id])
  await decidePending(world.deps, row ? [row] : [])
  await holder.query('rollback')
  holder.release()
  const { rows } = await world.db.query('select status, reasons from campaign_trigger where id = $1', [
    row?.id,
  ])
  expect(rows).toEqual([{ status: 200, reasons: [] }])
  expect(await pressed(id, account, { key: 'again' })).toEqual([400])
  expect(await world.broken()).toEqual([])
}, 20_000)

test('CA-33 one that fails by itself takes no others with it', async () => {
  const id = await world.makeCampaign()
  const rows = []
  for (const account of [person(), person(), person()]) rows.push(await world.ask(id, account))
  const [, bad] = rows
  await world.db.query(
    `update campaign_trigger set input = '{"selections": {"a": {"tokenId": "x"}}}' where id = $1`,
    [bad?.id],
  )
  const { rows: pending } = await world.db.query<TriggerRow>(
    'select * from campaign_trigger where campaign_id = $1 order by seq',
    [id],
  )
  await decidePending(world.deps, pending)
  expect(await world.statuses(id)).toEqual({ 200: 1, 400: 2 })
})

test('CA-39 CA-74 a code that a campaign asks for is used with its success, once, and given back with it', async () => {
  const [account, other] = [person(), person()]
  const pool_name = 'noodles'
  await world.db.query(
    `insert into coupon_code (id, space_id, pool_name, code, description, meta_timer, most, created, updated)
     values ($1, $2, $3, 'SOUP2026', '', '{"limit": 1}', 1, now(), now())`,
    [newId(), world.projectId, pool_name],
  )
  const id = await world.makeCampaign({ metadata: { coupon: { pool_name } } })
  const typed = (code: string) => ({ input: { coupon: { code } } })
  expect(await pressed(id, account)).toEqual([201, 'coupon_required'])
  expect(await pressed(id, account, typed('NOSUCH00'))).toEqual([201, 'coupon_not_found'])
  const both = await Promise.all([account, other].map((who) => world.press(id, who, typed(' soup2026 '))))
  expect(both.map(told).sort()).toEqual([[201, 'coupon_exhausted'], [400]])
  const won = both.find(({ status }) => status === 400)
  await release(won?.id ?? '')
  expect(await pressed(id, other, typed('SOUP2026'))).toEqual([400])
  expect(await world.broken()).toEqual([])
})
