import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { assetCount } from '@talad/demo/plan'
import type { Run } from '@talad/dev/run-file'
import { visit } from '@talad/dev/seed/site'
import { assetIndexerHttp } from '@talad/proto/http/asset-indexer/assets'
import { until } from '@talad/shared/testing/wait'
import { type System, startSystem } from './system.ts'

const env = { TALAD_WEB: '1', TALAD_DEMO: 'full' }
const READY_WITHIN_MS = 180_000
const FILLED_WITHIN_MS = 300_000
const LOOK_MS = 500
const runProgram = promisify(execFile)

/** Pictures are made after the data is there: a screen without them is not what people see. */
export async function untilPictured(run: Run): Promise<void> {
  const call = visit(run)
  const pictured = async () => {
    const { list } = await call(assetIndexerHttp.listAssets, { query: { ps: 100 } })
    const isDone = list.length >= assetCount && list.every(({ image }) => image.r800 !== null)
    if (!isDone) await delay(LOOK_MS) // a whole list, and drawing takes long: to look all the time would slow it down
    return isDone
  }
  await until('every token has its picture', pictured, READY_WITHIN_MS)
}

async function fill(folder: string): Promise<void> {
  const system = await startSystem({ kind: 'embedded', env, folder, readyMs: READY_WITHIN_MS })
  try {
    await untilPictured(system.run)
  } finally {
    await system.stop()
  }
}

/** @returns whether it is filled; not yet, when another test file is at it */
async function fillOnce(filled: string): Promise<boolean> {
  if (existsSync(filled)) return true
  const making = `${filled}-making`
  const isFirst = await mkdir(making).then(
    () => true,
    () => false,
  )
  if (!isFirst) return false
  try {
    await fill(making)
    await rename(making, filled)
  } catch (error) {
    await rm(making, { recursive: true, force: true })
    throw error
  }
  return true
}

/**
 * Starts a system with the web app, the demonstration data and its pictures.
 * @param shelf the folder of this test run: the first who comes fills a system there, and everybody starts a copy of it,
 * which takes a third of the time
 * @param settings more of them, for this copy alone
 */
export async function startDemonstration(
  shelf: string,
  settings: Record<string, string> = {},
): Promise<System> {
  const filled = join(shelf, 'filled')
  await until('a system is filled', () => fillOnce(filled), FILLED_WITHIN_MS)
  const folder = await mkdtemp(join(shelf, 'copy-'))
  await runProgram('cp', ['-a', `${filled}/.`, folder]) // with its owners: the database server runs as a user of its own
  const started = { ...env, ...settings }
  const system = await startSystem({ kind: 'embedded', env: started, folder, readyMs: READY_WITHIN_MS })
  const stop = async () => {
    await system.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { ...system, stop }
}

/** The same on Kafka, filled anew: what the embedded bus holds is no use there. */
export async function startDemonstrationOnKafka(): Promise<System> {
  const system = await startSystem({ kind: 'separate', env, readyMs: FILLED_WITHIN_MS })
  await untilPictured(system.run)
  return system
}
