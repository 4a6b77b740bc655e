import { type LauncherConfig, readSettings } from '@talad/dev/config'
import { type Host, launch } from '@talad/dev/launch'
import type { Run } from '@talad/dev/run-file'
import type { Screen } from '@talad/dev/screen'
import type { Environment } from '@talad/dev/services'
import { supervise } from '@talad/dev/supervise'
import { serviceNames } from '@talad/services/manifests'
import { loadService } from '@talad/services/services'
import { type Db, openDb } from '@talad/shared/db'
import type { RunningService } from '@talad/shared/platform'
import { type Drivers, driversOf } from './drivers.ts'
import type { Context } from './proof.ts'

export type SystemOptions = {
  /** of everything that it keeps */
  folder: string
  /** administrator's URL of its Postgres server */
  postgres: string
  /** all services in this process, or each in a process of its own, which is started again whenever it ends */
  processes: 'one' | 'each'
  /** brokers; without them the bus is in Postgres */
  kafka?: string
  redis?: string
  /** where the stand-ins of the outside are, for those who have to know it before; otherwise anywhere */
  ports?: { sandbox: number; rpc: number }
  /** the demonstration people with what they hold, or nobody */
  demo?: 'holdings' | 'none'
  /** settings of single services besides those of development */
  services?: Readonly<Record<string, Environment>>
  /** what a service is told in place of its settings, such as other addresses */
  told?: (env: Environment) => Environment
  say: Context['say']
}

/** A service as it runs: its address, its settings, secrets included, and its routes where it runs in this process. */
export type Service = {
  name: string
  url: string
  env: Environment
  routes: RunningService['routes']
  /** of the process that it runs in now */
  pid(): number
}

/** A whole system, with nothing hidden from the proof. */
export type System = Drivers & {
  run: Run
  services: readonly Service[]
  service(name: string): Service
  /** its database, past everything: as its owner */
  db(name: string): Db
  /** how often each service has ended, by us or by itself */
  ended: ReadonlyMap<string, number>
  /** what the services wrote last */
  tail(): string
  stop(): Promise<void>
}

/** Limits of calls have a proof of their own; anywhere else they would only stand in the way. */
const UNLIMITED = Object.fromEntries(
  ['PUBLIC', 'SEARCH', 'SIGN_IN', 'SYNC', 'WRITE', 'COUPON', 'TRIGGER', 'CALLBACK', 'FILES'].map((kind) => [
    `LIMIT_${kind}`,
    '10000000',
  ]),
)
const START_MS = 600_000
const TAIL_LINES = 120

function settingsOf(options: SystemOptions): LauncherConfig {
  const { folder, postgres, kafka, redis, ports, demo = 'holdings', services, processes } = options
  const settings = readSettings([], {
    TALAD_DATA: folder,
    TALAD_DEMO: demo,
    TALAD_WEB: '0',
    TALAD_PORT: '0',
    TALAD_SANDBOX_PORT: String(ports?.sandbox ?? 0),
    TALAD_RPC_PORT: String(ports?.rpc ?? 0),
    DATABASE_URL: postgres,
    KAFKA_BROKERS: kafka,
    REDIS_URL: redis,
    TALAD_LOG: processes === 'one' ? 'silent' : 'warn',
    TALAD_SERVICES: JSON.stringify({ ...services, gateway: { ...UNLIMITED, ...services?.gateway } }),
  })
  if ('usage' in settings) throw new Error('the launcher was asked for its usage')
  return settings
}

function hostOf(
  { processes, told = (env) => env }: SystemOptions,
  services: Map<string, Service>,
  onLine: (name: string, line: string) => void,
): Host {
  return {
    extras: async () => ({}),
    async start(name, given, { url, changed }) {
      const env = told(given)
      if (processes === 'one') {
        const service = await (await loadService(name)).startIn(env)
        services.set(name, { name, url, env, routes: service.routes, pid: () => process.pid })
        return { pid: () => process.pid, close: () => service.close() }
      }
      const onOwnLine = (line: string) => onLine(name, line)
      const service = await supervise({ name, env, url, onLine: onOwnLine, onRestart: changed })
      services.set(name, { name, url, env, routes: [], pid: service.pid })
      return service
    },
  }
}

/** A screen that says when the demonstration data is there. */
function watchScreen(say: Context['say']) {
  const data = Promise.withResolvers<void>()
  data.promise.catch(() => undefined) // told where it is waited for
  const screen: Screen = {
    done(what) {
      if (what === 'demonstration data') data.resolve()
    },
    note: () => undefined,
    warn(text) {
      say(text)
      if (text.startsWith('the demonstration data')) data.reject(new Error(text))
    },
    progress: () => undefined,
    ready: () => undefined,
  }
  return { screen, data: data.promise }
}

function listen() {
  const lines: string[] = []
  const ended = new Map<string, number>()
  return {
    ended,
    tail: () => lines.join('\n'),
    onLine(name: string, line: string) {
      lines.push(`${name} | ${line}`)
      if (lines.length > TAIL_LINES) lines.shift()
      if (line.includes('it is started again')) ended.set(name, (ended.get(name) ?? 0) + 1)
    },
  }
}

/** The databases of a running system, each opened when it is first looked at. */
function openDatabases({ databases }: Run) {
  const open = new Map<string, Db>()
  return {
    db(name: string): Db {
      const url = databases[name]
      if (url === undefined) throw new Error(`${name} has no database`)
      const db = open.get(name) ?? openDb(url, { owner: true, max: 2, name: 'proof' })
      open.set(name, db)
      return db
    },
    async close() {
      const all = [...open.values()]
      open.clear()
      await Promise.all(all.map((db) => db.end().catch(() => undefined)))
    },
  }
}

/** Starts a whole system. @throws Error when it doesn't get ready, or the demonstration data is not complete */
export async function startSystem(options: SystemOptions): Promise<System> {
  const { demo = 'holdings', say } = options
  const since = performance.now()
  const started = new Map<string, Service>()
  const heard = listen()
  const { screen, data } = watchScreen(say)
  const host = hostOf(options, started, heard.onLine)
  const running = await launch(settingsOf(options), host, screen, AbortSignal.timeout(START_MS))
  void running.broken.then((why) => say(`broken: ${why}`))
  const databases = openDatabases(running.run)
  const stop = async () => {
    await databases.close()
    await running.stop()
  }
  try {
    if (demo !== 'none') await data
  } catch (error) {
    await stop()
    throw error
  }
  const service = (name: string) => {
    const found = started.get(name)
    if (!found) throw new Error(`${name} does not run`)
    return found
  }
  say(`the system runs after ${((performance.now() - since) / 1000).toFixed(1)} s`)
  return {
    run: running.run,
    services: serviceNames.map(service),
    service,
    db: databases.db,
    stop,
    ...driversOf(service),
    ended: heard.ended,
    tail: heard.tail,
  }
}

/** Does something with a system, which then ends; of one that fails its last words are told. */
export async function withSystem<T extends System, R>(
  starting: Promise<T>,
  say: Context['say'],
  work: (system: T) => Promise<R>,
): Promise<R> {
  const system = await starting
  try {
    return await work(system)
  } catch (error) {
    say(system.tail())
    throw error
  } finally {
    await system.stop()
  }
}
