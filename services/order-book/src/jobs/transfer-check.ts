import type { Queryable } from '@talad/shared/db'
import { job } from '@talad/shared/jobs'
import { changeIn, load, transact } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { transferCheck } from '../order/due.ts'
import { lockRows } from '../order/row.ts'
import { orders, streamId } from '../order/stream.ts'

type Check = { tx_hash: string; block_hash: string; log_index: number; block_number: bigint }

async function findCheck(db: Queryable, hash: string, factKey: string): Promise<Check | undefined> {
  const found = await db.query<Check>(
    'select tx_hash, block_hash, log_index, block_number from transfer_check where hash = $1 and fact_key = $2',
    [hash, factKey],
  )
  return found.rows[0]
}

/**
 * OB-16: asks the chain what an outgoing transfer did to a listing, and lets the decider cancel the listing unless it
 * was its own fill, or left what is listed. Asked is the state at the transfer, never the present one: so the answer is
 * the same however late it is asked. A row stays until that is known; a reorganisation takes it away.
 */
export const transferCheckJob = job<{ hash: string; factKey: string }, Deps>(transferCheck, {
  async run({ hash, factKey }, { deps }) {
    const { db, chain, now } = deps
    const { terms } = (await load(db, orders, streamId(hash))).state
    const check = await findCheck(db, hash, factKey)
    if (!terms || !check) return
    const { tx_hash: txHash, log_index: logIndex, block_number: block, block_hash: blockHash } = check
    const fact = { key: factKey, kind: 'departed' as const, units: 0n, txHash, logIndex, block }
    const seen = await chain.departure(terms, { ...fact, blockHash })
    if (!seen) throw new Error(`the block ${blockHash} of ${txHash} is not of the chain, which may change`)
    await transact(deps, async (tx) => {
      await lockRows(tx, [hash])
      const taken = await tx.query<{ from_balance: bigint }>(
        'delete from transfer_check where hash = $1 and fact_key = $2 returning from_balance',
        [hash, factKey],
      )
      const [row] = taken.rows
      if (!row) return // taken back meanwhile
      const command = { type: 'SeeDeparture' as const, fact, fromBalance: row.from_balance, ...seen }
      await changeIn(tx, orders, streamId(hash), command, now())
    })
  },
})
