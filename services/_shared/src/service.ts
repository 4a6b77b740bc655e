import { fileURLToPath } from 'node:url'
import type { z } from 'zod'
import { grantsKept } from './admin-consumer.ts'
import { publishingAudit } from './audit.ts'
import type { Outgoing } from './bus/port.ts'
import { type Clock, systemClock } from './clock.ts'
import { loadConfig } from './config.ts'
import { type Consumer, runConsumers, saidBy } from './consumer.ts'
import { watchEpoch } from './epoch.ts'
import type { Row } from './event-log.ts'
import type { App } from './http/app.ts'
import { operationRoutes } from './http/operations.ts'
import { startJobs } from './job-runner.ts'
import { type AnyJob, recurring } from './jobs.ts'
import { type Loop, POLL_MS, startLoop } from './loop.ts'
import { type Manifest, PERMISSION_TOPIC } from './manifest.ts'
import type { Reading } from './metrics/gauges.ts'
import {
  bringUpToDate,
  type CommonConfig,
  endHalfBegun,
  endPromoted,
  openPlatform,
  type Platform,
  type RunningService,
} from './platform.ts'
import { pruneAll } from './prune.ts'
import type { AnyStream, Stored } from './published.ts'
import { publisherOf } from './publisher.ts'
import { followLog, type LogReader, type ReadModel, readerOf } from './read-model.ts'
import { RELAY_READER, startRelay } from './relay.ts'
import type { AnyReplica } from './replica.ts'
import { rereadJob } from './republish.ts'
import { takeBack } from './rewind.ts'
import { type Check, verificationJobs } from './verification.ts'

type ConfigSchema<Config> = z.ZodObject & z.ZodType<Config>

/** What a service is made of. The kit starts it in this order and stops it in reverse. */
export type ServiceSpec<Config extends CommonConfig, Deps extends Platform> = {
  manifest: Manifest
  /** `import.meta.url` of the service's `service.ts`: its migrations lie in `../prisma/migrations` */
  at: string
  config: ConfigSchema<Config>
  /** @param outside parts of the deps that a test plays instead of the real ones */
  makeDeps: (platform: Platform, config: Config, outside: Partial<Deps>) => Deps
  /** what has to be there before the first request: settings that are data, keys */
  prepare?: (deps: Deps, config: Config) => Promise<void>
  /** what it knows where its database is away when it starts: it answers then, and the rest begins once that is there */
  withoutDatabase?: (deps: Deps, config: Config) => Promise<void>
  app: (deps: Deps) => App | Promise<App>
  streams?: readonly AnyStream[]
  /** what stored events mean outside, where the log is not made of streams */
  publish?: (config: Config) => (row: Row) => readonly Outgoing[]
  /** the shapes of stored events that are not of `streams` */
  stored?: readonly Stored[]
  consumers?: readonly Consumer<Deps>[]
  /** read models that follow the log; those that move with their stream are named there */
  readModels?: readonly LogReader[]
  /** the state of others; where something follows from their news, its consumer is among `consumers` */
  replicas?: readonly AnyReplica[]
  jobs?: readonly AnyJob<Deps>[]
  /** what is no job: queues to the chain, feeds */
  loops?: (deps: Deps) => readonly Loop[]
  /** browsers reach it: it serves no calls for services, so none about itself (GW-3) */
  facesBrowsers?: boolean
  /** what Prometheus is told besides what every service tells */
  gauges?: (deps: Deps) => Promise<Reading>
  /** what an operator may have verified, besides the manifest's invariants */
  checks?: readonly Check[]
  /** a subscription that is no consumer: it takes messages without a database */
  subscribe?: (deps: Deps) => Promise<{ close(): Promise<void> }>
  close?: (deps: Deps) => Promise<void>
}

/** How a test starts a service: with its own time, and with parts that it plays. */
export type Played<Deps> = { now?: Clock; outside?: Partial<Deps> }

