import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, person, type World } from './pressing.ts'

let world: World
beforeAll(async () => {
  world = await openWorld(4)
})
afterAll(() => world.close())

test('CA-11 CA-40 of 10,000 accounts that press at once 100 win 100 prizes', async () => {
  const { itemId } = await world.makeItem()
  const rewards = [{ type: 'vnft', tag: 'prize', nftItemId: itemId }]
  const id = await world.makeCampaign({ limitGlobal: 100 }, { rewards })
  // as many as stand in line for the database at once; who comes when there are more is asked to come again
  const line = async () => {
    for (let n = 0; n < 10; n++) await world.press(id, person())
  }
  await Promise.all(Array.from({ length: 1_000 }, line))
  expect(await world.statuses(id)).toEqual({ 201: 9_900, 400: 100 })
  expect(await world.broken()).toEqual([])
}, 240_000)

test('CA-40 CA-49 10,000 pairs of triggers that share two limits in opposite order never wait in a circle', async () => {
  const [one, other] = [await world.makeItem(20_000), await world.makeItem(20_000)]
  const gives = (...items: { itemId: string }[]) => ({
    rewards: items.map(({ itemId }, at) => ({ type: 'vnft', tag: `prize ${at}`, nftItemId: itemId })),
  })
  const ids = [
    await world.makeCampaign({}, gives(one, other)),
    await world.makeCampaign({}, gives(other, one)),
  ]
  const deadlocks = async () => {
    await world.db.query('select pg_stat_force_next_flush()')
    const sql = 'select deadlocks from pg_stat_database where datname = current_database()'
    return (await world.db.query(sql)).rows
  }
  const before = await deadlocks()
  const line = async () => {
    for (let round = 0; round < 100; round++) await Promise.all(ids.map((id) => world.press(id, person())))
  }
  await Promise.all(Array.from({ length: 100 }, line))
  expect(await deadlocks()).toEqual(before)
  for (const id of ids) expect(await world.statuses(id)).toEqual({ 400: 10_000 })
  expect(await world.broken()).toEqual([])
}, 280_000)
