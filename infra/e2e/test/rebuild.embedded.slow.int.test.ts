import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '@talad/dev/config'
import { serviceNames } from '@talad/services/manifests'
import { loadService } from '@talad/services/services'
import { expect, onTestFinished, test } from 'vitest'
import { expectWholeLedger } from '../src/ledger.ts'
import { mainJob } from '../src/main-job.ts'
import { startSystem } from '../src/system.ts'

const execute = promisify(execFile)

/** Somchai's lanterns. */
const TOKENS = ['1', '5', '8', '10', '13', '19']

type Made = { service: string; name: string; before: object; after: object }

/** `npm run talad --` on the system of a folder. @throws Error when it ends with anything but 0 */
async function talad(folder: string, ...args: string[]) {
  const program = join(root, 'infra/ops/src/main.ts')
  const { stdout } = await execute(process.execPath, [program, ...args, '--data', folder, '--json'])
  return JSON.parse(stdout)
}

/** Everything that can be made anew, of every service, one after the other. */
async function rebuildAll(folder: string): Promise<Made[]> {
  const made: Made[] = []
  for (const service of serviceNames) {
    const { readModels, replicas } = await loadService(service)
    for (const { name } of [...readModels, ...replicas]) {
      const { before, after } = await talad(folder, 'rebuild', service, name)
      made.push({ service, name, before, after })
    }
  }
  return made
}

test('every read model and replica is made anew by the command line while people buy, and nothing is lost or done twice', {
  timeout: 300_000,
}, async () => {
  const system = await startSystem({ kind: 'embedded' })
  onTestFinished(() => system.stop())
  const { run, folder } = system
  const statuses = [(await mainJob(run, TOKENS[0] ?? '')).shipping.status]
  let isRebuilding = true
  const rebuilding = rebuildAll(folder).finally(() => {
    isRebuilding = false
  })
  for (const token of TOKENS.slice(1)) {
    if (!isRebuilding) break
    statuses.push((await mainJob(run, token)).shipping.status)
  }
  const made = await rebuilding
  expect(statuses.length).toBeGreaterThan(1)
  expect(new Set(statuses)).toEqual(new Set(['completed']))
  expect(made.length).toBeGreaterThan(15)
  const emptied = made.filter(({ before, after }) => isEmpty(after) && !isEmpty(before))
  expect(emptied).toEqual([])
  await expectWholeLedger(run)
  const { verified } = await talad(folder, 'verify')
  expect(verified.length).toBeGreaterThan(20)
  expect((await talad(folder, 'dead-letters', 'list')).deadLetters).toEqual([])
})

const isEmpty = (rows: object) => Object.values(rows).every((count) => count === 0)
