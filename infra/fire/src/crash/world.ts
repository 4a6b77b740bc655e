import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { control } from '@talad/dev/seed/site'
import { type System, startSystem } from '@talad/e2e/system'
import { connectKafkaBus } from '@talad/shared/bus/kafka'
import type { Bus } from '@talad/shared/bus/port'
import { type Db, openDb } from '@talad/shared/db'
import { freePort } from '@talad/shared/testing/postgres'
import { type Crowd, crowdSettings, gatherCrowd } from '../crowd/crowd.ts'
import type { Context } from '../proof.ts'
import type { Where } from './arming.ts'
import type { Generic } from './stack.ts'

/** A running system whose processes can be told where to die, and the people in it. */
export type World = {
  system: System
  where: Where
  /** for looking how far consumers have come, and for messages of the proof's own */
  bus: Bus
  /** of consumers, as far as they have saved an offset */
  groups: Set<string>
  crowd: Crowd
  /** as the owner: for looking, and for making something older than it is */
  db: (service: string) => Db
  close(): Promise<void>
}

/** Tokens of an hour end before a slow machine is through. */
const TOKEN_SECONDS = '21600'

/** The option of Node by which each service watches its points. */
export function hookOption(folder: string): string {
  const hook = pathToFileURL(join(import.meta.dirname, 'crash-hook.ts'))
  hook.searchParams.set('folder', folder)
  return `--import=${hook.href}`
}

/**
 * Starts every service in a process of its own on real Kafka, Postgres and anvil, with the hook in each.
 * @param start may stand around the start of the system
 */
export async function startWorld(
  context: Context,
  generic: Generic,
  people: { sellers: number; buyers: number; goods: number },
  start: (folder: string, run: () => Promise<System>) => Promise<System> = (_folder, run) => run(),
): Promise<World> {
  const folder = join(context.folder, 'crash')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'generic.json'), JSON.stringify(generic))
  const port = await freePort()
  const system = await start(folder, () =>
    startSystem({
      kind: 'separate',
      readyMs: 600_000,
      env: {
        NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${hookOption(folder)}`.trim(),
        DATABASE_URL: context.postgres,
        TALAD_KAFKA_PORT: String(port),
        TALAD_SERVICES: JSON.stringify({
          ...crowdSettings,
          identity: { ...crowdSettings.identity, ACCESS_TOKEN_SECONDS: TOKEN_SECONDS },
        }),
      },
    }),
  )
  const dbs = new Map<string, Db>()
  const kafka = [`127.0.0.1:${port}`]
  const connect = () => connectKafkaBus({ brokers: kafka, clientId: 'proof', onError: () => undefined })
  const bus = await connect().catch(async (error: unknown) => {
    await system.stop()
    throw error
  })
  const close = async () => {
    await bus.close().catch(() => undefined)
    await Promise.all([...dbs.values()].map((db) => db.end().catch(() => undefined)))
    await system.stop()
  }
  try {
    const { run } = system
    await control(run, 'PATCH', 'payout', { vetMs: 0 }) // so that accounts are there at once
    const crowd = await gatherCrowd(run, { ...people, patientMs: 300_000 })
    return {
      system,
      crowd,
      bus,
      groups: new Set(),
      where: { folder, system: system.folder, run },
      db(service) {
        const known = dbs.get(service)
        if (known) return known
        const db = openDb(run.databases[service] ?? '', { owner: true, max: 2, name: 'proof' })
        dbs.set(service, db)
        return db
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
