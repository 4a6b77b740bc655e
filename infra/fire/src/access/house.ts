import { readSettings } from '@talad/dev/config'
import { type Host, launch } from '@talad/dev/launch'
import type { Run } from '@talad/dev/run-file'
import type { Screen } from '@talad/dev/screen'
import type { Environment } from '@talad/dev/services'
import { type ServiceName, serviceNames } from '@talad/services/manifests'
import { loadService } from '@talad/services/services'
import type { RunningService } from '@talad/shared/platform'
import type { Context } from '../proof.ts'

/** A service as it runs: its routes, its address and its settings, secrets included. */
export type Room = { name: ServiceName; url: string; routes: RunningService['routes']; env: Environment }

/** The whole system in this process, with nothing hidden from the proof. */
export type House = {
  run: Run
  rooms: readonly Room[]
  room(name: ServiceName): Room
  close(): Promise<void>
}

const START_MS = 180_000
/** Limits of their own have a proof of their own; here they would only stand in the way. */
const UNLIMITED = Object.fromEntries(
  ['PUBLIC', 'SEARCH', 'SIGN_IN', 'SYNC', 'WRITE', 'CALLBACK', 'FILES'].map((kind) => [
    `LIMIT_${kind}`,
    '10000000',
  ]),
)

/** A screen that says when the demonstration data is there. */
function watchScreen(say: Context['say']) {
  const data = Promise.withResolvers<void>()
  data.promise.catch(() => undefined)
  const screen: Screen = {
    done: (what) => {
      if (what === 'demonstration data') data.resolve()
    },
    note: () => undefined,
    warn: (text) => {
      say(text)
      if (text.startsWith('the demonstration data')) data.reject(new Error(text))
    },
    progress: () => undefined,
    ready: () => undefined,
  }
  return { screen, data: data.promise }
}

/** Starts it on the Postgres of the run. @throws Error when it doesn't get ready */
export async function openHouse({ postgres, folder, say }: Context): Promise<House> {
  const settings = readSettings([], {
    ...{ TALAD_DATA: folder, TALAD_DEMO: 'holdings', TALAD_WEB: '0', TALAD_LOG: 'silent' },
    ...{ TALAD_PORT: '0', TALAD_SANDBOX_PORT: '0', TALAD_RPC_PORT: '0', DATABASE_URL: postgres },
  })
  if ('usage' in settings) throw new Error('the launcher was asked for its usage')
  const rooms: Room[] = []
  const host: Host = {
    extras: async () => ({}),
    async start(name, given) {
      const env = name === 'gateway' ? { ...given, ...UNLIMITED } : given
      const service = await (await loadService(name)).startIn(env)
      rooms.push({ name, url: service.url, routes: service.routes, env })
      return { pid: () => process.pid, close: () => service.close() }
    },
  }
  const { screen, data } = watchScreen(say)
  const late = AbortSignal.timeout(START_MS)
  const running = await launch(settings, host, screen, late)
  const close = () => running.stop()
  try {
    await data
  } catch (error) {
    await close()
    throw error
  }
  const room = (name: ServiceName) => {
    const found = rooms.find((one) => one.name === name)
    if (!found) throw new Error(`${name} does not run`)
    return found
  }
  return { run: running.run, rooms: serviceNames.map(room), room, close }
}

/** Does something in a house of its own. */
export async function inHouse<T>(context: Context, work: (house: House) => Promise<T>): Promise<T> {
  const since = performance.now()
  const house = await openHouse(context)
  context.say(`the system runs after ${((performance.now() - since) / 1000).toFixed(1)} s`)
  try {
    return await work(house)
  } finally {
    await house.close()
  }
}
