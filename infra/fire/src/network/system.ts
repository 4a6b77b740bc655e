import { readSettings } from '@talad/dev/config'
import { separateHost } from '@talad/dev/host-separate'
import { type Host, launch } from '@talad/dev/launch'
import type { Run } from '@talad/dev/run-file'
import type { Screen } from '@talad/dev/screen'
import { startKafka } from '@talad/kafka/broker'
import { startRedis } from '@talad/kafka/redis'
import { freePort } from '@talad/shared/testing/postgres'
import { type FaultyWay, startProxy } from './proxy.ts'

/** What the services can lose sight of, each behind a proxy of its own. */
export const dependencies = ['Postgres', 'Kafka', 'Redis', 'card provider', 'chain RPC'] as const
export type Dependency = (typeof dependencies)[number]

export type Proxies = Readonly<Record<Dependency, FaultyWay>>

/** A whole system, every service in a process of its own, with a network that can fail in between. */
export type FragileSystem = {
  run: Run
  proxies: Proxies
  /** services that ended by themselves and were started again, so far */
  restarts(): readonly string[]
  /** last lines that the services wrote */
  tail(): string
  close(): Promise<void>
}

const TAIL_LINES = 120

export type FragileOptions = {
  /** administrator's URL of the Postgres server */
  postgres: string
  folder: string
  random: () => number
  say(line: string): void
  /** settings of the launcher besides */
  env: Record<string, string>
}

type Ports = Record<Dependency, number>

async function startProxies(ports: Ports, random: () => number): Promise<Proxies> {
  const open = (name: Dependency) => startProxy({ targetPort: ports[name], random })
  return {
    Postgres: await open('Postgres'),
    Kafka: await open('Kafka'),
    Redis: await open('Redis'),
    'card provider': await open('card provider'),
    'chain RPC': await open('chain RPC'),
  }
}

/** Starts it. The launcher itself, the sandbox and whoever looks on from outside go by the straight ways. */
export async function startFragileSystem(options: FragileOptions): Promise<FragileSystem> {
  const { postgres, folder, random, say, env } = options
  const ports: Ports = {
    Postgres: Number(new URL(postgres).port),
    Kafka: await freePort(),
    Redis: await freePort(),
    'card provider': await freePort(),
    'chain RPC': await freePort(),
  }
  const proxies = await startProxies(ports, random)
  const closing: (() => Promise<unknown>)[] = [...dependencies.map((name) => () => proxies[name].close())]
  const closeAll = async () => {
    for (let close = closing.pop(); close; close = closing.pop()) await close().catch(() => undefined)
  }
  const told = listener()
  try {
    const settings = readSettings([], {
      TALAD_DATA: folder,
      ...{ TALAD_PORT: '0', TALAD_WEB: '0', TALAD_DEMO: 'holdings' },
      TALAD_SANDBOX_PORT: String(ports['card provider']),
      TALAD_RPC_PORT: String(ports['chain RPC']),
      DATABASE_URL: postgres,
      ...env,
    })
    if ('usage' in settings) throw new Error('the launcher was asked for its usage')
    const host = hostBehind(ports, proxies, told.onLine, closing)
    const seeded = Promise.withResolvers<void>()
    const screen = screenOf(say, (what) => what === 'demonstration data' && seeded.resolve())
    const running = await launch(settings, host, screen, new AbortController().signal)
    closing.push(() => running.stop())
    void running.broken.then((why) => say(`broken: ${why}`))
    await seeded.promise
    if (
      !running.run.sandbox.endsWith(`:${ports['card provider']}`) ||
      !running.run.rpc.endsWith(`:${ports['chain RPC']}`)
    )
      throw new Error('another process took a port meanwhile')
    return { run: running.run, proxies, restarts: told.restarts, tail: told.tail, close: closeAll }
  } catch (error) {
    await closeAll()
    throw error
  }
}

/** Services see every dependency at its proxy's address. */
function hostBehind(
  ports: Ports,
  proxies: Proxies,
  onLine: (line: string) => void,
  closing: (() => Promise<unknown>)[],
): Host {
  const separate = separateHost(onLine)
  const address = (port: number) => `127.0.0.1:${port}`
  const detour = (text: string) =>
    dependencies.reduce(
      (now, name) => now.replaceAll(address(ports[name]), address(proxies[name].port)),
      text,
    )
  return {
    async extras() {
      const kafka = await startKafka({ port: ports.Kafka, advertised: address(proxies.Kafka.port) })
      closing.push(() => kafka.stop())
      const redis = await startRedis({ port: ports.Redis })
      closing.push(() => redis.stop())
      return { kafka: kafka.brokers, redis: redis.url }
    },
    start: (name, env, about) =>
      separate.start(
        name,
        Object.fromEntries(Object.entries(env).map(([key, value]) => [key, detour(value)])),
        about,
      ),
  }
}

function listener() {
  const lines: string[] = []
  const restarts: string[] = []
  return {
    restarts: () => restarts,
    tail: () => lines.join('\n'),
    onLine(line: string) {
      lines.push(line)
      console.log('LINE', line)
      if (lines.length > TAIL_LINES) lines.shift()
      if (line.includes('it is started again')) restarts.push(line)
    },
  }
}

function screenOf(say: (line: string) => void, onDone: (what: string) => unknown): Screen {
  return {
    done(what) {
      say(what)
      onDone(what)
    },
    note: say,
    warn: say,
    progress: () => undefined,
    ready: () => undefined,
  }
}
