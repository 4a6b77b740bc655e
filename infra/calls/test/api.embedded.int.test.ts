import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkTypes, openWorkshop, programOfPage, runProgram, type Workshop } from '@talad/e2e/first-sale'
import { type System, startSystem } from '@talad/e2e/system'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { book } from '../src/book.ts'
import { findContradictions } from '../src/fuzz/contradictions.ts'
import { knownOf } from '../src/fuzz/known.ts'
import { openWorld, worldEnv } from '../src/world.ts'

let system: System
let workshop: Workshop
beforeAll(async () => {
  system = await startSystem({ kind: 'embedded', env: worldEnv })
  workshop = await openWorkshop(await mkdtemp(join(tmpdir(), 'talad-first-sale-')))
})
afterAll(async () => {
  if (workshop) await rm(workshop.folder, { recursive: true, force: true })
  await system?.stop()
})

test('the published client has its types, and no code of a server', async () => {
  const others = workshop.files.filter(
    (path) => !/^(dist\/.*\.(js|d\.ts)|README\.md|package\.json)$/.test(path),
  )
  expect(others).toEqual([])
  expect(workshop.files).toContain('dist/client/src/index.d.ts')
  const uses = `import { createTalad } from '@talad/client'
    const talad = createTalad({ baseUrl: 'http://x' })
    export const name: Promise<string> = talad.site().then((site) => site.name)
    // @ts-expect-error a hash is needed
    export const order = talad.getOrder()`
  await checkTypes(workshop, uses)
})

test('SP-1 the commands of the page about a first sale list, sell and deliver with the published client alone', async () => {
  const env = { RUN_FILE: join(system.folder, 'run.json') }
  const said = await runProgram(workshop, await programOfPage(), env)
  expect(said).toMatch(/^listed: 0x[0-9a-f]{64}, offchain$/m)
  expect(said).toMatch(/^delivered: .*completed$/m)
  expect(said).toContain('the seller has 1141.9')
  expect(said).toMatch(/^the session goes on$/m)
  expect(said).toMatch(/^listed in THBK: 0x[0-9a-f]{64}$/m)
  expect(said).toMatch(/^accepted: 0x[0-9a-f]{64}$/m)
  expect(said).toMatch(/^linked: .*\(web3\)/m)
  expect(said).toMatch(/^refused: 4\d\d [a-z_]+, see http/m)
})

test('GW-8 GW-9 every made-up request gets an answer that the document describes', async () => {
  const world = await openWorld(system)
  const ofMarket = book.filter(({ endpoint }) => ['order-book', 'asset-indexer'].includes(endpoint.service))
  const known = await knownOf(world, ofMarket)
  const tokens = [(await world.seller()).token, (await world.buyer()).token]
  const asked = { requests: 600, seed: 20_261_122, tokens, known }
  const outcome = await findContradictions(system.run.gateway, asked)
  await world.close()
  expect(outcome.sent).toBeGreaterThanOrEqual(600)
  expect(outcome.contradictions.join('\n')).toBe('')
})
