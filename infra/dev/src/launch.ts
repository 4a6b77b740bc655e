import { mkdir } from 'node:fs/promises'
import { type ServiceName, serviceNames } from '@talad/services/manifests'
import { type Closing, createClosing } from './closing.ts'
import type { LauncherConfig } from './config.ts'
import { takeFolder } from './lock.ts'
import { choosePorts } from './ports.ts'
import { describeRun, type Run, removeRun, writeRun } from './run-file.ts'
import type { Screen } from './screen.ts'
import { loadSecrets } from './secrets.ts'
import { seedAdmins, seedBank, seedChain, seedFees, seedMarket } from './seed/seed.ts'
import { type Environment, environments, type Surroundings, serviceUrl } from './services.ts'
import { type Extras, type Stage, settle, startDependencies } from './start-dependencies.ts'

/** A service that was started, in this process or in one of its own. */
export type Hosted = { pid(): number; close(): Promise<void> }

/** How services and the parts that only some installations have are brought up. */
export type Host = {
  /** each service has a process of its own */
  separate?: boolean
  /** brokers and Redis, where the settings name none and the host brings its own */
  extras(settings: LauncherConfig, keep: Closing, screen: Screen): Promise<Extras>
  start(name: ServiceName, env: Environment, about: { url: string; changed: () => void }): Promise<Hosted>
}

export type Running = {
  run: Run
  /** Settles when a part without which nothing works has ended by itself. */
  broken: Promise<string>
  stop(): Promise<void>
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
    const around = await startDependencies(stage, () => host.extras(settings, closing, screen))
    const minted = seedChain(around.chain, folder, settings.TALAD_DEMO)
    minted.catch(() => undefined) // told where it is waited for
    await lock.announce(serviceUrl(around.ports, 'gateway'))
    const run = await startServices(stage, host, around)
    void bringData(stage, run, minted)
    return { run, broken, stop: () => closing.run() }
  } catch (error) {
    await closing.run()
    throw error
  }
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
    const own = { ...env[name], ...metricsOf(name, host, settings), ...settings.TALAD_SERVICES[name] }
    const one = await host.start(name, own, { url: serviceUrl(around.ports, name), changed })
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

function metricsOf(name: ServiceName, { separate = false }: Host, settings: LauncherConfig): Environment {
  const first = settings.TALAD_METRICS_PORT
  if (first === undefined) return {}
  return { METRICS_PORT: String(separate ? first + serviceNames.indexOf(name) : first) }
}

/** Goes on after readiness; what can't be brought in is told on the screen and tried again at the next start. */
async function bringData(stage: Stage, run: Run, minted: Promise<boolean>): Promise<void> {
  const { settings, screen, signal } = stage
  const since = performance.now()
  try {
    const someoneWasAppointed = await seedAdmins(run, settings.TALAD_DATA, settings.TALAD_DEMO)
    const someFeesWereSet = await seedFees(run, settings.TALAD_DATA, settings.TALAD_DEMO)
    const someWasMinted = await minted
    const onStep = (done: number, of: number) => {
      screen.progress(`ข้อมูลตัวอย่าง · demonstration data ${done} of ${of}`)
    }
    const extent = settings.TALAD_DEMO
    const someWasListed = await seedMarket({ run, folder: settings.TALAD_DATA, extent, onStep })
    const someoneAsked = await seedBank(run, settings.TALAD_DATA, extent)
    if (someoneWasAppointed || someFeesWereSet || someWasMinted || someWasListed || someoneAsked)
      screen.done('demonstration data', since)
  } catch (error) {
    if (signal.aborted) return
    const why = error instanceof Error ? error.message : String(error)
    screen.warn(`the demonstration data is not complete: ${why}. The next start goes on with it.`)
  }
}
