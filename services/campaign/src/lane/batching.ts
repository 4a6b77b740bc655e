import type { Tx } from '@talad/shared/db'
import { jobType } from '@talad/shared/jobs'
import { z } from 'zod'

/** Due when mints of a contract may go out together. */
export const mintBatch = jobType('mint.batch', z.object({ contractId: z.string() }))

/** Due when a batch has ended without being mined: the chain is asked what it has of it. */
export const mintJudgement = jobType('mint.judgement', z.object({ batchId: z.string(), reason: z.string() }))

/** Due when a contract mints again: what waited for it and for a wallet goes on, so many holders at a time. */
export const mintsWaiting = jobType('mint.waiting', z.object({ contractId: z.string(), after: z.string() }))

/** What is asked for within this time goes out together. */
const LINGER_MS = 200

/**
 * Has the mints of contracts batched, in the transaction that makes them wait.
 * @param contracts by their ids, and since when
 * @param lingerMs 0 where as many wait as go together
 */
export const batching = (tx: Tx, contracts: ReadonlyMap<string, Date>, lingerMs = LINGER_MS) =>
  mintBatch.enqueue(
    tx,
    [...contracts].map(([contractId, now]) => ({
      key: contractId,
      payload: { contractId },
      at: new Date(now.getTime() + lingerMs),
    })),
  )
