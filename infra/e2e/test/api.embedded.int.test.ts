import { signIn } from '@talad/dev/seed/site'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findContradictions } from '../src/generated/contradictions.ts'
import { knownOf } from '../src/generated/known.ts'
import { type System, startSystem } from '../src/system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem({ kind: 'embedded' })
})
afterAll(() => system?.stop())

test('GW-8 GW-9 every made-up request gets an answer that the document describes', async () => {
  const { run } = system
  const [seller, buyer] = await Promise.all([signIn(run, 'demo-somchai'), signIn(run, 'demo-mali')])
  const asked = { requests: 600, seed: 20_261_122, tokens: [seller.token, buyer.token] }
  const outcome = await findContradictions(run.gateway, {
    ...asked,
    known: await knownOf(run, seller, buyer),
  })
  expect(outcome.sent).toBeGreaterThanOrEqual(600)
  expect(outcome.contradictions.join('\n')).toBe('')
})
