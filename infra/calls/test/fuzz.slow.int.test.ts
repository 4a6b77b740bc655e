import { type System, startSystem } from '@talad/e2e/system'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findContradictions } from '../src/fuzz/contradictions.ts'
import { knownOf } from '../src/fuzz/known.ts'
import { openWorld, type World, worldEnv } from '../src/world.ts'

const REQUESTS = 6_000

let system: System
let world: World
beforeAll(async () => {
  system = await startSystem({ kind: 'embedded', env: worldEnv })
  world = await openWorld(system)
})
afterAll(async () => {
  await world?.close()
  await system?.stop()
})

test('GW-8 GW-9 some thousand made-up requests get answers that the document describes', async () => {
  const known = await knownOf(world)
  const [seller, buyer] = [await world.seller(), await world.buyer()]
  const seed = Number(process.env.TALAD_SEED ?? Date.now() % 2 ** 31)
  const asked = { requests: REQUESTS, seed, tokens: [seller.token, buyer.token] }
  const { contradictions, statuses } = await findContradictions(system.run.gateway, { ...asked, known })
  expect(contradictions, `TALAD_SEED=${seed}`).toEqual([])
  for (const status of [200, 201, 400, 401, 403, 404, 409])
    expect(statuses.get(status) ?? 0, String(status)).toBeGreaterThan(0)
})
