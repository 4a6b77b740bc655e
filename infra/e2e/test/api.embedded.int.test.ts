import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signIn } from '@talad/dev/seed/site'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkTypes, openWorkshop, programOfPage, runProgram, type Workshop } from '../src/first-sale.ts'
import { findContradictions } from '../src/generated/contradictions.ts'
import { knownOf } from '../src/generated/known.ts'
import { type System, startSystem } from '../src/system.ts'

let system: System
let workshop: Workshop
beforeAll(async () => {
  system = await startSystem({ kind: 'embedded' })
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
  expect(said).toMatch(/^refused: 4\d\d [a-z_]+, see http/m)
})

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
