import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '@talad/dev/config'
import { type Run, readRun } from '@talad/dev/run-file'
import { buildWeb, isWebStale, webDist } from '@talad/dev/web'
import { isAlive, untilGone } from '@talad/process/held-process'
import { untilPictured } from './demonstration.ts'
import { startSystem } from './system.ts'

/** A system with the demonstration data, in a folder that is used again: only the first start fills it. */
export type Place = { run: Run; close(): Promise<void> }

const env = { TALAD_WEB: '1', TALAD_DEMO: 'full' }
const ports = ['TALAD_PORT', 'TALAD_SANDBOX_PORT', 'TALAD_RPC_PORT', 'TALAD_POSTGRES_PORT']
const READY_WITHIN_MS = 180_000
const STOP_WITHIN_MS = 30_000

/** When the web app was built that a kept system serves: its gateway knows the files of that build only. */
const builtNote = (folder: string) => join(folder, 'web-built')
const builtAt = async () => String((await stat(join(webDist, 'index.html'))).mtimeMs)

async function runningIn(folder: string): Promise<Run | undefined> {
  const run = await readRun(folder).catch(() => undefined)
  return run !== undefined && isAlive(run.pid) ? run : undefined
}

async function servesThisBuild(folder: string): Promise<boolean> {
  if (await isWebStale()) return false
  return (await readFile(builtNote(folder), 'utf8').catch(() => '')) === (await builtAt())
}

/** Ends the system that was kept in a folder. @returns whether there was one */
export async function endKept(folder: string): Promise<boolean> {
  const run = await runningIn(folder)
  if (!run) return false
  process.kill(run.pid, 'SIGTERM')
  if (!(await untilGone(run.pid, STOP_WITHIN_MS))) throw new Error(`process ${run.pid} does not end`)
  return true
}

/** Starts a system that goes on when this program has ended. */
async function startKept(folder: string): Promise<Run> {
  const log = await open(join(folder, 'kept.log'), 'w')
  const launcher = spawn(process.execPath, [join(root, 'infra/dev/src/main.ts'), '--data', folder], {
    env: { ...process.env, ...env, ...Object.fromEntries(ports.map((name) => [name, '0'])) },
    stdio: ['ignore', log.fd, log.fd],
    detached: true,
  })
  launcher.unref()
  await log.close()
  const deadline = performance.now() + READY_WITHIN_MS
  for (;;) {
    const run = await runningIn(folder)
    if (run && existsSync(join(folder, 'demonstration-market'))) return run
    if (launcher.exitCode !== null || performance.now() > deadline)
      throw new Error(`the system does not get ready, ${folder}/kept.log says why`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function startIn(folder: string, keep: boolean): Promise<Place> {
  if (keep) return { run: await startKept(folder), close: async () => undefined }
  const system = await startSystem({ kind: 'embedded', env, folder, readyMs: READY_WITHIN_MS })
  return { run: system.run, close: () => system.stop() }
}

/**
 * Finds the system that runs in a folder, or starts one there. One that was found is left running, and started anew when
 * the web app has changed.
 * @param keep leaves it running also when it was started here
 */
export async function openPlace(folder: string, keep: boolean): Promise<Place> {
  await mkdir(folder, { recursive: true })
  const found = await runningIn(folder)
  if (found && (await servesThisBuild(folder))) return { run: found, close: async () => undefined }
  if (await isWebStale()) await buildWeb(new AbortController().signal)
  if (found) await endKept(folder)
  await writeFile(builtNote(folder), await builtAt())
  const place = await startIn(folder, found !== undefined || keep)
  await untilPictured(place.run)
  return place
}

/** Forgets everything that happened in a folder. */
export async function forget(folder: string): Promise<void> {
  await endKept(folder)
  await rm(folder, { recursive: true, force: true })
}
