import { currentContext } from '@talad/shared/context'
import { allDone, type Db, type DbOptions, openDb, type Tx } from '@talad/shared/db'
import { retryConflicts } from '@talad/shared/handle'
import { hashOf } from '@talad/shared/json'
import { Rejection } from '@talad/shared/rejection'
import { lockBooks, shippingOf } from './books-store.ts'
import { type Command, keyOf } from './commands.ts'
import { decide } from './decide.ts'
import type { LedgerEvent } from './events.ts'
import { KeyReused, takeKeys } from './keys-store.ts'
import { accountKey, accountOf, type Draft, draftOf, evolveInto, type Held, isCustomer } from './state.ts'
import type { Outcome } from './stored.ts'
import { writeBatch } from './write.ts'

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

/** The hash of each command's body by its key. @throws KeyReused */
function bodiesOf(commands: readonly Command[]): Map<string, string> {
  const bodies = new Map<string, string>()
  for (const command of commands) {
    const key = keyOf(command)
    const body = hashOf(command)
    if ((bodies.get(key) ?? body) !== body) throw new KeyReused(key)
    bodies.set(key, body)
  }
  return bodies
}

/** Locks, decides and writes a batch; the transaction is the caller's. */
async function postIn(tx: Tx, begun: Promise<unknown>, batch: readonly Asked[], at: Date) {
  const commands = batch.map((asked) => asked.command)
  // accounts first: whoever posts on them at this moment is waited for
  const [, before, fresh] = await allDone([begun, lockBooks(tx, commands), takeKeys(tx, bodiesOf(commands))])
  const after = draftOf(before)
  const written: Outcome[] = []
  const posted = batch.map((asked): Posted => {
    const key = keyOf(asked.command)
    if (!fresh.delete(key)) return { key, events: [], again: true, refused: undefined }
    const outcomes = decideInto(after, asked, key, at)
    written.push(...outcomes)
    const events = outcomes.map(({ event }) => event)
    const refusal = events.find((event) => event.type === 'CommandRefused')
    return { key, events, again: false, refused: refusal?.data.code }
  })
  const [, end] = await allDone([writeBatch(tx, written, { before, after }, at), tx.query('commit')])
  if (end.command !== 'COMMIT') throw new Error(`a batch was not committed: ${end.command}`)
  return posted
}

/**
 * Posts what is waiting, in order, in one transaction of two trips to the database: the first locks each kind of row,
 * the second writes everything and commits. A command that business refuses leaves a `CommandRefused` and doesn't hold
 * up the others. A transaction that lost a race is run again (LG-9).
 * @param db of `openPosting`
 * @throws KeyReused when a key comes again with another body; nothing of the batch is posted then
 */
export function post(db: Db, batch: readonly Asked[], at: Date): Promise<Posted[]> {
  return retryConflicts(async () => {
    const client = await db.connect()
    let broken: Error | undefined
    try {
      return await postIn(client, client.query('begin'), batch, at)
    } catch (error) {
      await client.query('rollback').catch((fault: Error) => {
        broken = fault
      })
      throw error
    } finally {
      client.release(broken)
    }
  })
}

/**
 * Connections for posting alone. Each statement of a batch goes out at once, and each table is read by its index, also
 * before Postgres has counted the rows of a young one.
 */
export function openPosting(url: string, options: Pick<DbOptions, 'onError' | 'owner'>): Db {
  const settings = { enable_seqscan: 'off', enable_hashjoin: 'off', enable_mergejoin: 'off' }
  return openDb(url, { ...options, name: 'ledger.posting', max: 8, pipeline: true, settings })
}

/** The context of a command that a person or an operator asks for directly. */
export function asked(command: Command): Asked {
  const { correlationId, actor, traceparent } = currentContext()
  return { command, correlationId, actor, traceparent }
}
