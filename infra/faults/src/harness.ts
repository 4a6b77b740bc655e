import { randomUUID } from 'node:crypto'
import { type Closing, createClosing } from '@talad/dev/closing'
import type { Environment } from '@talad/dev/services'
import type { ServiceName } from '@talad/services/manifests'
import { loadService } from '@talad/services/services'
import type { Bus, Outgoing } from '@talad/shared/bus/port'
import { connectPostgresBus } from '@talad/shared/bus/postgres'
import { type Db, isConnectionFault, openDb } from '@talad/shared/db'
import { createEmptyDatabase, createTestDatabase } from '@talad/shared/testing/postgres'
import { signToken, type TestKeys, testKeys } from '@talad/shared/testing/tokens'
import type { Context } from './proof.ts'

/** A way into a database as a service has it, with so many connections at most, and one as its owner. */
export type Database = { url: string; db: Db; owner: Db }

/** Single services on a bus and databases of their own: what else there is, is played by the proof. */
export type Harness = {
  bus: Bus
  keys: TestKeys
  /** what was started with it, to be stopped before it */
  closing: Closing
  /** a fresh database of a service, or of none in particular */
  database(name?: ServiceName, most?: number): Promise<Database>
  /** what every service is told, which has this database */
  settings(databaseUrl: string): Environment
  /** says something on the bus, as another service would */
  say(...messages: Outgoing[]): Promise<void>
  /** of the customer `join-<who>`, whose identity level is 2 */
  token(who: string): Promise<string>
  stop(): Promise<void>
}

export async function openHarness({
  postgres,
  say: tell,
}: Pick<Context, 'postgres' | 'say'>): Promise<Harness> {
  const closing = createClosing((what, error) => tell(`${what} did not stop cleanly: ${String(error)}`))
  /** connections that break when a service is stopped are no news */
  const onError = (error: unknown) => {
    if (!isConnectionFault(error)) tell(`fault: ${String(error)}`)
  }
  const keys = await testKeys()
  closing.add('the keys', () => keys.close())
  const busDatabase = await createEmptyDatabase(postgres)
  closing.add('the database of the bus', busDatabase.drop)
  const bus = await connectPostgresBus(busDatabase.url, { onError })
  closing.add('the bus', () => bus.close())
  const connect = (url: string, what: string, options: { owner?: boolean; max?: number }) => {
    const db = openDb(url, { ...options, onError })
    closing.add(`the connections of ${what}`, () => db.end())
    return db
  }
  return {
    bus,
    keys,
    closing,
    stop: () => closing.run(),
    async database(name, max = 10) {
      const migrations = name && (await loadService(name)).migrations
      const { url, drop } = await createTestDatabase(postgres, migrations)
      const what = name ?? 'none'
      closing.add(`the database of ${what}`, drop)
      return { url, db: connect(url, what, { max }), owner: connect(url, what, { owner: true, max: 4 }) }
    },
    settings: (databaseUrl) => ({
      NODE_ENV: 'test',
      DATABASE_URL: databaseUrl,
      BUS_DATABASE_URL: busDatabase.url,
      JWKS_URL: keys.url,
      INTERNAL_TOKENS: 'internal-token-for-tests',
      LOG_LEVEL: 'silent',
    }),
    say: (...messages) =>
      bus.publish(
        messages.map((message) => ({
          ...message,
          id: randomUUID(),
          headers: { ce_correlationid: 'proof' },
          time: new Date(),
        })),
      ),
    token: (who) => signToken(keys, { sub: `account-${who}`, jid: who, jyc: 2 }),
  }
}

/** Does something with a harness, which then ends with all that was started with it. */
export async function withHarness<T>(
  context: Pick<Context, 'postgres' | 'say'>,
  work: (harness: Harness) => Promise<T>,
): Promise<T> {
  const harness = await openHarness(context)
  try {
    return await work(harness)
  } finally {
    await harness.stop()
  }
}
