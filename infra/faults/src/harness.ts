import { randomUUID } from 'node:crypto'
import { type Closing, createClosing } from '@talad/dev/closing'
import type { Environment } from '@talad/dev/services'
import { startKafka } from '@talad/kafka/broker'
import type { ServiceName } from '@talad/services/manifests'
import { loadService } from '@talad/services/services'
import { connectBus } from '@talad/shared/bus/connect'
import type { Bus, Outgoing } from '@talad/shared/bus/port'
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
  /** a way into the database of the embedded bus as its owner */
  busDb(): Db
  /** what every service is told, which has this database */
  settings(databaseUrl: string): Environment
  /** says something on the bus, as another service would */
  say(...messages: Outgoing[]): Promise<void>
  /** of the customer `join-<who>`, whose identity level is 2 */
  token(who: string): Promise<string>
  stop(): Promise<void>
}

export async function openHarness(
  { postgres, say: tell }: Pick<Context, 'postgres' | 'say'>,
  carrier: 'postgres' | 'kafka' = 'postgres',
): Promise<Harness> {
  const closing = createClosing((what, error) => tell(`${what} did not stop cleanly: ${String(error)}`))
  /** connections that break when a service is stopped are no news */
  const onError = (error: unknown) => {
    if (!isConnectionFault(error)) tell(`fault: ${String(error)}`)
  }
  const keys = await testKeys()
  closing.add('the keys', () => keys.close())
  const address = await openCarrier(carrier, postgres, closing)
  const { KAFKA_BROKERS: kafkaBrokers, BUS_DATABASE_URL: busDatabaseUrl } = address
  const bus = await connectBus({ kafkaBrokers, busDatabaseUrl, clientId: 'fire', onError })
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
    busDb: () => connect(busDatabaseUrl ?? '', 'the bus', { owner: true, max: 2 }),
    settings: (databaseUrl) => ({
      NODE_ENV: 'test',
      DATABASE_URL: databaseUrl,
      ...address,
      JWKS_URL: keys.url,
      INTERNAL_TOKENS: 'internal-token-for-tests',
      LOG_LEVEL: 'silent',
    }),
    say: (...messages) =>
      bus.publish(
        messages.map((message) => ({
          ...message,
          id: randomUUID(),
          headers: { ce_correlationid: 'fire' },
          time: new Date(),
        })),
      ),
    token: (who) => signToken(keys, { sub: `account-${who}`, jid: who, jyc: 2 }),
  }
}

/** Where messages go, as services are told it. */
async function openCarrier(carrier: 'postgres' | 'kafka', postgres: string, closing: Closing) {
  if (carrier === 'kafka') {
    const broker = await startKafka()
    closing.add('Kafka', () => broker.stop())
    return { KAFKA_BROKERS: broker.brokers }
  }
  const { url, drop } = await createEmptyDatabase(postgres)
  closing.add('the database of the bus', drop)
  return { BUS_DATABASE_URL: url }
}

/** Does something with a harness, which then ends with all that was started with it. */
export async function withHarness<T>(
  context: Pick<Context, 'postgres' | 'say'>,
  work: (harness: Harness) => Promise<T>,
  carrier?: 'postgres' | 'kafka',
): Promise<T> {
  const harness = await openHarness(context, carrier)
  try {
    return await work(harness)
  } finally {
    await harness.stop()
  }
}
