import type { LoadedService } from '@talad/services/services'
import { connectBus } from '@talad/shared/bus/connect'
import type { Bus } from '@talad/shared/bus/port'
import { type Db, isConnectionFault, openDb } from '@talad/shared/db'
import { BadParameter, NoSystem } from './faults.ts'
import type { Progress } from './progress.ts'
import { databaseSetting, type System } from './system.ts'

/** The services that there are. */
export type Catalog = { names: readonly string[]; load: (name: string) => Promise<LoadedService> }

/** What a command works with. */
export type Context = {
  system: System
  catalog: Catalog
  progress: Progress
  /** @throws BadParameter for a service that there isn't, NoSystem for one whose database is not known */
  service(name: string): Promise<Opened>
  /** the services whose databases are known, or the one that was named */
  services(name?: string): Promise<Opened[]>
  bus(): Promise<Bus>
  close(): Promise<void>
}

export type Opened = {
  name: string
  loaded: LoadedService
  url: string
  db: Db
  /** acts as the owner of the tables */
  owner(): Db
}

function away(what: string, error: unknown): unknown {
  if (!isConnectionFault(error)) return error
  const why = error instanceof Error ? error.message || String(error.cause ?? error.name) : String(error)
  return new NoSystem(`${what} does not answer: ${why}`, { cause: error })
}

async function openBus({ bus, found }: System): Promise<Bus> {
  if (!bus.kafkaBrokers && !bus.busDatabaseUrl)
    throw new NoSystem(`The bus is not known from ${found}: set KAFKA_BROKERS or BUS_DATABASE_URL`)
  try {
    // what fails behind the scenes is tried again there; what is asked for says itself that it failed
    return await connectBus({ ...bus, clientId: 'talad-cli', onError: () => undefined })
  } catch (error) {
    throw away('the bus', error)
  }
}

export function openContext(system: System, catalog: Catalog, progress: Progress): Context {
  const opened = new Map<string, Promise<Opened>>()
  const pools: Db[] = []
  let bus: Promise<Bus> | undefined

  async function open(name: string): Promise<Opened> {
    if (!catalog.names.includes(name))
      throw new BadParameter('service', `there is no ${name}; there are ${catalog.names.join(', ')}`)
    const url = system.databases[name]
    if (url === undefined)
      throw new NoSystem(
        `The database of ${name} is not known from ${system.found}: set ${databaseSetting(name)}`,
      )
    const pool = (owner: boolean) => {
      const made = openDb(url, { max: 4, name: 'talad-cli', owner, onError: () => undefined })
      pools.push(made)
      return made
    }
    const db = pool(false)
    await db.query('select 1').catch((error: unknown) => {
      throw away(`the database of ${name}`, error)
    })
    let owner: Db | undefined
    return {
      name,
      url,
      db,
      loaded: await catalog.load(name),
      owner: () => {
        owner ??= pool(true)
        return owner
      },
    }
  }
  const service = (name: string) => {
    const found = opened.get(name) ?? open(name)
    opened.set(name, found)
    return found
  }
  return {
    system,
    catalog,
    progress,
    service,
    async services(name) {
      if (name !== undefined) return [await service(name)]
      const all: Opened[] = []
      for (const one of catalog.names) if (system.databases[one] !== undefined) all.push(await service(one))
      return all
    },
    bus: () => {
      bus ??= openBus(system)
      return bus
    },
    async close() {
      await bus?.then(
        (one) => one.close(),
        () => undefined,
      )
      await Promise.all(pools.map((pool) => pool.end()))
    },
  }
}