export type Service<Config extends CommonConfig = CommonConfig, Deps extends Platform = Platform> = {
  manifest: Manifest
  /** the service's own migrations */
  migrations: string
  config: ConfigSchema<Config>
  consumers: readonly Consumer<Deps>[]
  /** all of them: those that follow the log (`behind`) and those that move with a stream */
  readModels: readonly ReadModel[]
  replicas: readonly AnyReplica[]
  jobs: readonly AnyJob<Deps>[]
  /** every consumer group that it reads the bus with */
  groups: readonly string[]
  /** every reader of its log: the relay, the read models behind it */
  readers: readonly string[]
  checks: readonly Check[]
  /** the shapes of its stored events */
  stored: readonly Stored[]
  /** what stored events mean outside, lines for the audit log among them */
  publish(config: Config): (row: Row) => readonly Outgoing[]
  start(config: Config, played?: Played<Deps>): Promise<RunningService>
  /** @throws ConfigError with every fault of the environment */
  startIn(env: Readonly<Record<string, string | undefined>>): Promise<RunningService>
}

/** What every service does for itself. */
const housekeeping: readonly AnyJob<Platform>[] = [
  recurring<Platform>({
    name: 'kit.prune',
    everyMs: 20 * 60 * 1_000, // each time, the inbox forgets at most what it could cover the time before
    run: ({ deps, now }) => pruneAll(deps, now),
  }),
]

/** @throws Error where a service is not what its manifest says: nobody outside would know of it */
function holdToManifest<Deps extends Platform>(
  manifest: Manifest,
  consumers: readonly Consumer<Deps>[],
  app: App,
  devMode: boolean,
): void {
  const faults: string[] = []
  for (const { topic } of consumers)
    if (!manifest.consumes.includes(topic)) faults.push(`consumes ${topic}, which it does not hear`)
  const served = new Set(app.endpoints.map(({ name }) => name))
  // some calls exist in development only (GW-28), where this is seen
  for (const { name, service } of devMode ? Object.values(manifest.contract) : [])
    if (service === manifest.name && !served.has(name)) faults.push(`does not answer ${name}`)
  if (faults.length > 0) throw new Error(`${manifest.name} ${[...new Set(faults)].join('; ')}`)
}

