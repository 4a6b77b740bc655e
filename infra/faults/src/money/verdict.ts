import { netOf } from '@talad/bank-withdrawal/withdrawal/state'
import { withdrawals } from '@talad/bank-withdrawal/withdrawal/stream'
import { askedBy } from '@talad/ledger/consumers/command'
import { type Command, keyOf } from '@talad/ledger/transfer/commands'
import { decideBatch } from '@talad/ledger/transfer/decide-batch'
import type { OutcomeEvent } from '@talad/ledger/transfer/events'
import { emptyState, holdKey, type LedgerState } from '@talad/ledger/transfer/state'
import { outcomesOf } from '@talad/ledger/transfer/stored'
import type { Row } from '@talad/shared/event-log'
import { canonicalJson } from '@talad/shared/json'
import { load } from '@talad/shared/stream'
import { holds } from '../proof.ts'
import type { Installation } from './installation.ts'
import type { Played } from './play.ts'
import type { Sequence } from './sequence.ts'

type Posted = { key: string; event: OutcomeEvent }

/** What the ledger has posted since, in the order of its log. */
async function postedSince({ ledgerDb }: Installation, from: bigint): Promise<Posted[]> {
  const { rows } = await ledgerDb.query<Row>(
    `select position, txid::text as txid, stream, version, type, data, view, meta, at from kit.event
     where position > $1 order by position`,
    [from],
  )
  return rows.flatMap((row) => outcomesOf(row))
}

type Once = { state: LedgerState; events: readonly OutcomeEvent[] }

/** What one command comes to by itself, in memory. */
function once(command: Command, state: LedgerState, at: Date): Once {
  const key = keyOf(command)
  const known = { fresh: new Set([key]), earlier: new Map() }
  const { after, results } = decideBatch([{ command, correlationId: key }], known, state, at)
  return { state: after, events: results[0]?.events ?? [] }
}

const told = (events: readonly OutcomeEvent[]) =>
  events.map(({ type, data: { at: _at, legs: _legs, ...data } }) => canonicalJson({ type, data })).join('; ')

/** Each command was posted once, and what they come to one by one, in the order of the log, is what is stored. */
function replayed(asked: ReadonlyMap<string, Command>, posted: readonly Posted[], at: Date): LedgerState {
  const byKey = Map.groupBy(posted, ({ key }) => key)
  let state = emptyState
  for (const [key, outcomes] of byKey) {
    const command = asked.get(key)
    holds(command !== undefined, `${key} was posted and never told`)
    const { state: after, events } = once(command, state, at)
    const [expected, stored] = [told(events), told(outcomes.map(({ event }) => event))]
    holds(expected === stored, `${key} came to ${stored} and once comes to ${expected}`)
    state = after
  }
  for (const [key, command] of asked) {
    if (byKey.has(key)) continue
    const { events } = once(command, state, at) // such as a release of what another command has freed
    holds(events.length === 0, `${key} was told and never posted, and comes to ${told(events)}`)
  }
  return state
}

/** Every command that was told has taken its key. */
async function requireTaken({ ledgerDb }: Installation, keys: readonly string[]): Promise<void> {
  const { rows } = await ledgerDb.query<{ count: bigint }>({
    name: 'taken',
    text: 'select count(*) as count from posting where key = any($1)',
    values: [keys],
  })
  holds(rows[0]?.count === BigInt(keys.length), `${rows[0]?.count} of ${keys.length} commands were posted`)
}

const SIGNED = `case flow_type when 'in' then value when 'out' then -value else 0 end`

type AccountRow = { account: string; balance: bigint; locked: bigint; flows: bigint; locks: bigint }

/** The accounts as stored, each the sum of its flows. */
async function accountsOf(
  { ledgerDb }: Installation,
  customers: readonly string[],
): Promise<Map<string, AccountRow>> {
  const { rows } = await ledgerDb.query<AccountRow>({
    name: 'accounts',
    text: `select customer_id || E'\\n' || unit as account, balance, balance_locked as locked, f.flows, f.locks
           from account a cross join lateral (
             select coalesce(sum(${SIGNED}), 0) as flows,
               coalesce(sum(value) filter (where flow_type = 'lock'), 0) as locks
             from flow where flow.account = a.customer_id and flow.unit = a.unit) f
           where customer_id = any($1)`,
    values: [customers],
  })
  for (const { account, balance, locked, flows, locks } of rows) {
    holds(
      balance === flows && locked === locks,
      `${account} stores ${balance}/${locked}, its flows ${flows}/${locks}`,
    )
    holds(locked >= 0n && balance >= locked, `${account} has ${balance}, of which ${locked} is locked`)
  }
  return new Map(rows.map((row) => [row.account, row]))
}

