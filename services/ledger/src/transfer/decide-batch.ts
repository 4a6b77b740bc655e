import { Rejection } from '@talad/shared/rejection'
import { type Command, keyOf } from './commands.ts'
import { decide } from './decide.ts'
import { fill } from './decide-fill.ts'
import type { OutcomeEvent } from './events.ts'
import { isCustomer } from './flows.ts'
import {
  accountKey,
  accountOf,
  type Draft,
  draftOf,
  evolveInto,
  type LedgerState,
  type Reading,
} from './state.ts'
import type { Outcome } from './stored.ts'

/** A command with its context: who asked, in which correlation. */
export type Asked = {
  command: Command
  correlationId: string
  actor?: string | undefined
  site?: string | undefined
  traceparent?: string | undefined
}

/** What came of a command. `again`: that was before, nothing happened now. */
export type Result = {
  key: string
  events: readonly OutcomeEvent[]
  again: boolean
  refused: string | undefined
}

/** What is to be written: outcomes, the state on which they were decided and the one that they leave. */
export type Decided = { outcomes: readonly Outcome[]; before: LedgerState; after: LedgerState }

export function resultOf(key: string, events: readonly OutcomeEvent[], again: boolean): Result {
  const refusal = events.find((event) => event.type === 'CommandRefused')
  return { key, events, again, refused: refusal?.data.code }
}

function decideOrRefuse(command: Command, key: string, state: Reading, at: Date): OutcomeEvent[] {
  try {
    return decide(command, state, at)
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    const { flow, id, customerId } = command
    return [{ type: 'CommandRefused', data: { key, flow, id, customerId, code: error.code, legs: [], at } }]
  }
}

/** The balances that an event has changed, for its flows and for whoever shows them live. */
function balancesAfter(event: OutcomeEvent, state: Reading): Outcome['balances'] {
  const customers = event.data.legs.filter((leg) => isCustomer(leg.account))
  const touched = new Map(customers.map((leg) => [accountKey(leg.account, leg.unit), leg]))
  return [...touched.values()].map(({ account: customerId, unit }) => ({
    customerId,
    unit,
    ...accountOf(state, customerId, unit),
  }))
}

function contextOf({ correlationId, actor, site, traceparent }: Asked, key: string): Outcome['context'] {
  return {
    correlationId,
    causationId: key,
    ...(actor === undefined ? {} : { actor }),
    ...(site === undefined ? {} : { site }),
    ...(traceparent === undefined ? {} : { traceparent }),
  }
}

/** Decides one command on the state and writes it into it. */
function decideInto(draft: Draft, asked: Asked, key: string, at: Date): Outcome[] {
  const context = contextOf(asked, key)
  return decideOrRefuse(asked.command, key, draft, at).map((event) => {
    evolveInto(draft, event)
    return { key, event, balances: balancesAfter(event, draft), context }
  })
}

/** LG-18: what a customer gets while a hold of theirs lacks something goes to it, in the same transaction. */
function fillInto(draft: Draft, key: string, earned: readonly Outcome[], at: Date): Outcome[] {
  return earned.flatMap(({ event, context }) =>
    fill(draft, event, key, at).map((filled) => {
      evolveInto(draft, filled)
      return { key, event: filled, balances: balancesAfter(filled, draft), context }
    }),
  )
}

/**
 * Decides the commands of a batch in order, each on what the ones before it have left.
 * @param fresh keys that nobody has had before
 * @param earlier what came of the others
 */
export function decideBatch(
  batch: readonly Asked[],
  { fresh, earlier }: { fresh: ReadonlySet<string>; earlier: ReadonlyMap<string, readonly OutcomeEvent[]> },
  before: LedgerState,
  at: Date,
): Decided & { results: Result[] } {
  const after = draftOf(before)
  const outcomes: Outcome[] = []
  const here = new Map<string, readonly OutcomeEvent[]>()
  const results = batch.map((asked): Result => {
    const key = keyOf(asked.command)
    const known = here.get(key) ?? (fresh.has(key) ? undefined : (earlier.get(key) ?? []))
    if (known) return resultOf(key, known, true) // LG-7: the same key and body has the stored result
    const moved = decideInto(after, asked, key, at)
    const decided = [...moved, ...fillInto(after, key, moved, at)]
    outcomes.push(...decided)
    const events = decided.map(({ event }) => event)
    here.set(key, events)
    return resultOf(key, events, false)
  })
  return { outcomes, before, after, results }
}
