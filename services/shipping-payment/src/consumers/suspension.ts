import { lockContract, suspendedRanges, suspensions, tokenOf } from '@talad/market/suspensions'
import type { SuspensionChangedSchema } from '@talad/proto/moderation/v1/suspension'
import { covers } from '@talad/proto/nft-range'
import type { Tx } from '@talad/shared/db'
import { keepReplica } from '@talad/shared/replica'
import { type Asked, changeMany } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { shippings } from '../shipping/stream.ts'

type Open = { id: string; status: 'pending' | 'processing'; token_id: string }

/** SP-30: nothing of them is broadcast: they are canceled and their price given back; what is signed finishes. */
async function stop(tx: Tx, open: readonly Open[], deps: Deps, now: Date): Promise<void> {
  const paid = open.filter(({ status }) => status === 'processing')
  const canceled = await deps.delivery.cancel(
    tx,
    paid.map(({ id }) => id),
  )
  const asked = open.flatMap(({ id, status }): Asked<typeof shippings>[] => {
    const stream = shippings
    if (status === 'pending')
      return [{ stream, id, command: { type: 'Supersede', reason: 'suspended', now } }]
    return canceled.has(id)
      ? [{ stream, id, command: { type: 'FailDelivery', reason: 'suspended', now } }]
      : []
  })
  await changeMany(tx, asked, now)
}

/** Keeps what must not be sold, and stops the purchases of it that can still be stopped (SP-30, MO-7). */
export const suspensionChanged = keepReplica<typeof SuspensionChangedSchema, Deps>(suspensions, {
  group: 'shipping-payment.suspension',
  async each({ blockchain, contractAddress }, { tx, now }, deps) {
    const contract = { blockchain, contractAddress }
    await lockContract(tx, contract, 'suspension')
    const ranges = await suspendedRanges(tx, contract)
    if (ranges.length === 0) return
    const open = await tx.query<Open>(
      `select s.id, s.status, o.token_id from shipping s join order_replica o on o.hash = s.order_hash
       where o.blockchain = $1 and o.contract_address = $2 and s.status in ('pending', 'processing')`,
      [blockchain, contractAddress],
    )
    const covered = open.rows.filter(({ token_id: tokenId }) => {
      const token = tokenOf({ ...contract, tokenId })
      return ranges.some((range) => covers(range, token))
    })
    if (covered.length > 0) await stop(tx, covered, deps, now)
  },
})
