import { signIn } from '@talad/dev/seed/site'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findContradictions } from '../src/generated/contradictions.ts'
import { knownOf } from '../src/generated/known.ts'
import { type System, startSystem } from '../src/system.ts'

const REQUESTS = 6_000

let system: System
beforeAll(async () => {
  system = await startSystem({ kind: 'embedded' })
})
afterAll(() => system?.stop())

test('GW-8 GW-9 some thousand made-up requests get answers that the document describes', async () => {
  const { run } = system
  const [seller, buyer] = await Promise.all([signIn(run, 'demo-somchai'), signIn(run, 'demo-mali')])
  const seed = Number(process.env.TALAD_SEED ?? Date.now() % 2 ** 31)
  const asked = { requests: REQUESTS, seed, tokens: [seller.token, buyer.token] }
  const { contradictions, statuses } = await findContradictions(run.gateway, {
    ...asked,
    known: await knownOf(run, seller, buyer),
  })
  expect(contradictions, `TALAD_SEED=${seed}`).toEqual([])
  for (const status of [200, 201, 400, 401, 403, 404, 409])
    expect(statuses.get(status) ?? 0, String(status)).toBeGreaterThan(0)
})
