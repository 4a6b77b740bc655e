import { describeFault, faultOf } from '@talad/shared/chain/rpc-error'
import type { Db, Queryable } from '@talad/shared/db'
import { ChainMoved, LogsMissing, NodeBehind } from '../chain/node-faults.ts'
import type { FaultKind } from './judge-node.ts'

/** The node is of another chain than the configuration says. */
export class WrongChain extends Error {
  constructor(answered: number, expected: number) {
    super(`the node is of chain ${answered}, not ${expected}`)
    this.name = 'WrongChain'
  }
}

/** Errors of the database carry an SQLSTATE: they are nothing of the node. */
const isDatabaseFault = (error: unknown) =>
  error instanceof Error && 'code' in error && /^[0-9A-Z]{5}$/.test(String(error.code)) && 'severity' in error

function kindOf(error: unknown): FaultKind {
  if (error instanceof WrongChain) return 'wrong_chain'
  if (error instanceof NodeBehind || error instanceof ChainMoved) return 'behind'
  if (error instanceof LogsMissing) return 'incomplete'
  if (isDatabaseFault(error)) return 'other'
  return faultOf(error) === 'throttled' ? 'limited' : 'away'
}

async function saveFault(db: Queryable, error: unknown, now: Date): Promise<void> {
  await db.query(
    `insert into scan_fault as f (id, kind, says, since, at, times) values (1, $1, $2, $3, $3, 1)
     on conflict (id) do update set kind = excluded.kind, says = excluded.says, at = excluded.at, times = f.times + 1`,
    [kindOf(error), describeFault(error), now],
  )
}

/**
 * Keeps down why the scan stands still, for whoever looks at the index: each failed step, and that it goes on. What can't
 * be noted is no fault of the scan.
 */
export function withFaultsNoted<T>(
  { db, now }: { db: Db; now: () => Date },
  step: () => Promise<T>,
): () => Promise<T> {
  let mayStand = true // from before this process
  return async () => {
    try {
      const done = await step()
      if (mayStand) await db.query('delete from scan_fault')
      mayStand = false
      return done
    } catch (error) {
      mayStand = true
      await saveFault(db, error, now()).catch(() => undefined)
      throw error
    }
  }
}
