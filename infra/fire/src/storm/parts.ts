import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { choosePorts } from '@talad/dev/ports'
import { startPostgres } from '@talad/dev/postgres'
import { startKafka } from '@talad/kafka/broker'
import { startRedis } from '@talad/kafka/redis'

/** A server under all services that a storm takes away and brings back on the same port, with what it had kept. */
export type Part = {
  /** as the services are told */
  url: string
  /** Ends it in this way and starts it again. @returns when it serves */
  restart(way: Way): Promise<void>
  stop(): Promise<void>
}

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

type Server = { pid: number; stop(): Promise<void> }

/**
 * Ends a server. `stop` then waits until all of it is gone: a process that counts as dead may still have threads, or
 * backends, that keep its port and its memory.
 */
async function end(server: Server, way: Way): Promise<void> {
  process.kill(server.pid, `SIG${way}`)
  await server.stop()
}

/** @param start the same server, each time on the same data and port */
async function part<T extends Server>(start: () => Promise<T>, urlOf: (server: T) => string): Promise<Part> {
  let server = await start()
  return {
    url: urlOf(server),
    async restart(way) {
      await end(server, way)
      server = await start()
    },
    stop: () => server.stop(),
  }
}

/**
 * Postgres as `npm start` has it, except that nothing is forced to the disk: what is committed survives every way in
 * which processes end, and no power is cut here.
 */
export async function postgresPart(folder: string): Promise<Part> {
  const place = { folder: join(folder, 'postgres'), port: await lastingPort(), password: 'storm' }
  return part(
    () => startPostgres({ ...place, settings: { fsync: 'off' } }),
    ({ url }) => url,
  )
}

export async function kafkaPart(folder: string): Promise<Part> {
  const port = await lastingPort()
  return part(
    () => startKafka({ dataDir: join(folder, 'kafka'), port }),
    ({ brokers }) => brokers,
  )
}

export async function redisPart(): Promise<Part> {
  const port = await lastingPort()
  return part(
    () => startRedis({ port }),
    ({ url }) => url,
  )
}
