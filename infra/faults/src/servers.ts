import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { choosePorts } from '@talad/dev/ports'
import { startPostgres } from '@talad/dev/postgres'
import { startKafka } from '@talad/kafka/broker'
import { startRedis } from '@talad/kafka/redis'
import { type System, type SystemOptions, startSystem } from './system.ts'

/** A server under all services that can be taken away and brought back on the same port, with what it had kept. */
type Server = {
  /** as the services are told */
  url: string
  /** Ends it in this way and starts it again. @returns when it serves */
  restart(way: Way): Promise<void>
  stop(): Promise<void>
}
export type Servers = { postgres: Server; kafka: Server; redis: Server }

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

/**
 * Postgres as `npm start` has it, except that nothing is forced to the disk: what is committed survives every way in
 * which processes end, and no power is cut here.
 */
async function startOwnPostgres(folder: string): Promise<Server> {
  const place = { folder: join(folder, 'postgres'), port: await lastingPort(), password: 'fire' }
  return restartable(
    () => startPostgres({ ...place, settings: { fsync: 'off' } }),
    ({ url }) => url,
  )
}

async function startOwnKafka(folder: string): Promise<Server> {
  const port = await lastingPort()
  return restartable(
    () => startKafka({ dataDir: join(folder, 'kafka'), port }),
    ({ brokers }) => brokers,
  )
}

async function startOwnRedis(): Promise<Server> {
  const port = await lastingPort()
  return restartable(
    () => startRedis({ port }),
    ({ url }) => url,
  )
}

type Options = Omit<SystemOptions, 'postgres' | 'kafka' | 'redis' | 'processes'>

/** Starts a system as it runs in production: each service in a process of its own, on servers of its own. */
export async function startOnServers(options: Options): Promise<System & { servers: Servers }> {
  const { folder, say } = options
  const started: { stop(): Promise<unknown> }[] = []
  const stop = async () => {
    for (let one = started.pop(); one; one = started.pop())
      await one.stop().catch((error: unknown) => say(`not stopped cleanly: ${String(error)}`))
  }
  const add = async <T extends { stop(): Promise<unknown> }>(starting: Promise<T>): Promise<T> => {
    const one = await starting
    started.push(one)
    return one
  }
  try {
    const postgres = await add(startOwnPostgres(folder))
    const kafka = await add(startOwnKafka(folder))
    const redis = await add(startOwnRedis())
    const urls = { postgres: postgres.url, kafka: kafka.url, redis: redis.url }
    const about = { ...options, ...urls, folder: join(folder, 'data'), processes: 'each' as const }
    const system = await add(startSystem(about))
    return { ...system, servers: { postgres, kafka, redis }, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
