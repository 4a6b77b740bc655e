import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '@talad/dev/config'
import { type Run, readRun } from '@talad/dev/run-file'
import { hold } from '@talad/process/held-process'
import { z } from 'zod'

/** A running system of its own, started as a newcomer starts it. */
export type System = {
  run: Run
  folder: string
  /** the card provider's secret, for those who forge its messages */
  cardSecret: string
  /** everything it has written so far */
  output(): string
  stop(): Promise<void>
}

export type SystemOptions = {
  /** all services in one process on the embedded bus, or each in its own on Kafka */
  kind: 'embedded' | 'separate'
  env?: Record<string, string>
  /** a data folder that stays, and may have been used before; by default one of its own that is removed */
  folder?: string
  /** how long the start may take */
  readyMs?: number
}

const READY_TIMEOUT_MS = 100_000
const STOP_TIMEOUT_MS = 30_000
const MOST_STARTS = 3
const programs = { embedded: 'main.ts', separate: 'separate-main.ts' }
const secretsSchema = z.looseObject({ cardMd5Secret: z.string() })

/** Starts a system in a folder of its own on free ports. @throws Error with what it wrote */
export async function startSystem(options: SystemOptions): Promise<System> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startOnce(options)
    } catch (error) {
      // a port that was free a moment ago may be somebody else's by now
      if (tries === MOST_STARTS || !String(error).includes('EADDRINUSE')) throw error
    }
  }
}

async function startOnce(options: SystemOptions): Promise<System> {
  const { kind, env = {}, readyMs = READY_TIMEOUT_MS } = options
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'talad-e2e-')))
  const ports = ['TALAD_PORT', 'TALAD_SANDBOX_PORT', 'TALAD_RPC_PORT', 'TALAD_POSTGRES_PORT']
  // the demonstration data comes after readiness, and only once; a test that began before would race it
  const part = env.TALAD_DEMO === 'full' ? 'market' : 'holdings'
  const seeded = existsSync(join(folder, `demonstration-${part}`))
  let output = ''
  let ended = false
  // held, so that it ends with us when the test run is killed
  const launcher = await hold({
    command: process.execPath,
    args: [join(root, 'infra/dev/src', programs[kind]), '--data', folder],
    env: {
      ...process.env,
      TALAD_DEMO: 'holdings',
      TALAD_WEB: '0',
      ...Object.fromEntries(ports.map((name) => [name, '0'])),
      ...env,
    },
    onLine: (line) => {
      output += `${line}\n`
    },
  })
  void launcher.gone.then(() => {
    ended = true
  })
  const stop = async () => {
    await launcher.stop(STOP_TIMEOUT_MS)
    if (options.folder === undefined) await rm(folder, { recursive: true, force: true })
  }
  try {
    await untilReady(
      () => ended,
      () => (seeded ? /is ready after/ : /✓ demonstration data/).test(output),
      readyMs,
    ).catch((cause: unknown) => {
      throw new Error(`the system does not get ready:\n${output}`, { cause })
    })
    const secrets = secretsSchema.parse(JSON.parse(await readFile(join(folder, 'secrets.json'), 'utf8')))
    const run = await readRun(folder)
    return { run, folder, cardSecret: secrets.cardMd5Secret, output: () => output, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function untilReady(isOver: () => boolean, isReady: () => boolean, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!isReady()) {
    if (isOver()) throw new Error('it ended while it was starting')
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
