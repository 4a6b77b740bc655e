import { currentContext } from '@talad/shared/context'
import { allDone, type Db, type DbOptions, isConnectionFault, openDb, type Tx } from '@talad/shared/db'
import { retryConflicts } from '@talad/shared/handle'
import { lockBooks, shippingOf } from './books-store.ts'
import type { Command } from './commands.ts'
import { type Asked, decideAll, type Posted } from './decide-batch.ts'
import { type Bodies, bodiesOf, takeKeys } from './keys-store.ts'
import { createKnownBooks, type KnownBooks } from './known-books.ts'
import { type Decided, writeBatch } from './write.ts'

/** What posting works with: connections for it alone, and what is known of the books. */
export type Posting = { db: Db; known: KnownBooks }

/**
 * Opens what posting works with. Each statement of a batch goes out at once, and each table is read by its index, also
 * before Postgres has counted the rows of a young one.
 */
export function openPosting(url: string, options: Pick<DbOptions, 'onError' | 'owner'>): Posting {
  const settings = { enable_seqscan: 'off', enable_hashjoin: 'off', enable_mergejoin: 'off' }
  const db = openDb(url, { ...options, name: 'ledger.posting', max: 8, pipeline: true, settings })
  return { db, known: createKnownBooks() }
}

type Begun = { tx: Tx; begun: Promise<unknown> }

async function writeAndCommit({ tx, begun }: Begun, decided: Decided, keys: Bodies, at: Date): Promise<void> {
  const [, , end] = await allDone([begun, writeBatch(tx, decided, keys, at), tx.query('commit')])
  if (end.command !== 'COMMIT') throw new Error(`a batch was not committed: ${end.command}`)
}

/** A transaction whose first statements needn't wait until it has begun. */
async function inOneGo<T>(db: Db, work: (tx: Begun) => Promise<T>): Promise<T> {
  const client = await db.connect()
  let broken: Error | undefined
  try {
    return await work({ tx: client, begun: client.query('begin') })
  } catch (error) {
    await client.query('rollback').catch((fault: Error) => {
      broken = fault
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/** Whether all that the commands were decided on will be written, so that it is found out if it is out of date. */
function changesAll(commands: readonly Command[], { before, after }: Decided): boolean {
  const shippings = commands.map(shippingOf).filter((id) => id !== undefined)
  return (
    [...before.accounts].every(([key, was]) => after.accounts.get(key) !== was) &&
    shippings.every((id) => after.escrows.get(id) !== before.escrows.get(id))
  )
}

/** What is to be posted: commands with the hashes of their bodies. */
type Waiting = { batch: readonly Asked[]; commands: readonly Command[]; bodies: Bodies; at: Date }

/**
 * Decides on what is known of the books, and writes where they still are so: one trip to the database.
 * @returns undefined when too little is known, or the books or keys turn out to be others: nothing is posted then
 */
async function postKnown({ db, known }: Posting, { batch, commands, bodies, at }: Waiting) {
  const before = known.take(commands)
  if (before === undefined) return undefined
  const decided = decideAll(batch, new Set(bodies.keys()), before, at)
  if (!changesAll(commands, decided)) return undefined
  try {
    await inOneGo(db, (begun) => writeAndCommit(begun, decided, bodies, at))
  } catch (error) {
    // books that are out of date may also break what the database holds: what is really wrong shows under locks
    if (!isConnectionFault(error)) return undefined
    throw error
  }
  known.put(decided.after)
  return decided.posted
}

const NO_KEYS: Bodies = new Map()

/** Locks what a batch touches, then decides and writes it: two trips to the database. */
async function postLocked(
  { db, known }: Posting,
  { batch, commands, bodies, at }: Waiting,
): Promise<Posted[]> {
  const decided = await inOneGo(db, async ({ tx, begun }) => {
    // accounts first: whoever posts on them at this moment is waited for
    const [, before, fresh] = await allDone([begun, lockBooks(tx, commands), takeKeys(tx, bodies)])
    const result = decideAll(batch, fresh, before, at)
    await writeAndCommit({ tx, begun }, result, NO_KEYS, at)
    return result
  })
  known.put(decided.after)
  return decided.posted
}

/**
 * Posts what is waiting, in order, in one transaction: at once where the books are known, otherwise after its rows are
 * locked. A command that business refuses leaves a `CommandRefused` and doesn't hold up the others. A transaction that
 * lost a race is run again (LG-9).
 * @throws KeyReused when a key comes again with another body; nothing of the batch is posted then
 */
export async function post(posting: Posting, batch: readonly Asked[], at: Date): Promise<Posted[]> {
  const commands = batch.map((asked) => asked.command)
  const waiting = { batch, commands, bodies: bodiesOf(commands), at }
  return (await postKnown(posting, waiting)) ?? retryConflicts(() => postLocked(posting, waiting))
}

/** The context of a command that a person or an operator asks for directly. */
export function asked(command: Command): Asked {
  const { correlationId, actor, traceparent } = currentContext()
  return { command, correlationId, actor, traceparent }
}
