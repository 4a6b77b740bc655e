import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Log, run } from './child.ts'

const home = join(import.meta.dirname, '..')
const lib = join(home, 'lib')
const MAVEN_TIMEOUT_MS = 9 * 60_000

/** The version of Kafka in pom.xml, the only place that names it for machines without Docker. */
export function kafkaVersion(): string {
  const version = /<kafka\.version>([^<]+)</.exec(readFileSync(join(home, 'pom.xml'), 'utf8'))?.[1]
  if (version === undefined) throw new Error('pom.xml names no kafka.version')
  return version
}

/** The folder where the jars of this version stand, once `ensureKafkaJars` has run. */
export function jarFolder(): string {
  return join(lib, kafkaVersion())
}

/**
 * Makes sure that the broker's jars are in infra/kafka/lib, and returns their folder. The first call runs
 * Maven (about 44 MB); later calls find them. Throws when Maven is missing or fails.
 */
export async function ensureKafkaJars(log: Log = () => {}): Promise<string> {
  const folder = jarFolder()
  if (existsSync(folder)) return folder
  await mkdir(lib, { recursive: true })
  const part = await mkdtemp(join(lib, '.part-'))
  try {
    log(`fetching Kafka ${kafkaVersion()} with Maven, once`)
    const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${part}`]
    await run('mvn', ['-B', '-ntp', '-f', join(home, 'pom.xml'), ...goal], MAVEN_TIMEOUT_MS, log)
    // A rename is all or nothing: a folder by this name is always complete, even with two callers at once.
    await rename(part, folder).catch((cause: unknown) => {
      if (!existsSync(folder)) throw cause
    })
    log(`Kafka ${kafkaVersion()} is in ${folder}`)
    return folder
  } finally {
    await rm(part, { recursive: true, force: true })
  }
}
