import { spawnSync } from 'node:child_process'
import { kafkaAvailable, redisAvailable } from './availability.ts'
import { startKafka } from './broker.ts'
import { requiresAll, testAddresses } from './config.ts'
import { type Container, startContainer } from './containers.ts'
import { startRedis } from './redis.ts'

/** What the tests know of where a part can come from; what costs time is asked only when it matters. */
export type Probe = {
  /** named in the environment by whoever runs the tests */
  address: string | undefined
  hasDocker(): boolean
  /** a program on this machine, or one that npm brought */
  isInstalled(): boolean
}

export type Source = 'address' | 'docker' | 'installed'

/** Where the tests take a part from; undefined: there is none, and what needs it is skipped. */
export function sourceOf({ address, hasDocker, isInstalled }: Probe): Source | undefined {
  if (address !== undefined) return 'address'
  if (hasDocker()) return 'docker'
  return isInstalled() ? 'installed' : undefined
}

/** For `test.skipIf`: whether a part is lacking, which counts as a failure of the tests with REQUIRE_ALL=1. */
export function isSkipped(probe: Probe, mustHaveAll: boolean): boolean {
  return !mustHaveAll && sourceOf(probe) === undefined
}

const DOCKER_ANSWERS_WITHIN_MS = 10_000
let docker: boolean | undefined

/** Whether a Docker engine answers, not only its client. */
export function hasDocker(): boolean {
  docker ??=
    spawnSync('docker', ['info'], { stdio: 'ignore', timeout: DOCKER_ANSWERS_WITHIN_MS }).status === 0
  return docker
}

const kafkaProbe = (): Probe => ({
  address: testAddresses().kafka,
  hasDocker,
  isInstalled: kafkaAvailable,
})
const redisProbe = (): Probe => ({
  address: testAddresses().redis,
  hasDocker,
  isInstalled: redisAvailable,
})

/** For tests on a broker that they neither kill nor start again. */
export const skipWithoutAnyKafka = (): boolean => isSkipped(kafkaProbe(), requiresAll())
/** As `skipWithoutAnyKafka`, for Redis. */
export const skipWithoutAnyRedis = (): boolean => isSkipped(redisProbe(), requiresAll())

/** A part for a test; one of an address that was given goes on when it is stopped. */
export type TestPart = { address: string; stop(): Promise<void> }

const given = (address: string): TestPart => ({ address, stop: async () => undefined })
const contained = ({ host, port, stop }: Container, scheme = ''): TestPart => ({
  address: `${scheme}${host}:${port}`,
  stop,
})

/** A broker for a test: its `address` is what KAFKA_BROKERS takes. */
export async function startTestKafka(): Promise<TestPart> {
  const probe = kafkaProbe()
  if (probe.address !== undefined) return given(probe.address)
  if (sourceOf(probe) === 'docker') return contained(await startContainer('kafka'))
  const { brokers, stop } = await startKafka()
  return { address: brokers, stop }
}

/** A Redis for a test: its `address` is what REDIS_URL takes. */
export async function startTestRedis(): Promise<TestPart> {
  const probe = redisProbe()
  if (probe.address !== undefined) return given(probe.address)
  if (sourceOf(probe) === 'docker') return contained(await startContainer('redis'), 'redis://')
  const { url, stop } = await startRedis()
  return { address: url, stop }
}
