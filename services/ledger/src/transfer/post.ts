import { currentContext } from '@talad/shared/context'
import type { Tx } from '@talad/shared/db'
import { hashOf } from '@talad/shared/json'
import { Rejection } from '@talad/shared/rejection'
import { lockBooks, shippingOf, writeBooks } from './books-store.ts'
import { type Command, keyOf } from './commands.ts'
import { decide } from './decide.ts'
import type { LedgerEvent } from './events.ts'
import { STREAM, type Written, writeEvents, writeFlows } from './log-store.ts'
import { type Books, evolve } from './state.ts'

/** A command with its context: who asked, in which correlation. */
export type Asked = {
  command: Command
  correlationId: string
  actor?: string | undefined
  traceparent?: string | undefined
}

/** What came of a command. `again`: it was posted before, nothing happened now. */
export type Outcome = {
  key: string
  events: readonly LedgerEvent[]
  again: boolean
  refused: string | undefined
}

/** The same key came with another body: a distinct error, never a second posting. */
export class KeyReused extends Error {
  constructor(key: string) {
    super(`command ${key} was posted before with another content`)
    this.name = 'KeyReused'
  }
}

/** Which of the keys were posted before, with the hash of what was posted. */
async function knownKeys(tx: Tx, keys: readonly string[]): Promise<Map<string, string>> {
  const result = await tx.query<{ stream: string; hash: string }>({
    name: 'ledger.known',
    text: `select stream, meta->>'bodyHash' as hash from kit.event where stream = any($1) and version = 1`,
    values: [keys.map((key) => `${STREAM}-${key}`)],
  })
  return new Map(result.rows.map((row) => [row.stream.slice(STREAM.length + 1), row.hash]))
}

function decideOrRefuse(command: Command, key: string, books: Books, at: Date): LedgerEvent[] {
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

/**
 * Posts what is waiting, in order, in the caller's transaction: one statement loads each kind of row, one writes it.
 * A command that business refuses leaves a `CommandRefused` and doesn't hold up the others.
 * @throws KeyReused when a key comes again with another body; nothing of the batch is posted then
 */
export async function post(tx: Tx, batch: readonly Asked[], at: Date): Promise<Outcome[]> {
  const commands = batch.map((asked) => asked.command)
  // accounts first: whoever posts the same key at this moment is waited for, and then its events are seen
  const before = await lockBooks(tx, commands)
  const known = await knownKeys(tx, commands.map(keyOf))
  const written: Written[] = []
  const outcomes: Outcome[] = []
  let books = before
  for (const asked of batch) {
    const key = keyOf(asked.command)
    const bodyHash = hashOf(asked.command)
    const postedBefore = known.get(key)
    if (postedBefore !== undefined) {
      if (postedBefore !== bodyHash) throw new KeyReused(key)
      outcomes.push({ key, events: [], again: true, refused: undefined })
      continue
    }
    known.set(key, bodyHash)
    const events = decideOrRefuse(asked.command, key, books, at)
    for (const [index, event] of events.entries()) {
      books = evolve(books, event)
      const { correlationId, actor, traceparent } = asked
      written.push({
        correlationId,
        actor,
        traceparent,
        key,
        bodyHash,
        event,
        version: index + 1,
        after: books,
      })
    }
    const refusal = events.find((event) => event.type === 'CommandRefused')
    outcomes.push({ key, events, again: false, refused: refusal?.data.code })
  }
  if (written.length > 0) {
    await writeEvents(tx, written, at)
    await writeFlows(tx, written, at)
    await writeBooks(tx, before, books)
  }
  return outcomes
}

/** The context of a command that a person or an operator asks for directly. */
export function asked(command: Command): Asked {
  const { correlationId, actor, traceparent } = currentContext()
  return { command, correlationId, actor, traceparent }
}
