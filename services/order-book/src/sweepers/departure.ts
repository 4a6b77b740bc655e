import { load } from '@talad/shared/handle'
import type { Sweeper } from '@talad/shared/sweeper'
import type { Deps } from '../deps.ts'
import { changeIn, changing } from '../order/change.ts'
import { lockGuard } from '../order/guard.ts'
import { orders, streamId } from '../order/stream.ts'

type Due = {
  hash: string
  fact_key: string
  tx_hash: string
  block_hash: string
  log_index: number
  block_number: bigint
}

/**
 * OB-16: asks the chain what an outgoing transfer did to a listing, and lets the decider cancel the listing unless it
 * was its own fill, or left what is listed. Asked is the state at the transfer, never the present one: so the answer is
 * the same however late it is asked. A row stays until that is known; a reorganisation takes it away.
 */
export function departureSweeper(deps: Deps): Sweeper<Due> {
  const { db, chain, now } = deps
  return {
    name: 'order-book.departure',
    everyMs: 2_000,
    key: (item) => `${item.hash}:${item.fact_key}`,
    async due() {
      const found = await db.query<Due>(
        `select hash, fact_key, tx_hash, block_hash, log_index, block_number
         from departure order by block_number, log_index limit 50`,
      )
      return found.rows
    },
    async run(item) {
      const { terms } = (await load(db, orders, streamId(item.hash))).state
      if (!terms) return
      const { hash } = item
      const fact = {
        key: item.fact_key,
        kind: 'departed' as const,
        units: 0n,
        txHash: item.tx_hash,
        logIndex: item.log_index,
        block: item.block_number,
      }
      const seen = await chain.departure(terms, { ...fact, blockHash: item.block_hash })
      if (!seen)
        throw new Error(
          `the block ${item.block_hash} of ${item.tx_hash} is not of the chain, which may change`,
        )
      await changing(deps, async (tx) => {
        await lockGuard(tx, hash)
        const taken = await tx.query<{ from_balance: bigint }>(
          'delete from departure where hash = $1 and fact_key = $2 returning from_balance',
          [hash, item.fact_key],
        )
        const [row] = taken.rows
        if (!row) return // reverted meanwhile
        const command = { type: 'SeeDeparture' as const, fact, fromBalance: row.from_balance, ...seen }
        await changeIn(tx, hash, command, now())
      })
    },
  }
}
