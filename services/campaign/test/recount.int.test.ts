import { afterAll, beforeAll, expect, test } from 'vitest'
import { recountCampaigns } from '../src/jobs/reconciliation.ts'
import { openWorld, person, type World } from './pressing.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test('CA-11 CA-14 a night finds campaigns whose counters are not their successes, calls a person and has them rest', async () => {
  const [sound, global, ofAccount] = [
    await world.makeCampaign({ limitGlobal: 9 }),
    await world.makeCampaign({ limitGlobal: 9 }),
    await world.makeCampaign({ limitPerUser: 9 }),
  ]
  for (const id of [sound, global, ofAccount]) expect((await world.press(id, person())).status).toBe(400)
  expect(await recountCampaigns(world.deps)).toEqual([])
  await world.owner.query('update campaign_use_count set count = 2 where campaign_id = $1', [global])
  await world.owner.query('update campaign_account_count set count = 2 where group_id = $1', [ofAccount])
  const wrong = [global, ofAccount].toSorted()
  expect(await recountCampaigns(world.deps)).toEqual(wrong)
  expect(world.errors).toEqual(wrong.map((campaign) => ({ campaign })))
  for (const id of wrong)
    expect(await world.press(id, person())).toMatchObject({
      status: 201,
      reasons: [{ code: 'campaign_paused' }],
    })
  expect((await world.press(sound, person())).status).toBe(400)
})
