import type { Run } from '@talad/dev/run-file'
import { openDb } from '@talad/shared/db'
import { percentile } from '../measure.ts'
import type { Paid } from './drive.ts'

/** One part of the way of a payment, over all of them, in ms. */
export type Hop = { what: string; p50: number; p99: number }

type Noted = { id: string; requested: Date; completed: Date }

async function notedByShop(run: Run, ids: readonly string[]): Promise<Noted[]> {
  const db = openDb(run.databases['shipping-payment'] ?? '', { max: 1, owner: true, name: 'bench' })
  try {
    const { rows } = await db.query<Noted>(
      `select substr(stream, 10) as id, min(at) filter (where type = 'PaymentRequested') as requested,
         min(at) filter (where type = 'PaymentCompleted') as completed
       from kit.event where stream = any($1) group by stream`,
      [ids.map((id) => `shipping-${id}`)],
    )
    return rows
  } finally {
    await db.end()
  }
}

async function postedByLedger(run: Run, ids: readonly string[]): Promise<Map<string, Date>> {
  const db = openDb(run.databases.ledger ?? '', { max: 1, owner: true, name: 'bench' })
  try {
    const { rows } = await db.query<{ id: string; at: Date }>(
      'select related_id as id, min(at) as at from flow where related_id = any($1) group by related_id',
      [ids],
    )
    return new Map(rows.map(({ id, at }) => [id, at]))
  } finally {
    await db.end()
  }
}

/**
 * Where the time of the payments went, by the times that the services themselves have stored with their events: each is
 * taken when the service gets the request or the message in hand, all by one machine's clock.
 */
export async function hopsOf(run: Run, paid: readonly Paid[]): Promise<Hop[]> {
  const ids = paid.map(({ id }) => id)
  const [shop, ledger] = await Promise.all([notedByShop(run, ids), postedByLedger(run, ids)])
  const noted = new Map(shop.map((one) => [one.id, one]))
  const parts: Record<string, number[]> = {}
  const note = (what: string, from: number, to: number) => {
    parts[what] ??= []
    parts[what].push(to - from)
  }
  for (const { id, asked, answered } of paid) {
    const { requested, completed } = noted.get(id) ?? {}
    const posted = ledger.get(id)
    if (!requested || !completed || !posted) continue
    note('asked → shipping-payment has it', asked, requested.getTime())
    note('→ stored, relay, bus, ledger has it', requested.getTime(), posted.getTime())
    note('→ posted, relay, bus, shipping-payment has it', posted.getTime(), completed.getTime())
    note('→ processing, answered', completed.getTime(), answered)
  }
  return Object.entries(parts).map(([what, times]) => {
    const sorted = times.toSorted((a, b) => a - b)
    return { what, p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) }
  })
}
