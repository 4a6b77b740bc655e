import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '@talad/dev/config'
import { hold } from '@talad/dev/held-process'
import { type Run, readRun } from '@talad/dev/run-file'
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
}

const READY_TIMEOUT_MS = 100_000
const STOP_TIMEOUT_MS = 30_000
const programs = { embedded: 'main.ts', separate: 'separate-main.ts' }
const secretsSchema = z.looseObject({ cardMd5Secret: z.string() })

/** Starts a system in a folder of its own on free ports. @throws Error with what it wrote */
export async function startSystem({ kind, env = {} }: SystemOptions): Promise<System> {
  const folder = await mkdtemp(join(tmpdir(), 'talad-e2e-'))
  const ports = ['TALAD_PORT', 'TALAD_SANDBOX_PORT', 'TALAD_RPC_PORT', 'TALAD_POSTGRES_PORT']
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
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await untilReady(
      () => ended,
      () => output,
    )
    const secrets = secretsSchema.parse(JSON.parse(await readFile(join(folder, 'secrets.json'), 'utf8')))
    const run = await readRun(folder)
    return { run, folder, cardSecret: secrets.cardMd5Secret, output: () => output, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function untilReady(isOver: () => boolean, output: () => string): Promise<void> {
  const deadline = performance.now() + READY_TIMEOUT_MS
  // the demonstration data comes after readiness; a test that began before would race it
  while (!output().includes('✓ demonstration data')) {
    if (isOver()) throw new Error(`the system ended while it was starting:\n${output()}`)
    if (performance.now() > deadline) throw new Error(`the system does not get ready:\n${output()}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
