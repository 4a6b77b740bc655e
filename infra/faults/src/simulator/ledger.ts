import { askedBy, commands } from '@talad/ledger/consumers/command'
import type { Deps } from '@talad/ledger/deps'
import { service } from '@talad/ledger/service'
import { type Command, keyOf } from '@talad/ledger/transfer/commands'
import { decideBatch } from '@talad/ledger/transfer/decide-batch'
import type { OutcomeEvent } from '@talad/ledger/transfer/events'
import { openPosting } from '@talad/ledger/transfer/post'
import { emptyState, type LedgerState } from '@talad/ledger/transfer/state'
import { outcomesOf } from '@talad/ledger/transfer/stored'
import type { OutMessage } from '@talad/shared/bus/port'
import type { ConsumerDeps } from '@talad/shared/consumer'
import type { Db } from '@talad/shared/db'
import { canonicalJson } from '@talad/shared/json'
import { holds } from '../proof.ts'
import { crashable } from './crashable.ts'
import { endOf, openService, rowsAfter, type SimulatedService } from './service.ts'

export type Ledger = SimulatedService<Deps & ConsumerDeps>

export const openLedger = (postgres: string, now: () => Date): Promise<Ledger> =>
  openService<Deps>(postgres, now, {
    service,
    open(kit, process) {
      const posting = crashable(openPosting(kit.url, {}), process)
      return { deps: { ...kit, posting } as unknown as Deps & ConsumerDeps, close: () => posting.end() }
    },
  })

export type Since = { log: bigint; flows: bigint }

/** Where log and flows of a ledger end. */
export async function ledgerEnd(db: Db): Promise<Since> {
  const { rows } = await db.query<{ end: bigint }>('select coalesce(max(id), 0) as end from flow')
  return { log: await endOf(db), flows: rows[0]?.end ?? 0n }
}

type Posted = { key: string; event: OutcomeEvent }

/** What was posted since, in the order of the log. */
export async function postedSince(db: Db, { log }: Since): Promise<Posted[]> {
  return (await rowsAfter(db, log)).flatMap((row) => outcomesOf(row))
}

/** What one command comes to by itself, in memory. */
function once(command: Command, state: LedgerState, at: Date) {
  const key = keyOf(command)
  const known = { fresh: new Set([key]), earlier: new Map() }
  const { after, results } = decideBatch([{ command, correlationId: key }], known, state, at)
  return { state: after, events: results[0]?.events ?? [] }
}

const textOf = (events: readonly OutcomeEvent[]) =>
  events.map(({ type, data: { at: _at, legs: _legs, ...data } }) => canonicalJson({ type, data })).join('; ')

/** Each command was posted once, and what they come to one by one, in the order of the log, is what is stored. */
function replay(asked: ReadonlyMap<string, Command>, posted: readonly Posted[], at: Date): LedgerState {
  const byKey = Map.groupBy(posted, ({ key }) => key)
  let state = emptyState
  for (const [key, outcomes] of byKey) {
    const command = asked.get(key)
    holds(command !== undefined, `${key} was posted, and nobody has asked for it`)
    const { state: after, events } = once(command, state, at)
    const [expected, stored] = [textOf(events), textOf(outcomes.map(({ event }) => event))]
    holds(expected === stored, `${key} came to ${stored} and once comes to ${expected}`)
    state = after
  }
  for (const [key, command] of asked) {
    if (byKey.has(key)) continue
    const { events } = once(command, state, at) // such as a release of what another command has freed
    holds(events.length === 0, `${key} was asked for and never posted, and comes to ${textOf(events)}`)
  }
  return state
}

const SIGNED = `case flow_type when 'in' then value when 'out' then -value else 0 end`

type AccountRow = { account: string; balance: bigint; locked: bigint; flows: bigint; locks: bigint }

