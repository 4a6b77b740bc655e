import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@talad/process/free-port'
import { parse } from 'yaml'
import { z } from 'zod'

export type Part = 'kafka' | 'postgres' | 'redis'

/** How a part is started in a container. */
export type Plan = {
  image: string
  environment: Record<string, string>
  command: readonly string[]
  /** the port within the container */
  inner: number
  /** what it writes when it serves, and how often until then */
  serves: { says: RegExp; times: number }
}

export type Container = { host: string; port: number; stop(): Promise<void> }

const START_TIMEOUT_MS = 120_000
/** Sorts and folds as the embedded Postgres does. */
const LOCALE = '--encoding=UTF8 --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8'
/** A test's data dies with it. */
const QUICK = ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'max_connections=400']

const composeFile = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      command: z.array(z.string()).default([]),
      environment: z.record(z.string(), z.union([z.string(), z.number()]).transform(String)).default({}),
    }),
  ),
})

/** docker-compose.yml is where the images and their settings stand. @param port that clients on this machine use */
export function planOf(part: Part, port: number): Plan {
  const text = readFileSync(join(import.meta.dirname, '../../../docker-compose.yml'), 'utf8')
  const service = composeFile.parse(parse(text)).services[part]
  if (service === undefined) throw new Error(`docker-compose.yml has no ${part}`)
  const { image, command, environment } = service
  if (part === 'redis')
    return {
      image,
      command,
      environment,
      inner: 6379,
      serves: { says: /Ready to accept connections/, times: 1 },
    }
  if (part === 'postgres')
    return {
      image,
      command: ['postgres', ...QUICK],
      inner: 5432,
      environment: { ...environment, POSTGRES_INITDB_ARGS: LOCALE },
      serves: { says: /database system is ready to accept connections/, times: 2 }, // it starts anew once it is made
    }
  const clients = { KAFKA_ADVERTISED_LISTENERS: `HOST://127.0.0.1:${port},INSIDE://localhost:19092` }
  const quickGroups = { KAFKA_GROUP_MIN_SESSION_TIMEOUT_MS: '1000', KAFKA_OFFSETS_TOPIC_NUM_PARTITIONS: '4' }
  return {
    image,
    command,
    inner: 9092,
    environment: { ...environment, ...clients, ...quickGroups },
    serves: { says: /Kafka Server started/, times: 1 },
  }
}

/** Starts a part in a container of its own, which ends with the tests, whatever ends those. */
export async function startContainer(part: Part): Promise<Container> {
  const { GenericContainer, Wait } = await import('testcontainers')
  const port = await freePort()
  const { image, environment, command, inner, serves } = planOf(part, port)
  const container = new GenericContainer(image)
    .withEnvironment(environment)
    .withExposedPorts({ container: inner, host: port })
    .withWaitStrategy(Wait.forLogMessage(serves.says, serves.times))
    .withStartupTimeout(START_TIMEOUT_MS)
  if (command.length > 0) container.withCommand([...command])
  const started = await container.start()
  let stopped: Promise<unknown> | undefined
  return {
    host: started.getHost(),
    port,
    async stop() {
      stopped ??= started.stop()
      await stopped
    },
  }
}

/** A Postgres of the version that docker-compose.yml names. @returns its address as an administrator */
export async function startPostgresContainer(): Promise<{ url: string; stop(): Promise<void> }> {
  const { host, port, stop } = await startContainer('postgres')
  const { POSTGRES_USER: user = 'postgres', POSTGRES_PASSWORD: password = '' } = planOf(
    'postgres',
    port,
  ).environment
  return { url: `postgres://${user}:${password}@${host}:${port}/postgres`, stop }
}
