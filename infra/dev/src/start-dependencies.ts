import { join } from 'node:path'
import { type ServiceName, serviceNames } from '@talad/services/manifests'
import { type Chain, chooseKeys, startChain } from './chain.ts'
import type { Closing } from './closing.ts'
import type { LauncherConfig } from './config.ts'
import { ensureDatabases } from './databases.ts'
import type { Ports } from './ports.ts'
import { startPostgres } from './postgres.ts'
import { startProviders } from './sandbox.ts'
import type { Screen } from './screen.ts'
import type { Secrets } from './secrets.ts'
import { CONFIRMATIONS, type Surroundings, serviceUrl } from './services.ts'
import { adminDist, buildWeb, isWebStale, webDist } from './web.ts'

/** What every step of a start works with. */
export type Stage = {
  settings: LauncherConfig
  screen: Screen
  closing: Closing
  ports: Ports
  secrets: Secrets
  signal: AbortSignal
  broken: (why: string) => void
}

/**
 * A server whose data a power cut may spoil, and nothing else: what is committed survives each way in which processes end.
 * It keeps no log for later either, which is half of what a copy of a small system would hold.
 */
const UNFORCED = { fsync: 'off', wal_recycle: 'off' }

/** Brokers and Redis that a way of running the services brings along. */
export type Extras = { kafka?: string; redis?: string }

/**
 * Starts what the services stand on, side by side.
 * @param extras brings up the parts of the way in which the services are run
 */
export async function startDependencies(stage: Stage, extras: () => Promise<Extras>): Promise<Surroundings> {
  const { settings, closing, secrets, screen, signal } = stage
  const ports = await placeServices(stage)
  const places = await placeParts(stage)
  const [databases, chain, brought] = await settle([
    timed(screen, settings.DATABASE_URL ? 'databases' : 'Postgres', () =>
      startDatabases(stage, places.postgres),
    ),
    timed(screen, settings.RPC_URL ? 'contracts' : 'chain and contracts', () =>
      bringUpChain(stage, places.rpc),
    ),
    extras(),
    webIsBuilt(stage),
  ])
  signal.throwIfAborted()
  const gateway = serviceUrl(ports, 'gateway')
  const sandbox = await startProviders({
    port: places.sandbox,
    folder: settings.TALAD_DATA,
    rpcUrl: chain.rpcUrl,
    gateway,
    secrets,
    log: (line) => {
      if (settings.TALAD_LOG === 'debug') screen.note(`sandbox: ${line}`)
    },
  })
  closing.add('the sandbox', () => sandbox.stop())
  return {
    databases,
    chain,
    ports,
    secrets,
    webDist,
    adminDist,
    kafkaBrokers: settings.KAFKA_BROKERS ?? brought.kafka,
    redisUrl: settings.REDIS_URL ?? brought.redis,
    sandboxUrl: sandbox.url,
    dataFolder: settings.TALAD_DATA,
    logLevel: settings.TALAD_LOG,
  }
}

/** Waits for all, also when one fails, so that what the others started is known when everything is stopped. */
export async function settle<T extends readonly unknown[] | []>(
  work: T,
): Promise<{ -readonly [I in keyof T]: Awaited<T[I]> }> {
  await Promise.allSettled(work)
  return Promise.all(work)
}

async function timed<T>(screen: Screen, what: string, work: () => Promise<T>): Promise<T> {
  const since = performance.now()
  const result = await work()
  screen.done(what, since)
  return result
}

async function place(stage: Stage, what: string, wanted: number): Promise<number> {
  const { port, instead } = await stage.ports.near(wanted)
  if (instead) stage.screen.note(`port ${wanted} is taken; ${what} is on ${port} instead`)
  return port
}

async function placeServices(stage: Stage): Promise<Record<ServiceName, number>> {
  const ports: [ServiceName, number][] = [
    ['gateway', await place(stage, 'the web app', stage.settings.TALAD_PORT)],
  ]
  for (const name of serviceNames) if (name !== 'gateway') ports.push([name, await place(stage, '', 0)])
  return Object.fromEntries(ports) as Record<ServiceName, number>
}

async function placeParts(stage: Stage) {
  const { settings } = stage
  return {
    sandbox: await place(stage, 'the sandbox', settings.TALAD_SANDBOX_PORT),
    rpc: settings.RPC_URL ? 0 : await place(stage, 'the chain', settings.TALAD_RPC_PORT),
    postgres: settings.DATABASE_URL ? 0 : await place(stage, 'Postgres', settings.TALAD_POSTGRES_PORT),
  }
}

async function startDatabases({ settings, closing, secrets, screen, broken }: Stage, port: number) {
  let url = settings.DATABASE_URL
  if (url === undefined) {
    const postgres = await startPostgres({
      folder: join(settings.TALAD_DATA, 'postgres'),
      port,
      password: secrets.postgresPassword,
      ...(settings.TALAD_FSYNC ? {} : { settings: UNFORCED }),
      say: screen.note,
      log: (line) => {
        if (settings.TALAD_LOG === 'debug') screen.note(`postgres: ${line}`)
      },
    })
    closing.add('Postgres', () => postgres.stop())
    void postgres.gone.then(() => broken('Postgres has ended'))
    url = postgres.url
  }
  return ensureDatabases(url, [...serviceNames, 'bus'])
}

async function bringUpChain({ settings, closing }: Stage, port: number): Promise<Chain> {
  const chain = await startChain({
    rpcUrl: settings.RPC_URL,
    port,
    folder: settings.TALAD_DATA,
    confirmations: CONFIRMATIONS,
    keys: chooseKeys({
      deployer: settings.TALAD_DEPLOYER_KEY,
      relayers: settings.TALAD_RELAYER_KEYS,
      minters: settings.TALAD_MINTER_KEYS,
    }),
  })
  closing.add('the chain', () => chain.stop())
  return chain
}

async function webIsBuilt({ settings, screen, signal }: Stage): Promise<void> {
  if (!settings.TALAD_WEB || !(await isWebStale())) return
  screen.note('the web apps are built (only the first time, and after changes)')
  await timed(screen, 'web apps', () => buildWeb(signal))
}
