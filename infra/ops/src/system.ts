import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { root } from '@talad/dev/config'
import { runSchema } from '@talad/dev/run-file'
import { NoSystem } from './faults.ts'

/** The system that is worked on. */
export type System = {
  /** how it was found */
  found: string
  databases: Readonly<Record<string, string>>
  bus: { kafkaBrokers?: string | undefined; busDatabaseUrl?: string | undefined }
  /** of a system on this machine */
  local?: { folder: string; sandbox: string }
}

export type Env = Readonly<Record<string, string | undefined>>

const runPart = runSchema.pick({ pid: true, databases: true, kafkaBrokers: true, sandbox: true })

/** `order-book` has its database in `ORDER_BOOK_DATABASE_URL`. */
export const databaseSetting = (service: string) =>
  `${service.replaceAll('-', '_').toUpperCase()}_DATABASE_URL`

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

async function readRunFile(folder: string): Promise<System | string> {
  const file = join(folder, 'run.json')
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return `${file}: not there, so no system runs on that folder`
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return `${file}: is no JSON`
  }
  const run = runPart.safeParse(json)
  if (!run.success)
    return `${file}: ${run.error.issues.map(({ path }) => path.join('.')).join(', ')} not as expected`
  const { pid, databases, kafkaBrokers, sandbox } = run.data
  if (!isAlive(pid)) return `${file}: names process ${pid}, which does not run any more`
  return {
    found: file,
    databases,
    bus: kafkaBrokers === undefined ? { busDatabaseUrl: databases.bus } : { kafkaBrokers },
    local: { folder, sandbox },
  }
}

function readEnvironment(env: Env, services: readonly string[]): System | string {
  const databases: Record<string, string> = {}
  for (const name of services) {
    const url = env[databaseSetting(name)]
    if (url) databases[name] = url
  }
  if (Object.keys(databases).length === 0)
    return `the environment: none of ${services.map(databaseSetting).join(', ')} is set`
  return {
    found: 'the environment',
    databases,
    bus: { kafkaBrokers: env.KAFKA_BROKERS || undefined, busDatabaseUrl: env.BUS_DATABASE_URL || undefined },
  }
}

/**
 * Finds the system: the one of a folder that was named, else what the environment names, else the one that runs on the
 * project's own folder.
 * @throws NoSystem with what was looked for and where
 */
export async function findSystem(about: {
  data: string | undefined
  env: Env
  services: readonly string[]
}): Promise<System> {
  const { data, env, services } = about
  const folder = data === undefined ? resolve(root, env.TALAD_DATA || '.talad') : resolve(data)
  const looked: string[] = []
  if (data === undefined) {
    const named = readEnvironment(env, services)
    if (typeof named !== 'string') return named
    looked.push(named)
  }
  const run = await readRunFile(folder)
  if (typeof run !== 'string') return run
  looked.push(run)
  throw new NoSystem(
    `No system was found. Looked at:\n${looked.map((one) => `  ${one}`).join('\n')}\n` +
      'Start one (npm start), name its folder (--data <folder>), or set the databases of its services.',
  )
}
