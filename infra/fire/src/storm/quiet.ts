import { setTimeout as delay } from 'node:timers/promises'
import type { Run } from '@talad/dev/run-file'
import { serviceNames } from '@talad/services/manifests'
import { connectKafkaBus } from '@talad/shared/bus/kafka'
import { underWay } from '../drained.ts'
import { withDatabases } from '../network/books.ts'
import { Disproved } from '../proof.ts'

const LOOK_MS = 500
const TO_READ = 'to read'
/** The ledger takes whole batches and keeps no inbox. */
const WITHOUT_INBOX = 'ledger.command'

/** Purchases that nobody pays any more are to end as well. */
function unfinished(run: Run): Promise<string[]> {
  return withDatabases(run, async (databases) => {
    const { rows } = await databases('shipping-payment').query<{ what: string }>(
      `select format('purchase %s is pending, its payment %s', id, payment_status) as what from shipping
       where status = 'pending' and payment_status = 'pending'`,
    )
    return rows.map(({ what }) => what)
  })
}

function groupsOf(run: Run): Promise<string[]> {
  return withDatabases(run, async (databases) => {
    const found = await Promise.all(
      serviceNames.map((name) =>
        databases(name).query<{ name: string }>('select distinct consumer_group as name from kit.inbox'),
      ),
    )
    return [WITHOUT_INBOX, ...found.flatMap(({ rows }) => rows.map(({ name }) => name))]
  })
}

async function unread(run: Run, brokers: string): Promise<string[]> {
  const bus = await connectKafkaBus({ brokers: [brokers], clientId: 'storm', onError: () => undefined })
  try {
    const found = await Promise.all(
      (await groupsOf(run)).map(async (group) => {
        const lags = await bus.lag(group)
        const behind = lags.reduce((sum, { lag }) => sum + lag, 0n)
        return behind === 0n ? [] : [`${group} has ${behind} messages ${TO_READ}`]
      }),
    )
    return found.flat()
  } finally {
    await bus.close()
  }
}

/** What waits to be read is late; where nothing does, something was lost on its way. */
function wordsOf(stuck: readonly string[]): string {
  const late = stuck.filter((line) => line.endsWith(TO_READ))
  const why = late.length === 0 ? 'and nothing waits to be read' : late.slice(0, 3).join('; ')
  const others = stuck.filter((line) => !line.endsWith(TO_READ)).slice(0, 5)
  return `${stuck.length} things are stuck, ${why}: ${others.join('; ')}`
}

/**
 * Waits until nothing is under way anywhere: no purchase, delivery, message, parked message or event to read.
 * @returns the moment, on the clock of `performance`
 * @throws Disproved with what is stuck
 */
export async function untilQuiet(run: Run, brokers: string, deadline: number): Promise<number> {
  for (;;) {
    const open = await Promise.all([
      unfinished(run),
      withDatabases(run, underWay),
      unread(run, brokers),
    ]).catch((error: unknown) => [[`it can't be asked: ${String(error)}`]])
    const all = open.flat()
    if (all.length === 0) return performance.now()
    if (performance.now() > deadline) throw new Disproved(wordsOf(all))
    await delay(LOOK_MS)
  }
}
