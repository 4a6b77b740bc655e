import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openWorld, type World, worldSettings } from '@talad/calls/world'
import { type Crowd, crowdSettings, gatherCrowd } from '../crowd/crowd.ts'
import { patientCall, retry } from '../crowd/patient.ts'
import type { Context } from '../proof.ts'
import { startOnServers } from '../servers.ts'
import type { System } from '../system.ts'

/** A running system whose processes can be told where to die, and the people in it. */
export type CrashSystem = System & {
  /** folder of the hook in each service */
  hooks: string
  world: World
  crowd: Crowd
}

/** Tokens of an hour end before a slow machine is through. */
const TOKEN_SECONDS = '21600'
/** How long any call of people is repeated while processes die. */
const PATIENT_MS = 300_000

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
  people: { sellers: number; buyers: number; goods: number },
  start: (hooks: string, run: () => Promise<System>) => Promise<System> = (_hooks, run) => run(),
): Promise<CrashSystem> {
  const hooks = join(folder, 'crash')
  await mkdir(hooks, { recursive: true })
  const options = `${process.env.NODE_OPTIONS ?? ''} ${hookOption(hooks)}`.trim()
  const identity = { ...crowdSettings.identity, ACCESS_TOKEN_SECONDS: TOKEN_SECONDS }
  const system = await start(hooks, () =>
    startOnServers({
      folder,
      say,
      services: { ...crowdSettings, ...worldSettings, identity },
      told: (env) => ({ ...env, NODE_OPTIONS: options }),
    }),
  )
  const { run } = system
  try {
    const world = await openWorld({
      run,
      cardSecret: system.service('shipping-payment').env.CHILLPAY_MD5_SECRET ?? '',
      patient: (call) => patientCall(call, PATIENT_MS),
      retry,
    })
    const stop = async () => {
      await world.close().catch(() => undefined)
      await system.stop()
    }
    const crowd = await gatherCrowd(run, { ...people, patientMs: PATIENT_MS })
    return { ...system, hooks, crowd, world, stop }
  } catch (error) {
    await system.stop()
    throw error
  }
}