/** Declares a service: all of it follows from this and its manifest. */
export function defineService<Config extends CommonConfig, Deps extends Platform>(
  spec: ServiceSpec<Config, Deps>,
): Service<Config, Deps> {
  const migrations = fileURLToPath(new URL('../prisma/migrations', spec.at))
  const { manifest, replicas = [], jobs = [], checks = [] } = spec
  const consumers: readonly Consumer<Deps>[] = [
    ...(spec.consumers ?? []),
    ...replicas.flatMap(({ consumer = [] }) => consumer),
    ...(manifest.consumes.includes(PERMISSION_TOPIC) ? [grantsKept<Deps>(manifest.name)] : []),
  ]
  const following = spec.readModels ?? []
  const readModels = [...following, ...(spec.streams ?? []).flatMap((stream) => stream.readModels)]
  const readers = [...(manifest.publishes.length > 0 ? [RELAY_READER] : []), ...following.map(readerOf)]
  const groups = [...new Set(consumers.map(({ group }) => group))]

  const publish = (config: Config) =>
    publishingAudit(manifest.name, spec.publish?.(config) ?? publisherOf(spec.streams ?? []))

  /** @returns what ends the waiting */
  function beginLater(
    deps: Deps,
    { config, begin, onError }: { config: Config; begin(): Promise<void>; onError(error: unknown): void },
  ): () => Promise<void> {
    let isBegun = false
    const reach = async () => {
      if (isBegun) return false
      await bringUpToDate(deps.log, config, migrations)
      await spec.prepare?.(deps, config)
      isBegun = true
      await begin().catch((error: unknown) => endHalfBegun(deps.log, error))
      return false
    }
    const loop = startLoop(reach, { idleMs: POLL_MS, onError })
    return () => loop.close()
  }

  async function start(config: Config, { now = systemClock, outside = {} }: Played<Deps> = {}) {
    const { platform, closing, onError, isAway } = await openPlatform(manifest.name, config, {
      migrations,
      now,
      mayWait: spec.withoutDatabase !== undefined,
    })
    try {
      const { db, bus, notifier, log } = platform
      const deps = spec.makeDeps(platform, config, outside)
      closing.add(async () => spec.close?.(deps))
      await (isAway ? spec.withoutDatabase : spec.prepare)?.(deps, config)
      const app = await spec.app(deps)
      if (!spec.facesBrowsers) operationRoutes(app, { db, bus, groups, readers, says: saidBy(consumers) })
      holdToManifest(manifest, consumers, app, config.DEV_MODE)
      if (config.METRICS_PORT !== undefined) {
        const { startMetrics } = await import('./metrics/metrics.ts')
        const { gauges } = spec
        const own = gauges && (() => gauges(deps))
        const of = { groups, readers, own }
        const about = { host: config.HOST, port: config.METRICS_PORT, ...of, fastify: app.fastify }
        const metrics = await startMetrics({ service: manifest.name, db, bus, onError }, about)
        closing.add(() => metrics.close())
      }
      const begin = async () => {
        const background = { db, notifier, onError }
        const epoch = await watchEpoch(db, (err) => endPromoted(log, err)) // before: a promotion in between is seen by its first look
        await takeBack(db, bus, consumers)
        const keep = (loop: Loop) => closing.add(() => loop.close())
        for (const model of following) keep(followLog(background, model))
        if (manifest.publishes.length > 0) {
          await bus.ensureTopics(manifest.publishes)
          keep(startRelay({ ...background, epoch, service: manifest.name, bus, publish: publish(config) }))
        }
        const kept = [
          ...housekeeping,
          ...verificationJobs({ manifest, checks }),
          ...(manifest.publishes.length > 0 ? [rereadJob(manifest.name, publish(config))] : []),
        ]
        const look = async () => {
          await epoch.look(db)
          return false
        }
        keep(startLoop(look, { idleMs: POLL_MS, onError }))
        keep(startJobs(deps, [...jobs, ...kept], onError))
        for (const loop of spec.loops?.(deps) ?? []) keep(loop)
        const running = await runConsumers(deps, consumers)
        closing.add(() => running.close())
        const subscription = await spec.subscribe?.(deps)
        closing.add(async () => subscription?.close())
      }
      if (isAway) closing.add(beginLater(deps, { config, begin, onError }))
      else await begin()
      closing.add(async () => app.fastify.close())
      await app.fastify.listen({ host: config.HOST, port: config.PORT })
      const address = app.fastify.addresses()[0]
      const port = typeof address === 'object' ? address.port : config.PORT
      log.info({ port }, 'ready')
      const { endpoints, routes } = app
      return {
        name: manifest.name,
        url: `http://${config.HOST}:${port}`,
        endpoints,
        routes,
        close: () => closing.run(),
      }
    } catch (error) {
      await closing.run().catch(() => undefined) // the first fault is the one to tell
      throw error
    }
  }

  return {
    manifest,
    migrations,
    consumers,
    readModels,
    replicas,
    jobs,
    groups,
    readers,
    checks,
    stored: [...(spec.streams ?? []), ...(spec.stored ?? [])],
    publish,
    start,
    config: spec.config,
    startIn: async (env) => start(loadConfig(manifest.name, spec.config, env)),
  }
}

/** Runs a service as a process of its own: stops it cleanly on SIGTERM and SIGINT, ends on a fault at the start. */
export async function runAsProcess(start: () => Promise<RunningService>): Promise<void> {
  const running = await start()
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    void running.close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
