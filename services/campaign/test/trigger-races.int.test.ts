import { callAs } from '@talad/shared/decision'
import { newId } from '@talad/shared/ids'
import { changeIn, transact } from '@talad/shared/stream'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { campaigns } from '../src/campaign/stream.ts'
import { consumeCoupon } from '../src/coupon/consume.ts'
import { STALL } from '../src/coupon/testing/redeeming.ts'
import { decidePending } from '../src/trigger/batcher.ts'
import { releaseTrigger } from '../src/trigger/release.ts'
import { openWorld, person, type World } from './pressing.ts'

let world: World
beforeAll(async () => {
  // as many processes do at the same time
  world = await openWorld(4)
})
afterAll(() => world.close())

const people = (count: number) => Array.from({ length: count }, person)
const vnft = (tag: string, nftItemId: string) => ({ type: 'vnft', tag, nftItemId })

test('CA-11 CA-40 CA-41 of 1,000 accounts that press at once as many win as there are prizes', async () => {
  const { itemId } = await world.makeItem(200)
  const id = await world.makeCampaign({ limitGlobal: 100 }, { rewards: [vnft('prize', itemId)] })
  const rows = await Promise.all(people(1_000).map((account) => world.press(id, account)))
  expect(await world.statuses(id)).toEqual({ 201: 900, 400: 100 })
  expect(new Set(rows.filter(({ status }) => status === 201).map(({ reasons }) => reasons[0]?.code))).toEqual(
    new Set(['limit_global']),
  )
  expect(await world.broken()).toEqual([])
}, 60_000)

test('CA-43 CA-49 a campaign without a limit gives no more than its item has, and answers 202 then', async () => {
  const { itemId } = await world.makeItem(30)
  const id = await world.makeCampaign({}, { rewards: [vnft('prize', itemId)] })
  await Promise.all(people(200).map((account) => world.press(id, account)))
  expect(await world.statuses(id)).toEqual({ 202: 170, 400: 30 })
  expect(await world.broken()).toEqual([])
  const { rows } = await world.db.query('select 1 from campaign_use_count where campaign_id = $1', [id])
  expect(rows).toEqual([]) // CA-40: no shared row where there is no limit
}, 60_000)

