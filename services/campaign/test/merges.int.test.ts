import { inTx } from '@talad/shared/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mergeUses } from '../src/trigger/merge.ts'
import { openWorld, person, type World } from './pressing.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test('ID-35 CA-12 a merge adds the uses of both accounts up, also when it comes twice', async () => {
  const [from, to] = [person(), person()]
  const id = await world.makeCampaign({ limitPerUser: 3 })
  for (const account of [from, from, to]) expect((await world.press(id, account)).status).toBe(400)
  for (const _ of ['once', 'twice']) await inTx(world.db, (tx) => mergeUses(tx, from, to))
  expect((await world.press(id, to)).reasons).toEqual([{ code: 'limit_per_user', used: 3, limit: 3 }])
  const { rows } = await world.db.query('select 1 from campaign_trigger where account_id = $1', [from])
  expect(rows).toEqual([])
})
