import type { Logger } from 'pino'
import { z } from 'zod'
import { grantsIn } from './admin-grants.ts'
import { connectBus } from './bus/connect.ts'
import type { Bus } from './bus/port.ts'
import type { Clock } from './clock.ts'
import { jsonText } from './config.ts'
import { type Db, isConnectionFault, openDb } from './db.ts'
import type { App } from './http/app.ts'
import { type Auth, createAuth } from './http/auth.ts'
import type { Callers } from './http/callers.ts'
import { followSessionStatuses } from './http/session-status.ts'
import { migrate } from './migrate.ts'
import { createNotifier, type Notifier } from './notifier.ts'
import { createLogger, startTelemetry } from './telemetry.ts'

const flag = z
  .enum(['0', '1', 'true', 'false'])
  .default('0')
  .transform((text) => text === '1' || text === 'true')

/** Settings that every service has; a service's `config.ts` extends them. */
export const commonConfig = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('development')
    .describe('kind of installation'),
  DEV_MODE: flag.describe('1 registers the calls for development (GW-28); never in production'),
  DATABASE_URL: z.url().describe("the service's own Postgres database, as its owner"),
  DATABASE_POOL: z.coerce
    .number()
    .int()
    .min(4)
    .optional()
    .describe('connections to the database, 12 if absent; no outside call is made while one is held'),
  KAFKA_BROKERS: z.string().optional().describe('comma list of host:port; absent: the embedded bus'),
  BUS_DATABASE_URL: z.url().optional().describe('Postgres database of the embedded bus'),
  HOST: z.string().default('127.0.0.1').describe('address to listen on'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(0).describe('port to listen on; 0: any free one'),
  JWKS_URL: z
    .url()
    .describe('where identity publishes its public keys; it is asked there for ended sessions too (ID-11)'),
  INTERNAL_TOKENS: z
    .string()
    .min(16)
    .transform((text) => text.split(','))
    .describe(
      "comma list of the service's own secrets: what it calls others with, then one that still counts (GW-3)",
    ),
  INTERNAL_CALLERS: jsonText
    .pipe(z.record(z.string(), z.array(z.string().min(16)).min(1)))
    .optional()
    .describe(
      'JSON object from each service that may make internal calls here to its secrets, two in rotation (GW-3)',
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .describe('log level'),
  LOG_FORMAT: z.enum(['json', 'text']).optional().describe('text: lines for people; absent: json'),
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(1)
    .max(65_535)
    .optional()
    .describe(
      'internal port on which Prometheus reads /metrics; services of one process may share it; absent: none',
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional().describe('OpenTelemetry collector; absent: no tracing'),
})
export type CommonConfig = z.infer<typeof commonConfig>

/** GW-28: what exists only in development may not exist in production. @throws Error when both are set */
export function refuseDevModeInProduction(config: Pick<CommonConfig, 'NODE_ENV' | 'DEV_MODE'>): void {
  if (config.NODE_ENV === 'production' && config.DEV_MODE)
    throw new Error('DEV_MODE must not be set in production')
}

/** What every service works with. */
export type Platform = {
  service: string
  db: Db
  bus: Bus
  notifier: Notifier
  now: Clock
  log: Logger
  auth: Auth
  devMode: boolean
}

export type RunningService = {
  name: string
  url: string
  endpoints: App['endpoints']
  routes: App['routes']
  close(): Promise<void>
}

/**
 * Opens what every service works with: telemetry, its migrated database, the bus, the notifier, and what verifies tokens.
 * @param now the service's time, where it isn't that of the machine
 * @param mayWait it answers without its database, too
 * @returns `closing`: what is to be stopped at the end, in reverse; `isAway`: there is no database yet
 */
export async function openPlatform(
  service: string,
  config: CommonConfig,
  { migrations, now, mayWait }: { migrations: string; now: Clock; mayWait: boolean },
) {
  refuseDevModeInProduction(config)
  const closing = createClosing()
  try {
    closing.add(await startTelemetry(service, config.OTEL_EXPORTER_OTLP_ENDPOINT))
    const log = createLogger(service, config.LOG_LEVEL, config.LOG_FORMAT)
    const onError = (error: unknown, key?: string) => log.error({ err: error, key }, 'background fault')
    const isAway = await bringUpToDate(log, config, migrations).then(
      () => false,
      (error: unknown) => {
        if (!mayWait || !isConnectionFault(error)) throw error
        log.warn({ err: error }, 'the database is away; what needs none is answered')
        return true
      },
    )
    const db = openDb(config.DATABASE_URL, { name: service, onError, max: config.DATABASE_POOL ?? 12 })
    closing.add(() => db.end())
    const bus = await connectBus({
      kafkaBrokers: config.KAFKA_BROKERS,
      busDatabaseUrl: config.BUS_DATABASE_URL,
      clientId: service,
      onError,
      onStuck: (group, silentMs) => endStuckProcess(log, group, silentMs),
    })
    closing.add(() => bus.close())
    const notifier = createNotifier(db, { onError })
    closing.add(() => notifier.close())
    const auth = authOf(service, config, db)
    const platform: Platform = { service, db, bus, notifier, now, log, auth, devMode: config.DEV_MODE }
    return { platform, closing, onError, isAway }
  } catch (error) {
    await closing.run().catch(() => undefined) // the first fault is the one to tell
    throw error
  }
}

export async function bringUpToDate(
  log: Logger,
  config: Pick<CommonConfig, 'DATABASE_URL'>,
  migrations: string,
): Promise<void> {
  const applied = await migrate(config.DATABASE_URL, migrations)
  if (applied.length > 0) log.info({ applied }, 'the database was brought up to date')
}

/** Tokens are verified by identity's keys, by what it says of their sessions, and admins by what moderation grants. */
function authOf(service: string, config: CommonConfig, db: Db): Auth {
  const jwks = new URL(config.JWKS_URL)
  const [internalToken = ''] = config.INTERNAL_TOKENS
  const sessionStatuses = followSessionStatuses({ identityUrl: jwks.origin, internalToken })
  return createAuth({ jwks, callers: callersIn(service, config), sessionStatuses, grants: grantsIn(db) })
}

/** GW-3: who may call here: those that are named, and the service itself. */
export function callersIn(
  service: string,
  config: Pick<CommonConfig, 'INTERNAL_CALLERS' | 'INTERNAL_TOKENS'>,
): Callers {
  return { ...config.INTERNAL_CALLERS, [service]: config.INTERNAL_TOKENS }
}

/** What has been started, to be stopped in reverse; a fault of one part doesn't keep the others from stopping. */
export function createClosing() {
  const steps: (() => Promise<unknown>)[] = []
  return {
    add(step: () => Promise<unknown>): void {
      steps.push(step)
    },
    async run(): Promise<void> {
      const faults: unknown[] = []
      for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
        await step().catch((error: unknown) => faults.push(error))
      }
      if (faults.length > 0) throw faults[0]
    },
  }
}

/** A frozen consumer can't be thawed from inside: the process ends, and what runs it starts a new one. */
function endStuckProcess(log: Logger, group: string, silentMs: number): never {
  log.fatal({ group, silentMs }, 'consumer stuck: messages wait and nothing is handled; ending the process')
  process.exit(EXIT_STUCK)
}

/** Its groups can go back only while nobody is in them: the process ends, and what runs it starts a new one. */
export function endPromoted(log: Logger, err: Error): never {
  log.fatal({ err }, 'a standby was promoted; ending the process')
  process.exit(EXIT_STUCK)
}

/** It answered without its database and could not begin once that was there: what runs it starts a new one. */
export function endHalfBegun(log: Logger, err: unknown): never {
  log.fatal({ err }, 'the database is there, and this could not begin; ending the process')
  process.exit(EXIT_STUCK)
}

/** sysexits.h: internal software error */
const EXIT_STUCK = 70
