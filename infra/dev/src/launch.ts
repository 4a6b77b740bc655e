import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Chain, chooseKeys, startChain } from './chain.ts'
import { type Closing, createClosing } from './closing.ts'
import type { LauncherConfig } from './config.ts'
import { ensureDatabases } from './databases.ts'
import { takeFolder } from './lock.ts'
import { choosePorts, type Ports } from './ports.ts'
import { startPostgres } from './postgres.ts'
import { describeRun, type Run, removeRun, writeRun } from './run-file.ts'
import { startProviders } from './sandbox.ts'
import type { Screen } from './screen.ts'
import { loadSecrets, type Secrets } from './secrets.ts'
import { seedChain, seedMarket } from './seed/seed.ts'
import {
  CONFIRMATIONS,
  type Environment,
  environments,
  type ServiceName,
  type Surroundings,
  serviceNames,
  serviceUrl,
} from './services.ts'
import { buildWeb, isWebStale, webDist } from './web.ts'

/** A service that was started, in this process or in one of its own. */
export type Hosted = { pid(): number; close(): Promise<void> }

/** How services and the parts that only some installations have are brought up. */
export type Host = {
  /** brokers and Redis, where the settings name none and the host brings its own */
  extras(settings: LauncherConfig, keep: Closing, screen: Screen): Promise<{ kafka?: string; redis?: string }>
  start(name: ServiceName, env: Environment, about: { url: string; changed: () => void }): Promise<Hosted>
}

export type Running = {
  run: Run
  /** Settles when the demonstration data is there, or could not be brought in (which is told on the screen). */
  seeded: Promise<void>
  /** Settles when a part without which nothing works has ended by itself. */
  broken: Promise<string>
  stop(): Promise<void>
}

type Stage = {
  settings: LauncherConfig
  screen: Screen
  closing: Closing
  ports: Ports
  secrets: Secrets
  signal: AbortSignal
  broken: (why: string) => void
}

/**
 * Starts the whole system on a data folder and returns when it serves.
 * @param signal ends a start that is under way
 * @throws Error that says what to do; everything that was started is stopped before
 */
export async function launch(
  settings: LauncherConfig,
  host: Host,
  screen: Screen,
  signal: AbortSignal,
): Promise<Running> {
  const closing = createClosing((what, error) =>
    screen.warn(`${what} did not stop cleanly: ${String(error)}`),
  )
  let tellBroken: (why: string) => void = () => {}
  const broken = new Promise<string>((resolve) => {
    tellBroken = resolve
  })
  try {
    const folder = settings.TALAD_DATA
    await mkdir(folder, { recursive: true })
    const lock = await takeFolder(folder)
    closing.add('the lock', async () => lock.release())
    const secrets = await loadSecrets(folder)
    const stage = { settings, screen, closing, ports: choosePorts(), secrets, signal, broken: tellBroken }
    const { around, minted } = await gather(stage, host)
    await lock.announce(serviceUrl(around.ports, 'gateway'))
    const run = await startServices(stage, host, around)
    const seeded = bringData(stage, run, minted)
    return { run, seeded, broken, stop: () => closing.run() }
  } catch (error) {
    await closing.run()
    throw error
  }
}

/** Starts what the services stand on, side by side. */
async function gather(stage: Stage, host: Host): Promise<{ around: Surroundings; minted: Promise<boolean> }> {
  const { settings, closing, secrets, screen, signal } = stage
  const ports = await placeServices(stage)
  const places = await placeParts(stage)
  const [databases, chain, extras] = await settle([
    timed(screen, settings.DATABASE_URL ? 'databases' : 'Postgres', () =>
      startDatabases(stage, places.postgres),
    ),
    timed(screen, settings.RPC_URL ? 'contracts' : 'chain and contracts', () =>
      bringUpChain(stage, places.rpc),
    ),
    host.extras(settings, closing, screen),
    webIsBuilt(stage),
  ])
  signal.throwIfAborted()
  const minted = seedChain(chain, settings.TALAD_DATA, settings.TALAD_DEMO)
  minted.catch(() => undefined) // told where it is waited for
  const gateway = serviceUrl(ports, 'gateway')
  const sandbox = await startProviders({
    ...{ port: places.sandbox, folder: settings.TALAD_DATA, rpcUrl: chain.rpcUrl, gateway, secrets },
    log: (line) => {
      if (settings.TALAD_LOG === 'debug') screen.note(`sandbox: ${line}`)
    },
  })
  closing.add('the sandbox', () => sandbox.stop())
  const around = {
    ...{ databases, chain, ports, secrets, webDist },
    kafkaBrokers: settings.KAFKA_BROKERS ?? extras.kafka,
    redisUrl: settings.REDIS_URL ?? extras.redis,
    sandboxUrl: sandbox.url,
    dataFolder: settings.TALAD_DATA,
    logLevel: settings.TALAD_LOG,
  }
  return { around, minted }
}

