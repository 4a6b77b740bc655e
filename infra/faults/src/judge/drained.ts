import { setTimeout as delay } from 'node:timers/promises'
import { POISON } from '@talad/calls/messages'
import { manifests } from '@talad/services/manifests'
import { loadService } from '@talad/services/services'
import { connectKafkaBus } from '@talad/shared/bus/kafka'
import type { Bus } from '@talad/shared/bus/port'
import type { Db } from '@talad/shared/db'
import { Disproved } from '../proof.ts'
import type { System } from '../system.ts'
import type { Databases } from './invariants.ts'

const LOOK_MS = 500

async function words(db: Db, sql: string, values: unknown[] = []): Promise<string[]> {
  const { rows } = await db.query<{ what: string }>(sql, values)
  return rows.map(({ what }) => what)
}

/**
 * What is still under way in any service: what its manifest names, parked messages, events that nobody has read, and
 * purchases that nobody pays any more, which are to end as well.
 */
async function underWay(databases: Databases): Promise<string[]> {
  const found = await Promise.all([
    words(
      databases('shipping-payment'),
      `select format('purchase %s waits for its payment', id) as what from shipping where status = 'pending'`,
    ),
    ...manifests.flatMap((manifest) => {
      const db = databases(manifest.name)
      return [
        ...(manifest.inFlight ?? []).map((sql) => words(db, sql)),
        words(
          db,
          `select format('${manifest.name}: %s for %s is parked: %s', type, consumer_group, left(error, 200)) as what
           from kit.dead_letter where resolved_at is null and message_id not like $1`,
          [`${POISON}%`],
        ),
        words(
          db,
          `select format('${manifest.name}: %s has %s events to read', r.name, count(*)) as what
           from (select name, txid, position from kit.reader
                 union all select 'relay', '0', 0
                   where not exists (select from kit.reader where name = 'relay') and $1) r
           join kit.event e on (e.txid, e.position) > (r.txid, r.position) group by r.name`,
          [manifest.publishes.length > 0], // a relay that has sent nothing yet has no row
        ),
      ]
    }),
  ])
  return found.flat()
}

/** Every group with which a service reads the bus, but for those of single processes, which end with them. */
async function allGroups(): Promise<string[]> {
  const services = await Promise.all(manifests.map(({ name }) => loadService(name)))
  return services.flatMap(({ groups }) => groups)
}

/** Messages that consumers have not handled yet: what was handled before a kill comes again after it. */
export async function unhandled(bus: Pick<Bus, 'lag'>): Promise<string[]> {
  const found = await Promise.all(
    (await allGroups()).map(async (group) => {
      const lag = (await bus.lag(group)).reduce((sum, one) => sum + one.lag, 0n)
      return lag > 0n ? [`${group} has ${lag} messages to handle`] : []
    }),
  )
  return found.flat()
}

/** What is still to be done, in words; nothing: all is drained. */
export async function leftToDo({ db, run }: Pick<System, 'db' | 'run'>): Promise<string[]> {
  const left = await underWay(db)
  if (left.length > 0 || run.kafkaBrokers === undefined) return left
  const brokers = run.kafkaBrokers.split(',')
  const bus = await connectKafkaBus({ brokers, clientId: 'proof', onError: () => undefined })
  try {
    return await unhandled(bus)
  } finally {
    await bus.close()
  }
}

/**
 * Waits until nothing is under way anywhere; what can't be asked may come back.
 * @param deadline on the clock of `performance`
 * @returns the moment, on that clock. @throws Disproved with what is stuck
 */
export async function untilDrained(system: Pick<System, 'db' | 'run'>, deadline: number): Promise<number> {
  for (;;) {
    const left = await leftToDo(system).catch((error: unknown) => [`it can't be asked: ${String(error)}`])
    if (left.length === 0) return performance.now()
    if (performance.now() > deadline)
      throw new Disproved(`${left.length} things are stuck: ${left.slice(0, 8).join('; ')}`)
    await delay(LOOK_MS)
  }
}
