import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '@talad/shared/db'
import { readerLag } from '@talad/shared/event-log'

/** Where to look for work that is under way. */
export type Pulse = {
  db: Db
  ledgerDb: Db
  busDb: Db
  now: () => Date
  /** the ledger is away: what waits for it is no sign of life */
  ledgerStopped: boolean
}

const LOOK_MS = 15

async function numberOf(db: Db, sql: string, values: unknown[] = []): Promise<bigint> {
  const { rows } = await db.query<{ n: bigint }>(sql, values)
  return rows[0]?.n ?? 0n
}

const WAITING_MESSAGES = `
  select count(*) as n from group_offset o join message m
    on m.topic = o.topic and m.partition = o.partition and m.seq > o.seq
  where not ($1 and o.consumer_group like 'ledger.%')`
const WAITING_CARDS = `
  select count(*) as n from kit.job where task like 'topup.%' and (run_at <= $1 or claimed_by is not null)`

/** What is still to be done, and how much there has been so far. */
async function look({ db, ledgerDb, busDb, now, ledgerStopped }: Pulse) {
  const events = 'select count(*) as n from kit.event'
  const [posted, decided, unread, unposted, messages, cards] = await Promise.all([
    numberOf(ledgerDb, events),
    numberOf(db, events),
    readerLag(db, 'relay'),
    ledgerStopped ? 0n : readerLag(ledgerDb, 'relay'),
    numberOf(busDb, WAITING_MESSAGES, [ledgerStopped]),
    numberOf(db, WAITING_CARDS, [now()]),
  ])
  return { waiting: unread + unposted + messages + cards, done: posted + decided }
}

/**
 * Waits for two looks in a row that find nothing to do and nothing done in between.
 * @throws Error after `timeoutMs`
 */
export async function isQuiet(pulse: Pulse, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs
  let before: bigint | undefined
  for (;;) {
    const { waiting, done } = await look(pulse)
    if (waiting === 0n && before === done) return
    before = waiting === 0n ? done : undefined
    if (performance.now() > deadline) throw new Error(`${waiting} things are still under way`)
    await delay(LOOK_MS)
  }
}
