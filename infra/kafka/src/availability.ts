import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { requiresAll } from './config.ts'
import { jarFolder } from './jars.ts'

const OLDEST_JAVA = 17

/** Whether a broker can be started here: Java 17 or newer, and its jars or Maven to fetch them. */
export function kafkaAvailable(): boolean {
  return (javaVersion() ?? 0) >= OLDEST_JAVA && (existsSync(jarFolder()) || answers('mvn'))
}

/** Whether a `redis-server` is installed. */
export function redisAvailable(): boolean {
  return answers('redis-server')
}

/**
 * For `test.skipIf`: true when Kafka cannot be started here. With REQUIRE_ALL=1 it is always false,
 * so that the tests run and fail where the machine lacks something.
 */
export function skipWithoutKafka(): boolean {
  return !requiresAll() && !kafkaAvailable()
}

/** As `skipWithoutKafka`, for Redis. */
export function skipWithoutRedis(): boolean {
  return !requiresAll() && !redisAvailable()
}

function answers(command: string): boolean {
  return spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0
}

function javaVersion(): number | undefined {
  const { stderr, status } = spawnSync('java', ['-version'], { encoding: 'utf8' })
  const major = status === 0 ? /version "(\d+)/.exec(stderr)?.[1] : undefined
  return major === undefined ? undefined : Number(major)
}
