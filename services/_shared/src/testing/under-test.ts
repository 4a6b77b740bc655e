import { randomUUID } from 'node:crypto'
import type { InMessage, Outgoing } from '../bus/port.ts'
import { connectPostgresBus } from '../bus/postgres.ts'
import { loadConfig } from '../config.ts'
import { isConnectionFault, openDb } from '../db.ts'
import { type CommonConfig, createClosing, type Platform, type RunningService } from '../platform.ts'
import type { Service } from '../service.ts'
import { testClock } from './clock.ts'
import { createEmptyDatabase, createTestDatabase } from './postgres.ts'
import { signToken, testKeys } from './tokens.ts'

type Program<Config extends CommonConfig, Deps extends Platform> = Pick<
  Service<Config, Deps>,
  'manifest' | 'config' | 'migrations' | 'start'
>
export type Claims = { sub: string } & Record<string, unknown>
type Settings = Readonly<Record<string, string>>
/** `as`: the account that is signed in, or the claims of its token; `body`: JSON, or a form; `key`: its Idempotency-Key */
export type Asked = { as?: string | Claims; body?: unknown; key?: string; headers?: Record<string, string> }

/** Connections that break when the test's databases are dropped are no news. */
const onError = (error: unknown) => {
  if (!isConnectionFault(error)) console.error(error)
}

/** The claims of the customer `join-<who>`, whose identity level is 2. */
export const customer = (who: string): Claims => ({ sub: `account-${who}`, jid: who, jyc: 2 })

/** A call with a token signed by these keys. @param url where it goes */
export async function askAt(
  keys: Awaited<ReturnType<typeof testKeys>>,
  url: string,
  method: string,
  { as, body, key, headers }: Asked = {},
): Promise<Response> {
  const claims = typeof as === 'string' ? { sub: as } : as
  const isForm = body instanceof FormData
  return fetch(url, {
    method,
    headers: {
      ...(claims && { authorization: `Bearer ${await signToken(keys, claims)}` }),
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  })
}

/**
 * What a service needs under test: a database and an embedded bus of its own, keys for tokens, the time, and a way to
 * start it, once or in turns, after whatever the test plays around it.
 * @param postgres the test server
 */
export async function openUnderTest<Config extends CommonConfig, Deps extends Platform>(
  program: Program<Config, Deps>,
  postgres: string,
) {
  const closing = createClosing()
  const [own, busDatabase, keys] = await Promise.all([
    createTestDatabase(postgres, program.migrations),
    createEmptyDatabase(postgres),
    testKeys(),
  ])
  closing.add(() => Promise.all([own.drop(), busDatabase.drop(), keys.close()]))
  const db = openDb(own.url, { onError })
  const owner = openDb(own.url, { owner: true, onError })
  closing.add(() => Promise.all([db.end(), owner.end()]))
  const bus = await connectPostgresBus(busDatabase.url, { onError })
  closing.add(() => bus.close())
  const clock = testClock()
  /** what every service is told, which has this database */
  const settings = (databaseUrl = own.url): Record<string, string> => ({
    NODE_ENV: 'test',
    DEV_MODE: '1',
    DATABASE_URL: databaseUrl,
    BUS_DATABASE_URL: busDatabase.url,
    JWKS_URL: keys.url,
    INTERNAL_TOKENS: 'internal-token-for-tests',
    LOG_LEVEL: 'silent',
  })
  return {
    databaseUrl: own.url,
    busUrl: busDatabase.url,
    db,
    owner,
    bus,
    keys,
    now: clock.now,
    settings,
    /** lets time pass for the service */
    pass: (ms: number) => clock.pass(ms, db),
    /** keeps what the test starts beside the service, to be stopped before what was there earlier */
    stopAtEnd: closing.add,
    /** @param more the settings that it has besides the common ones, or others instead */
    config: (more: Settings): Config =>
      loadConfig(program.manifest.name, program.config, { ...settings(), ...more }),
    /** @param outside parts that the test plays */
    async start(config: Config, outside: Partial<Deps> = {}): Promise<RunningService> {
      const running = await program.start(config, { now: clock.now, outside })
      closing.add(running.close)
      return running
    },
    /** says something on the bus, as another service would */
    send: (...messages: Outgoing[]) =>
      bus.publish(
        messages.map((message) => ({
          ...message,
          id: randomUUID(),
          headers: { ce_correlationid: 'test' },
          time: new Date(),
        })),
      ),
    /** hears what was published on a topic, and what will be */
    async hear(topic: string, take: (message: InMessage) => void) {
      const handle = async (batch: readonly InMessage[]) => batch.forEach(take)
      const heard = await bus.subscribe({ group: `test-${randomUUID()}`, topics: [topic], onError, handle })
      closing.add(() => heard.close())
      return heard
    },
    close: () => closing.run(),
  }
}

/**
 * A service on a database and an embedded bus of its own.
 * @param more the settings that it has besides the common ones
 * @param outside parts that the test plays
 */
export async function startUnderTest<Config extends CommonConfig, Deps extends Platform>(
  program: Program<Config, Deps>,
  postgres: string,
  more: Settings = {},
  outside: Partial<Deps> = {},
) {
  const around = await openUnderTest(program, postgres)
  const running = await around.start(around.config(more), outside)
  /** the answer to one call */
  async function call(
    method: string,
    path: string,
    asked?: Asked,
  ): Promise<{ status: number; body: unknown }> {
    const response = await askAt(around.keys, running.url + path, method, asked)
    return { status: response.status, body: await response.json() }
  }
  return { ...running, ...around, call }
}