test('CA-42 with successes taken back in between the counter is what won and was not taken back', async () => {
  const { itemId } = await world.makeItem()
  const id = await world.makeCampaign({ limitGlobal: 20 }, { rewards: [vnft('prize', itemId)] })
  const release = (trigger: string) =>
    releaseTrigger(world, callAs({ accountId: 'desk', customerId: undefined }, newId(), newId()), {
      id: trigger,
      by: 'desk',
      note: 'asked for',
    })
  const won = await Promise.all(people(20).map((account) => world.press(id, account)))
  await Promise.all([
    ...won.slice(0, 10).map(({ id: trigger }) => release(trigger)),
    ...people(100).map((account) => world.press(id, account)),
  ])
  const { rows } = await world.db.query<{ count: number; won: number }>(
    `select count, (select count(*)::int from campaign_trigger t where t.campaign_id = u.campaign_id and status = 400
       and released is null) as won from campaign_use_count u where campaign_id = $1`,
    [id],
  )
  expect(rows[0]?.count).toBe(rows[0]?.won)
  expect(rows[0]?.count).toBeLessThanOrEqual(20)
  // of one account in linked campaigns
  const first = await world.makeCampaign({ limitPerUser: 5 })
  const ids = [first]
  for (let at = 1; at < 30; at++) ids.push(await world.makeCampaign({ limitPerUser: 5 }, {}, first))
  const account = person()
  const before = await Promise.all(ids.slice(0, 5).map((one) => world.press(one, account)))
  const after = await Promise.all([
    ...before.map(async (row) => (await release(row.id)).trigger),
    ...ids.slice(5).map((one) => world.press(one, account)),
  ])
  expect(after.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(10)
  expect(await world.broken()).toEqual([])
}, 60_000)

test('CA-40 CA-49 two campaigns that share two limits in opposite order never wait in a circle', async () => {
  const [one, other] = [await world.makeItem(10_000), await world.makeItem(10_000)]
  // none of their own, which would have them wait for each other before they come to these
  const [first, second] = [
    await world.makeCampaign({}, { rewards: [vnft('a', one.itemId), vnft('b', other.itemId)] }),
    await world.makeCampaign({}, { rewards: [vnft('b', other.itemId), vnft('a', one.itemId)] }),
  ]
  const before = await world.db.query<{ deadlocks: bigint }>(DEADLOCKS)
  // one after another in many lines, so that each is a transaction of its own
  const line = async (_: unknown, at: number) => {
    for (let round = 0; round < 20; round++)
      await world.press((at + round) % 2 === 0 ? first : second, person())
  }
  await Promise.all(Array.from({ length: 16 }, line))
  expect([await world.statuses(first), await world.statuses(second)]).toEqual([{ 400: 160 }, { 400: 160 }])
  await world.db.query('select pg_stat_force_next_flush()')
  expect((await world.db.query<{ deadlocks: bigint }>(DEADLOCKS)).rows).toEqual(before.rows)
  expect(await world.broken()).toEqual([])
}, 60_000)

const DEADLOCKS = 'select deadlocks from pg_stat_database where datname = current_database()'

test('CA-33 one key that is sent fifty times is one trigger', async () => {
  const id = await world.makeCampaign({})
  const account = person()
  const asked = await Promise.all(
    Array.from({ length: 50 }, () => world.ask(id, account, { key: 'the same' })),
  )
  expect(asked.filter((row) => row !== undefined)).toHaveLength(1)
  // nor once more when it is decided
  await decidePending(
    world.deps,
    asked.flatMap((row) => row ?? []),
  )
  expect(await world.statuses(id)).toEqual({ 400: 1 })
  expect(await world.ask(id, account, { key: 'the same' })).toBeUndefined()
  expect(await world.ask(id, account, { key: 'another' })).toBeDefined()
})

test('CA-12 CA-40 of 100 first uses of an account at once, in linked campaigns, its limit is let through', async () => {
  const first = await world.makeCampaign({ limitPerUser: 7 })
  const ids = [first]
  for (let at = 1; at < 100; at++) ids.push(await world.makeCampaign({ limitPerUser: 7 }, {}, first))
  const account = person()
  const rows = await Promise.all(ids.map((id) => world.press(id, account)))
  expect(rows.filter(({ status }) => status === 400)).toHaveLength(7)
  expect(await world.broken()).toEqual([])
}, 60_000)

test('CA-29 a token that is pressed for in many linked campaigns at once serves them once', async () => {
  const { itemId } = await world.makeItem()
  const account = person()
  await world.give(itemId, [account])
  const requirements = [{ type: 'vnft', tag: 'ticket', vitemId: itemId, nftType: 'VIRTUAL' }]
  const first = await world.makeCampaign({}, { requirements })
  const ids = [first]
  for (let at = 1; at < 20; at++) ids.push(await world.makeCampaign({}, { requirements }, first))
  const rows = await Promise.all(ids.map((id) => world.press(id, account)))
  expect(rows.filter(({ status }) => status === 400)).toHaveLength(1)
  expect(rows.filter(({ reasons }) => reasons[0]?.code === 'token_used')).toHaveLength(19)
  expect(await world.broken()).toEqual([])
}, 60_000)

test('CA-17 CA-33 what was pressed while its campaign was deleted ends by our fault', async () => {
  const id = await world.makeCampaign()
  const row = await world.ask(id, person())
  if (!row) throw new Error('nothing was pressed')
  const now = world.now()
  await world.inTx((tx) =>
    changeIn(tx, campaigns, id, { type: 'Delete', by: 'maker', now, inUse: false }, now),
  )
  await decidePending(world.deps, [row])
  expect(await world.statuses(id)).toEqual({ 200: 1 })
})

test('CA-42 CA-74 what gave a token is not taken back where its coupon is used just then', async () => {
  const { itemId } = await world.makeItem(null, null, { ...STALL, 'coupon-code': { code: 'BOWL' } })
  const id = await world.makeCampaign({}, { rewards: [vnft('bowl', itemId)] })
  const won = await world.press(id, person())
  const call = callAs({ accountId: 'desk', customerId: undefined }, newId(), newId())
  const of = { itemId, token: 1 }
  const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const { answer } = await transact(world, async (tx) => {
    const used = await consumeCoupon(tx, { code: 'BOWL', of, key: newId(), by: 'till' }, world.now())
    expect(used).toMatchObject({ usable: true })
    const release = releaseTrigger(world, call, { id: won.id, by: 'desk', note: 'asked for' })
    const answer = release.catch((error: unknown) => error)
    await until('who takes it back waits', async () => (await world.owner.query(waits)).rowCount !== 0)
    return { answer }
  })
  expect(await answer).toMatchObject({ code: 'REWARD_TOUCHED' })
})
