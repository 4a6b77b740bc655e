import { job } from '@talad/shared/jobs'
import { transact } from '@talad/shared/stream'
import { findContract } from '../contract/rows.ts'
import type { Deps } from '../deps.ts'
import { batching, mintBatch } from '../lane/batching.ts'
import { isPaused } from '../lane/pause.ts'
import { sendBatch, type Waiting } from '../lane/send.ts'

/** Mints that go out in one transaction. */
export const BATCH_SIZE = 50
/** Batches of a contract that may wait for their nonce: what comes meanwhile goes together. */
const MOST_WAITING = 2

/**
 * Takes mints that wait into a batch, in the order in which they were asked for. Again when a batch gets its nonce, when
 * one ends, when a mint is asked for, and when the lane goes on.
 */
export const mintBatchJob = job<{ contractId: string }, Deps>(mintBatch, {
  run: ({ contractId }, { deps }) =>
    transact(deps, async (tx) => {
      const contract = await findContract(tx, contractId)
      if (!contract || contract.address === null || (await isPaused(tx, contract.lane))) return
      const { lane, address } = contract
      const { rows: waiting } = await tx.query(
        `select 1 from mint_batch where contract_id = $1 and not ended and tx_status = 'pending' limit $2`,
        [contractId, MOST_WAITING],
      )
      if (waiting.length >= MOST_WAITING) return
      const { rows: mints } = await tx.query<Waiting>(
        `select id, chain_key, receiver, token_id from mint where contract_id = $1 and state = 'open' and batch_id is null
         order by seq limit $2 for update skip locked`,
        [contractId, BATCH_SIZE],
      )
      if (mints.length === 0) return
      const now = deps.now()
      await sendBatch(tx, deps, { contractId, lane, address }, mints, now)
      if (mints.length === BATCH_SIZE) await batching(tx, new Map([[contractId, now]]), 0)
    }),
})
