import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { createClosing } from '@talad/dev/closing'
import { choosePorts } from '@talad/dev/ports'
import { startPostgres } from '@talad/dev/postgres'
import { startKafka } from '@talad/kafka/broker'
import { startRedis } from '@talad/kafka/redis'
import { type FaultyWay, startProxy } from './chaos/proxy.ts'
import { type System, type SystemOptions, startSystem } from './system.ts'

/** A server under all services that can be taken away and brought back on the same port, with what it had kept. */
type Server = {
  /** as the services are told */
  url: string
  /** Ends it in this way and starts it again. @returns when it serves */
  restart(way: Way): Promise<void>
  stop(): Promise<void>
}
export type ServerName = 'postgres' | 'kafka' | 'redis'
type Servers = Record<ServerName, Server>

/** `KILL`: as a crash; `QUIT`: Postgres' immediate stop, without writing anything down. */
export type Way = 'KILL' | 'QUIT'

/**
 * Below the ports that systems give to outgoing connections: a server that comes back must find its port free, while
 * clients try to reach it and might be given that very port for their own end.
 */
const LOWEST_PORT = 12_000
const HIGHEST_PORT = 30_000

const ports = choosePorts()

async function lastingPort(): Promise<number> {
  const { port } = await ports.near(randomInt(LOWEST_PORT, HIGHEST_PORT))
  return port
}

type Running = { pid: number; stop(): Promise<void> }

/**
 * Ends a server. `stop` then waits until all of it is gone: a process that counts as dead may still have threads, or
 * backends, that keep its port and its memory.
 */
async function end(running: Running, way: Way): Promise<void> {
  process.kill(running.pid, `SIG${way}`)
  await running.stop()
}

/** @param start the same server, each time on the same data and port */
async function restartable<T extends Running>(
  start: () => Promise<T>,
  urlOf: (running: T) => string,
): Promise<Server> {
  let running = await start()
  return {
    url: urlOf(running),
    async restart(way) {
      await end(running, way)
      running = await start()
    },
    stop: () => running.stop(),
  }
}

/** What the services can lose sight of. */
export const dependencies = ['Postgres', 'Kafka', 'Redis', 'card provider', 'chain RPC'] as const
export type Dependency = (typeof dependencies)[number]
type Ports = Record<Dependency, number>
type Proxies = Readonly<Record<Dependency, FaultyWay>>

/** A whole system in separate processes, on servers that can be taken away, by a network that can fail. */
export type SystemOnServers = System & { servers: Servers; proxies?: Proxies | undefined }

/**
 * Postgres as `npm start` has it, except that nothing is forced to the disk: what is committed survives every way in
 * which processes end, and no power is cut here.
 */
async function startOwnPostgres(folder: string, port: number): Promise<Server> {
  const place = { folder: join(folder, 'postgres'), port, password: 'faults' }
  return restartable(
    () => startPostgres({ ...place, settings: { fsync: 'off' } }),
    ({ url }) => url,
  )
}

async function startOwnKafka(folder: string, port: number, advertised?: string): Promise<Server> {
  const about = { dataDir: join(folder, 'kafka'), port, ...(advertised && { advertised }) }
  return restartable(
    () => startKafka(about),
    ({ brokers }) => brokers,
  )
}

const startOwnRedis = (port: number): Promise<Server> =>
  restartable(
    () => startRedis({ port }),
    ({ url }) => url,
  )

const address = (port: number) => `127.0.0.1:${port}`

async function startProxies(ports: Ports, random: () => number): Promise<Proxies> {
  const open = async (name: Dependency) => startProxy({ targetPort: ports[name], random })
  return {
    Postgres: await open('Postgres'),
    Kafka: await open('Kafka'),
    Redis: await open('Redis'),
    'card provider': await open('card provider'),
    'chain RPC': await open('chain RPC'),
  }
}

/** Leads each setting of a service that names a dependency by way of its proxy. */
const detourOf = (ports: Ports, proxies: Proxies) => (env: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(env).map(([key, text]) => [
      key,
      dependencies.reduce(
        (now, name) => now.replaceAll(address(ports[name]), address(proxies[name].port)),
        text,
      ),
    ]),
  )

type Options = Omit<SystemOptions, 'postgres' | 'kafka' | 'redis' | 'processes' | 'ports'> & {
  /** puts a network that can fail between the services and all they need; what it does follows from these numbers */
  network?: (() => number) | undefined
}

/**
 * Starts a system as it runs in production: each service in a process of its own, on servers of its own. The launcher, the
 * sandbox and whoever looks on from outside go by the straight ways.
 */
export async function startOnServers({ network, ...options }: Options): Promise<SystemOnServers> {
  const { folder, say } = options
  const closing = createClosing((what, error) => say(`${what} did not stop cleanly: ${String(error)}`))
  const add = async <T extends { stop(): Promise<unknown> }>(name: string, starting: Promise<T>) => {
    const one = await starting
    closing.add(name, () => one.stop())
    return one
  }
  const ports: Ports = {
    Postgres: await lastingPort(),
    Kafka: await lastingPort(),
    Redis: await lastingPort(),
    'card provider': await lastingPort(),
    'chain RPC': await lastingPort(),
  }
  try {
    const proxies = network && (await startProxies(ports, network))
    for (const name of proxies ? dependencies : [])
      closing.add(`the way to ${name}`, async () => proxies?.[name].close())
    const postgres = await add('Postgres', startOwnPostgres(folder, ports.Postgres))
    const advertised = proxies && address(proxies.Kafka.port)
    const kafka = await add('Kafka', startOwnKafka(folder, ports.Kafka, advertised))
    const redis = await add('Redis', startOwnRedis(ports.Redis))
    const starting = startSystem({
      ...options,
      postgres: postgres.url,
      kafka: kafka.url,
      redis: redis.url,
      folder: join(folder, 'data'),
      processes: 'each',
      ports: { sandbox: ports['card provider'], rpc: ports['chain RPC'] },
      ...(proxies && { told: detourOf(ports, proxies) }),
    })
    const system = await add('the system', starting)
    return { ...system, servers: { postgres, kafka, redis }, proxies, stop: () => closing.run() }
  } catch (error) {
    await closing.run()
    throw error
  }
}
