import { load } from '@talad/shared/handle'
import type { Sweeper } from '@talad/shared/sweeper'
import type { Deps } from '../deps.ts'
import { changeIn, changing } from '../order/change.ts'
import { orders, streamId } from '../order/stream.ts'

type Due = {
  hash: string
  fact_key: string
  tx_hash: string
  log_index: number
  block_number: bigint
  from_balance: bigint
}

/**
 * OB-16: asks the chain whether an outgoing transfer was the listing's own fill, and lets the decider cancel the
 * listing when it was not. A row stays until that is known; a reorganisation takes it away.
 */
export function departureSweeper(deps: Deps): Sweeper<Due> {
  const { db, chain, now } = deps
  return {
    name: 'order-book.departure',
    everyMs: 2_000,
    key: (item) => `${item.hash}:${item.fact_key}`,
    async due() {
      const found = await db.query<Due>(
        `select hash, fact_key, tx_hash, log_index, block_number, from_balance
         from departure order by block_number, log_index limit 50`,
      )
      return found.rows
    },
    async run(item) {
      const { terms } = (await load(db, orders, streamId(item.hash))).state
      if (!terms) return
      const { hash } = item
      const holding = {
        offerer: terms.offerer,
        contract: terms.contract,
        contractType: terms.contractType,
        tokenId: terms.tokenId,
      }
      const ownFill = await chain.filledBy(item.tx_hash, hash)
      if (ownFill === undefined) throw new Error(`transaction ${item.tx_hash} is not mined`)
      const left = (await chain.listing(hash, holding)).left(terms.amount)
      await changing(deps, async (tx) => {
        const taken = await tx.query('delete from departure where hash = $1 and fact_key = $2', [
          hash,
          item.fact_key,
        ])
        if (taken.rowCount === 0) return // reverted meanwhile
        const fact = {
          key: item.fact_key,
          kind: 'departed' as const,
          units: 0n,
          txHash: item.tx_hash,
          logIndex: item.log_index,
          block: item.block_number,
        }
        const fromBalance = item.from_balance
        await changeIn(tx, hash, { type: 'SeeDeparture', fact, ownFill, fromBalance, left }, now())
      })
    },
  }
}