/** LG-1: what a sequence has moved sums to zero in each unit. @returns the flows, for a later look at them */
async function flowsSince({ ledgerDb }: Installation, from: bigint): Promise<{ end: bigint; hash: string }> {
  const sums = await ledgerDb.query<{ unit: string; sum: bigint }>({
    name: 'sums',
    text: `select unit, sum(${SIGNED}) as sum from flow where id > $1 group by unit`,
    values: [from],
  })
  for (const { unit, sum } of sums.rows) holds(sum === 0n, `all accounts together have ${sum} in ${unit}`)
  return flowsBetween(ledgerDb, from)
}

/** A hash of all that flows say, of those with these ids. */
export async function flowsBetween(
  db: Installation['ledgerDb'],
  from: bigint,
  until?: bigint,
): Promise<{ end: bigint; hash: string }> {
  const { rows } = await db.query<{ end: bigint; hash: string }>({
    name: 'hash',
    text: `select coalesce(max(id), $1) as end, coalesce(md5(string_agg(flow::text, E'\\n' order by id)), '') as hash
           from flow where id > $1 and ($2::bigint is null or id <= $2)`,
    values: [from, until ?? null],
  })
  return rows[0] ?? { end: from, hash: '' }
}

type HoldRow = { key: string; state: string; held: bigint }

async function holdsOf(
  { ledgerDb }: Installation,
  customers: readonly string[],
): Promise<Map<string, HoldRow>> {
  const { rows } = await ledgerDb.query<HoldRow>({
    name: 'holds',
    text: `select flow || E'\\n' || id as key, state, held from hold where customer_id = any($1)`,
    values: [customers],
  })
  return new Map(rows.map((row) => [row.key, row]))
}

/** Each withdrawal is paid once, given back once, or waits for people with its money locked. */
async function judgeWithdrawal(
  { bankDb, provider }: Installation,
  id: string,
  held: ReadonlyMap<string, HoldRow>,
): Promise<string> {
  const { state } = await load(bankDb, withdrawals, id)
  if (!state) return 'limit' // another one was open
  const { transfers, paid } = provider.paidUnder(id)
  const hold = held.get(holdKey('withdrawal', id))
  const { status, settled, released, incident } = state
  const about = `the withdrawal ${id} is ${status}, its hold ${hold?.state}, paid: ${paid}, settled: ${settled}, released: ${released}`
  const ends: Record<string, boolean> = {
    success: paid && transfers === 1 && settled && hold?.state === 'settled',
    rejected: !paid && released && hold?.state === 'released',
    canceled: !paid && released && hold?.state === 'released',
    refused: transfers === 0 && hold === undefined,
    pending: transfers === 0 && hold?.state === 'open' && hold.held === state.value,
    // who says no after it may have been asked before is not believed: people look, and the money stays locked
    provider_processing: incident !== undefined && transfers === 0 && hold?.state === 'open',
  }
  holds(ends[status] ?? false, about)
  holds(netOf(state) > 0n && netOf(state) < state.value, `${id} has a net of ${netOf(state)}`)
  return status
}

export type Judged = { end: bigint; hash: string; commands: number; withdrawals: Record<string, number> }

/** @param from where log and flows ended before. @throws Disproved when a satang isn't where it should be */
export async function judge(
  at: Installation,
  sequence: Sequence,
  played: Played,
  from: { log: bigint; flows: bigint },
): Promise<Judged> {
  const posted = await postedSince(at, from.log)
  const asked = new Map(
    played.told.map((message) => {
      const { command } = askedBy(message)
      return [keyOf(command), command] as const
    }),
  )
  await requireTaken(at, [...asked.keys()])
  const state = replayed(asked, posted, at.now())
  const { people } = sequence
  const customers = [...people.buyers, ...people.sellers, people.artist]
  const stored = await accountsOf(at, customers)
  for (const [account, { balance, locked }] of state.accounts) {
    const row = stored.get(account)
    const same = row ? row.balance === balance && row.locked === locked : balance === 0n && locked === 0n
    holds(same, `${account} has ${row?.balance}/${row?.locked}, once comes to ${balance}/${locked}`)
  }
  const held = await holdsOf(at, customers)
  for (const [key, hold] of state.holds)
    holds(
      held.get(key)?.state === hold.state && held.get(key)?.held === hold.held,
      `the hold ${key} is another`,
    )
  const ends: Record<string, number> = {}
  for (const { id } of sequence.withdrawals) {
    const end = await judgeWithdrawal(at, id, held)
    ends[end] = (ends[end] ?? 0) + 1
  }
  const flows = await flowsSince(at, from.flows)
  return { ...flows, commands: posted.length, withdrawals: ends }
}