/** The accountant: it adds up the flows by itself. Each account is their sum, and all together are zero (LG-1). */
async function account(db: Db, customers: readonly string[], { flows: from }: Since) {
  const { rows } = await db.query<AccountRow>({
    name: 'accounts',
    text: `select customer_id || E'\\n' || unit as account, balance, balance_locked as locked, f.flows, f.locks
           from account a cross join lateral (
             select coalesce(sum(${SIGNED}), 0) as flows,
               coalesce(sum(value) filter (where flow_type = 'lock'), 0) as locks
             from flow where flow.account = a.customer_id and flow.unit = a.unit) f
           where customer_id = any($1)`,
    values: [customers],
  })
  for (const { account: name, balance, locked, flows, locks } of rows) {
    const text = `${name} has ${balance}, ${locked} of it locked, and its flows ${flows} and ${locks}`
    holds(balance === flows && locked === locks && locked >= 0n && balance >= locked, text)
  }
  const sums = await db.query<{ unit: string; sum: bigint }>({
    name: 'sums',
    text: `select unit, sum(${SIGNED}) as sum from flow where id > $1 group by unit`,
    values: [from],
  })
  for (const { unit, sum } of sums.rows) holds(sum === 0n, `all accounts together have ${sum} in ${unit}`)
  return new Map(rows.map((row) => [row.account, row]))
}

export type HoldRow = { key: string; state: string; held: bigint }

/** What is held of these customers, by flow and id. */
export async function holdsOf(db: Db, customers: readonly string[]): Promise<Map<string, HoldRow>> {
  const { rows } = await db.query<HoldRow>({
    name: 'holds',
    text: `select flow || E'\\n' || id as key, state, held from hold where customer_id = any($1)`,
    values: [customers],
  })
  return new Map(rows.map((row) => [row.key, row]))
}

/** The hash of the flows with these ids: no flow ever changes. */
export async function flowsBetween(db: Db, { flows: from }: Since, { flows: end }: Since): Promise<string> {
  const { rows } = await db.query<{ hash: string }>({
    name: 'hash',
    text: `select coalesce(md5(string_agg(flow::text, E'\\n' order by id)), '') as hash
           from flow where id > $1 and id <= $2`,
    values: [from, end],
  })
  return rows[0]?.hash ?? ''
}

/**
 * Each command has had its effect once, every balance and hold is what follows, and no satang was lost or made.
 * @param messages all that a sequence published. @returns what was posted. @throws Disproved
 */
export async function judgeLedger(
  { db }: Ledger,
  since: Since,
  messages: readonly OutMessage[],
  at: Date,
): Promise<readonly Posted[]> {
  const asked = new Map(
    messages
      .filter(({ topic }) => topic === commands.topic)
      .map((message) => askedBy({ ...message, partition: 0, offset: '' }).command)
      .map((command) => [keyOf(command), command] as const),
  )
  const taken = await db.query<{ count: bigint }>({
    name: 'taken',
    text: 'select count(*) as count from posting where key = any($1)',
    values: [[...asked.keys()]],
  })
  holds(
    taken.rows[0]?.count === BigInt(asked.size),
    `of ${asked.size} commands, not all have taken their key`,
  )
  const posted = await postedSince(db, since)
  const state = replay(asked, posted, at)
  const named = [...state.accounts.keys()].map((key) => key.split('\n')[0] ?? '')
  const customers = [...new Set([...named, ...[...state.holds.values()].map((hold) => hold.customerId)])]
  const stored = await account(db, customers, since)
  for (const [key, { balance, locked }] of state.accounts) {
    const row = stored.get(key) ?? { balance: 0n, locked: 0n }
    const same = row.balance === balance && row.locked === locked
    holds(same, `${key} has ${row.balance}/${row.locked}, and once comes to ${balance}/${locked}`)
  }
  const held = await holdsOf(db, customers)
  for (const [key, { state: now, held: amount }] of state.holds)
    holds(held.get(key)?.state === now && held.get(key)?.held === amount, `the hold ${key} is another`)
  return posted
}