/** Waits for all, also when one fails, so that what the others started is known when everything is stopped. */
async function settle<T extends readonly unknown[]>(
  work: readonly [...{ [I in keyof T]: Promise<T[I]> }],
): Promise<T> {
  await Promise.allSettled(work)
  return Promise.all(work) as Promise<unknown> as Promise<T>
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
  const gateway = await place(stage, 'the web app', stage.settings.TALAD_PORT)
  const any = () => place(stage, '', 0)
  return {
    gateway,
    identity: await any(),
    ledger: await any(),
    'order-book': await any(),
    'shipping-payment': await any(),
    'asset-indexer': await any(),
  }
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
      ...{ folder: join(settings.TALAD_DATA, 'postgres'), port, password: secrets.postgresPassword },
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
    ...{ rpcUrl: settings.RPC_URL, port, folder: settings.TALAD_DATA, confirmations: CONFIRMATIONS },
    keys: chooseKeys({ deployer: settings.TALAD_DEPLOYER_KEY, relayer: settings.TALAD_RELAYER_KEY }),
  })
  closing.add('the chain', () => chain.stop())
  return chain
}

async function webIsBuilt({ settings, screen, signal }: Stage): Promise<void> {
  if (!settings.TALAD_WEB || !(await isWebStale())) return
  screen.note('the web app is built (only the first time, and after changes)')
  await timed(screen, 'web app', () => buildWeb(signal))
}

async function startServices(stage: Stage, host: Host, around: Surroundings): Promise<Run> {
  const { screen, closing, signal, settings } = stage
  const since = performance.now()
  const env = environments(around)
  const hosted = new Map<ServiceName, Hosted>()
  const pidOf = (name: ServiceName) => hosted.get(name)?.pid() ?? process.pid
  const describe = () =>
    describeRun(around, Object.fromEntries(serviceNames.map((name) => [name, pidOf(name)])))
  let written: Promise<void> | undefined
  const changed = () => {
    // one after the other, and not before the file is there at all
    written = written
      ?.then(() => writeRun(settings.TALAD_DATA, describe()))
      .catch((error: unknown) => {
        screen.warn(`run.json could not be written: ${String(error)}`)
      })
  }
  const start = async (name: ServiceName) => {
    const one = await host.start(name, env[name], { url: serviceUrl(around.ports, name), changed })
    hosted.set(name, one)
    closing.add(name, () => one.close())
  }
  await settle(serviceNames.filter((name) => name !== 'gateway').map(start))
  signal.throwIfAborted()
  await start('gateway')
  screen.done('services and gateway', since)
  signal.throwIfAborted()
  const run = describe()
  written = writeRun(settings.TALAD_DATA, run)
  await written
  closing.add('run.json', () => removeRun(settings.TALAD_DATA))
  return run
}

async function bringData(stage: Stage, run: Run, minted: Promise<boolean>): Promise<void> {
  const { settings, screen, signal } = stage
  const since = performance.now()
  try {
    const someWasMinted = await minted
    const onStep = (done: number, of: number) => {
      screen.progress(`ข้อมูลตัวอย่าง · demonstration data ${done} of ${of}`)
    }
    const extent = settings.TALAD_DEMO
    const someWasListed = await seedMarket({ run, folder: settings.TALAD_DATA, extent, onStep })
    if (someWasMinted || someWasListed) screen.done('demonstration data', since)
  } catch (error) {
    if (signal.aborted) return
    const why = error instanceof Error ? error.message : String(error)
    screen.warn(`the demonstration data is not complete: ${why}. The next start goes on with it.`)
  }
}
