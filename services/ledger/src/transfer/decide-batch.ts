import { Rejection } from '@talad/shared/rejection'
import { shippingOf } from './books-store.ts'
import { type Command, keyOf } from './commands.ts'
import { decide } from './decide.ts'
import type { LedgerEvent } from './events.ts'
import {
  accountKey,
  accountOf,
  type Books,
  type Draft,
  draftOf,
  evolveInto,
  type Held,
  isCustomer,
} from './state.ts'
import type { Outcome } from './stored.ts'
import type { Decided } from './write.ts'

/** A command with its context: who asked, in which correlation. */
export type Asked = {
  command: Command
  correlationId: string
  actor?: string | undefined
  traceparent?: string | undefined
}

/** What came of a command. `again`: it was posted before, nothing happened now. */
export type Posted = {
  key: string
  events: readonly LedgerEvent[]
  again: boolean
  refused: string | undefined
}

function decideOrRefuse(command: Command, key: string, books: Held, at: Date): LedgerEvent[] {
  try {
    return decide(command, books, at)
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    const shippingId = shippingOf(command)
    const refused = {
      key,
      code: error.code,
      customerId: command.type === 'PostTopup' ? command.customerId : command.buyerCustomerId,
      legs: [],
      at,
      ...(shippingId === undefined ? {} : { shippingId }),
      ...(command.type === 'PostTopup' ? { topupId: command.topupId } : {}),
    }
    return [{ type: 'CommandRefused', data: refused }]
  }
}

/** The balances that an event has changed, for its flows and for whoever shows them live. */
function balancesAfter(event: LedgerEvent, books: Held): Outcome['balances'] {
  const customers = event.data.legs.filter((leg) => isCustomer(leg.account))
  const touched = new Map(customers.map((leg) => [accountKey(leg.account, leg.unit), leg]))
  return [...touched.values()].map(({ account: customerId, unit }) => ({
    ...{ customerId, unit },
    ...accountOf(books, customerId, unit),
  }))
}

function contextOf({ correlationId, actor, traceparent }: Asked, key: string): Outcome['context'] {
  return {
    ...{ correlationId, causationId: key },
    ...(actor === undefined ? {} : { actor }),
    ...(traceparent === undefined ? {} : { traceparent }),
  }
}

/** Decides one command on the books and writes it into them. */
function decideInto(draft: Draft, asked: Asked, key: string, at: Date): Outcome[] {
  const context = contextOf(asked, key)
  return decideOrRefuse(asked.command, key, draft, at).map((event) => {
    evolveInto(draft, event)
    return { key, event, balances: balancesAfter(event, draft), context }
  })
}

/** Decides those commands of a batch whose keys are fresh, in order: each on what the ones before it have left. */
export function decideAll(
  batch: readonly Asked[],
  fresh: Set<string>,
  before: Books,
  at: Date,
): Decided & { posted: Posted[]; after: Draft } {
  const after = draftOf(before)
  const outcomes: Outcome[] = []
  const posted = batch.map((asked): Posted => {
    const key = keyOf(asked.command)
    if (!fresh.delete(key)) return { key, events: [], again: true, refused: undefined }
    const decided = decideInto(after, asked, key, at)
    outcomes.push(...decided)
    const events = decided.map(({ event }) => event)
    const refusal = events.find((event) => event.type === 'CommandRefused')
    return { key, events, again: false, refused: refusal?.data.code }
  })
  return { outcomes, before, after, posted }
}
