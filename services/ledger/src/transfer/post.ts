import { randomUUID } from 'node:crypto'
import { currentContext } from '@talad/shared/context'
import { type Db, type DbOptions, openDb, settleAll, type Tx } from '@talad/shared/db'
import { VersionConflict } from '@talad/shared/event-log'
import { lockKey } from '@talad/shared/lock-key'
import { retryOnConflict } from '@talad/shared/lost-race'
import type { Command } from './commands.ts'
import { type Asked, decideBatch, type Result } from './decide-batch.ts'
import { bodiesOf, earlierResults, takeKeys } from './keys-store.ts'
import { lockState } from './state-store.ts'
import { writeBatch } from './write.ts'

/**
 * Opens the connections of posting. Each statement of a batch goes out at once, and each table is read by its index, also
 * before Postgres has counted the rows of a young one.
 */
export function openPosting(url: string, options: Pick<DbOptions, 'onError' | 'owner'>): Db {
  const settings = { enable_seqscan: 'off', enable_hashjoin: 'off', enable_mergejoin: 'off' }
  return openDb(url, { ...options, name: 'ledger.posting', max: 8, pipeline: true, settings })
}

/** LG-9 */
const RETRIES = 3

/** Runs `work` in a transaction whose first statements needn't wait until it has begun. @returns what was committed */
async function inPipelinedTx<T>(db: Db, work: (tx: Tx, begun: Promise<unknown>) => Promise<T>): Promise<T> {
  const client = await db.connect()
  let broken: Error | undefined
  try {
    return await work(client, client.query('begin'))
  } catch (error) {
    await client.query('rollback').catch((fault: Error) => {
      broken = fault
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/** Who was overtaken once posts alone: its transaction is then the youngest of all that have written. */
const lockPosting = (tx: Tx, attempt: number) =>
  lockKey(tx, 'ledger.posting', attempt > 1 ? 'exclusive' : 'shared')

/**
 * Locks what a batch touches, then decides and writes it: two trips to the database.
 *
 * The log is read in the order of transactions, which get their place as they lock their first row. One that then waits for
 * an account until a younger one has written it would be read before that one, though it comes after it: it is run again.
 * @throws VersionConflict when it was overtaken so
 */
function postOnce(db: Db, batch: readonly Asked[], at: Date, attempt: number): Promise<Result[]> {
  const commands = batch.map(({ command }) => command)
  const bodies = bodiesOf(commands)
  const id = randomUUID()
  return inPipelinedTx(db, async (tx, begun) => {
    // accounts first: whoever posts on them at this moment is waited for
    const [, , { writers, ...before }, { fresh, earlier, txid }] = await settleAll([
      begun,
      lockPosting(tx, attempt),
      lockState(tx, commands),
      takeKeys(tx, bodies, id),
    ])
    if (txid !== undefined && writers.some((writer) => writer > txid))
      throw new VersionConflict('posting', attempt)
    const known = { fresh, earlier: await earlierResults(tx, earlier) }
    const decided = decideBatch(batch, known, before, at)
    const [, end] = await settleAll([writeBatch(tx, id, decided, at), tx.query('commit')])
    if (end.command !== 'COMMIT') throw new Error(`a batch was not committed: ${end.command}`)
    return decided.results
  })
}

/**
 * Posts what is waiting, in order, in one transaction. A command that business refuses leaves a `CommandRefused` and
 * doesn't hold up the others; one that was posted before has its stored result (LG-7). A transaction that lost a race is
 * run again (LG-9).
 * @param db as `openPosting` opens it
 * @throws KeyReused when a key comes again with another body; nothing of the batch is posted then
 */
export function post(db: Db, batch: readonly Asked[], at: Date): Promise<Result[]> {
  return retryOnConflict((attempt) => postOnce(db, batch, at, attempt), 1 + RETRIES)
}

/** The context of a command that a person or an operator asks for directly. */
export function asked(command: Command): Asked {
  const { correlationId, actor, site, traceparent } = currentContext()
  return { command, correlationId, actor, site, traceparent }
}
