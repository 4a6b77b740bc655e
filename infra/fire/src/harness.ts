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

/** Single services on a bus and databases of their own: what else there is, is played by the proof. */
export type Harness = {
  bus: Bus
  busUrl: string
  keys: TestKeys
  /** what was started with it, to be stopped before it */
  closing: Closing
  /** a fresh database of a service, or of none in particular, and a way into it as its owner */
  database(name?: ServiceName): Promise<{ url: string; db: Db }>
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
  const [keys, { url: busUrl, drop }] = await Promise.all([testKeys(), createEmptyDatabase(postgres)])
  closing.add('the database of the bus', drop)
  closing.add('the keys', () => keys.close())
  const bus = await connectPostgresBus(busUrl, { onError })
  closing.add('the bus', () => bus.close())
  return {
    ...{ bus, busUrl, keys, closing, stop: () => closing.run() },
    async database(name) {
      const migrations = name && (await loadService(name)).migrations
      const { url, drop: dropIt } = await createTestDatabase(postgres, migrations)
      closing.add(`the database of ${name ?? 'none'}`, dropIt)
      const db = openDb(url, { owner: true, max: 4, onError })
      closing.add(`the connections of ${name ?? 'none'}`, () => db.end())
      return { url, db }
    },
    settings: (databaseUrl) => ({
      ...{ NODE_ENV: 'test', DATABASE_URL: databaseUrl, BUS_DATABASE_URL: busUrl, JWKS_URL: keys.url },
      ...{ INTERNAL_TOKENS: 'internal-token-for-tests', LOG_LEVEL: 'silent' },
    }),
    say: (...messages) =>
      bus.publish(
        messages.map((message) => ({
          ...{ ...message, id: randomUUID(), headers: { ce_correlationid: 'fire' }, time: new Date() },
        })),
      ),
    token: (who) => signToken(keys, { sub: `account-${who}`, jid: who, jyc: 2 }),
  }
}

/** Does something with a harness, which then ends with all that was started with it. */
export async function withHarness<T>(context: Context, work: (harness: Harness) => Promise<T>): Promise<T> {
  const harness = await openHarness(context)
  try {
    return await work(harness)
  } finally {
    await harness.stop()
  }
}
