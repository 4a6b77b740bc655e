import { activityCheck } from '@talad/order-book/order/due'
import { orders, streamId } from '@talad/order-book/order/stream'
import { type Db, inTx, type Tx } from '@talad/shared/db'
import { hashOf } from '@talad/shared/json'
import { changeIn, load } from '@talad/shared/stream'

const AT_ONCE = 100
const LIMITS = { ordersPerCustomer: 1_000_000, ordersPerAsset: 5 }

/**
 * Lists tokens past the call, by the decider of the order book and with the terms of a listing that was put: everything
 * that follows from an order follows from these too, but that the chain is asked about them.
 */
export async function listPast(book: Db, like: string, tokenIds: readonly string[]): Promise<void> {
  const { terms } = (await load(book, orders, streamId(like))).state
  if (!terms) throw new Error(`there is no order ${like}`)
  const put = async (tx: Tx, tokenId: string, now: Date) => {
    const hash = `0x${hashOf(['listing', tokenId])}`
    const own = { ...terms, hash, orderId: hash.slice(2, 26), tokenId }
    const open = { ofCustomer: 0, ofAsset: 0 }
    const command = { type: 'Put' as const, terms: own, limits: LIMITS, open, raised: [], suspended: false }
    await changeIn(tx, orders, streamId(hash), command, now)
    return hash
  }
  for (let from = 0; from < tokenIds.length; from += AT_ONCE)
    await inTx(book, async (tx) => {
      const now = new Date()
      const hashes: string[] = []
      for (const tokenId of tokenIds.slice(from, from + AT_ONCE)) hashes.push(await put(tx, tokenId, now))
      await tx.query('delete from kit.job where task = $1 and key = any($2)', [activityCheck.name, hashes])
    })
}
