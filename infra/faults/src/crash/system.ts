import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { control } from '@talad/dev/seed/site'
import { connectKafkaBus } from '@talad/shared/bus/kafka'
import type { Bus } from '@talad/shared/bus/port'
import { type Crowd, crowdSettings, gatherCrowd } from '../crowd/crowd.ts'
import type { Context } from '../proof.ts'
import { startOnServers } from '../servers.ts'
import type { System } from '../system.ts'
import type { Generic } from './stack.ts'

/** A running system whose processes can be told where to die, and the people in it. */
export type CrashSystem = System & {
  /** folder of the hook in each service */
  hooks: string
  /** for messages of the proof's own */
  bus: Bus
  crowd: Crowd
}

/** Tokens of an hour end before a slow machine is through. */
const TOKEN_SECONDS = '21600'

/** The option of Node by which each service watches its points. */
export function hookOption(folder: string): string {
  const hook = pathToFileURL(join(import.meta.dirname, 'crash-hook.ts'))
  hook.searchParams.set('folder', folder)
  return `--import=${hook.href}`
}

/**
 * Starts every service in a process of its own on real Kafka, Postgres and anvil, with the hook in each.
 * @param start may stand around the start of the system
 */
export async function startCrashSystem(
  { folder, say }: Context,
  generic: Generic,
  people: { sellers: number; buyers: number; goods: number },
  start: (hooks: string, run: () => Promise<System>) => Promise<System> = (_hooks, run) => run(),
): Promise<CrashSystem> {
  const hooks = join(folder, 'crash')
  await mkdir(hooks, { recursive: true })
  await writeFile(join(hooks, 'generic.json'), JSON.stringify(generic))
  const options = `${process.env.NODE_OPTIONS ?? ''} ${hookOption(hooks)}`.trim()
  const identity = { ...crowdSettings.identity, ACCESS_TOKEN_SECONDS: TOKEN_SECONDS }
  const system = await start(hooks, () =>
    startOnServers({
      folder,
      say,
      services: { ...crowdSettings, identity },
      told: (env) => ({ ...env, NODE_OPTIONS: options }),
    }),
  )
  const { run } = system
  try {
    const brokers = run.kafkaBrokers?.split(',') ?? []
    const bus = await connectKafkaBus({ brokers, clientId: 'proof', onError: () => undefined })
    const stop = async () => {
      await bus.close().catch(() => undefined)
      await system.stop()
    }
    await control(run, 'PATCH', 'payout', { vetMs: 0 }) // so that accounts are there at once
    const crowd = await gatherCrowd(run, { ...people, patientMs: 300_000 })
    return { ...system, hooks, crowd, bus, stop }
  } catch (error) {
    await system.stop()
    throw error
  }
}
