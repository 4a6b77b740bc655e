import { type Db, inTx, type Queryable } from '@talad/shared/db'
import { followChain } from './chain.ts'
import { beginProof, type Head, type Progress } from './progress.ts'
import { proveAccounts, proveHolds, proveTotals } from './sums.ts'

function pieceOf(db: Queryable, progress: Progress): Promise<Progress> {
  switch (progress.phase) {
    case 'chain':
      return followChain(db, progress)
    case 'totals':
      return proveTotals(db, progress)
    case 'accounts':
      return proveAccounts(db, progress)
    case 'holds':
      return proveHolds(db, progress)
    case 'done':
      return Promise.resolve(progress)
  }
}

/** Does the next piece of a proof, in a short transaction of its own that sees the books at one moment (LG-17). */
export function provePiece(db: Db, progress: Progress): Promise<Progress> {
  return inTx(db, async (tx) => {
    await tx.query('set transaction isolation level repeatable read read only')
    return pieceOf(tx, progress)
  })
}

/** `transfers`: how many the whole chain covers. */
export type Verification = { transfers: bigint; faults: string[] }

/**
 * Proves the books at once: the chain from the stored events and flows, every balance from its flows, every lock and every
 * captured amount from its hold, and that all sum to zero.
 * @param published a head that was published before
 * @returns each fault in one line; none: the books are whole
 */
export async function verifyLedger(db: Db, published?: Head): Promise<Verification> {
  let progress = beginProof(published)
  while (progress.phase !== 'done') progress = await provePiece(db, progress)
  return { transfers: progress.head.transfers, faults: progress.found }
}
