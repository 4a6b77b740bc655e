import { type System, startSystem } from '@talad/e2e/system'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsIn } from '../src/examples/judge.ts'
import { recordExamples } from '../src/examples/record.ts'
import { worldEnv } from '../src/world.ts'

let system: System
beforeAll(async () => {
  system = await startSystem({ kind: 'embedded', env: worldEnv })
})
afterAll(() => system?.stop())

test('GW-8 who goes through all that the site and its desks offer meets every call, each answered as its contract says', async () => {
  expect(faultsIn(await recordExamples(system))).toEqual([])
})
