import { standings } from '@talad/market/standing'
import { lockContract, lockContracts, suspendedOf, suspensions } from '@talad/market/suspensions'
import type { SuspensionChangedSchema } from '@talad/proto/moderation/v1/suspension'
import type { Tx } from '@talad/shared/db'
import { keepReplica } from '@talad/shared/replica'
import { type Asked, changeMany } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { shippings } from '../shipping/stream.ts'

type Contract = { blockchain: string; contractAddress: string }
type Open = { id: string; status: 'pending' | 'processing'; tokenId: string }

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

/** Stops the open purchases in a contract that something suspended covers. Whoever calls stands in line. */
async function stopSuspended(tx: Tx, { blockchain, contractAddress }: Contract, deps: Deps, now: Date) {
  const open = await tx.query<Open>(
    `select s.id, s.status, o.token_id as "tokenId" from shipping s join order_replica o on o.hash = s.order_hash
     where o.blockchain = $1 and o.contract_address = $2 and s.status in ('pending', 'processing')`,
    [blockchain, contractAddress],
  )
  const items = open.rows.map((one) => ({ ...one, blockchain, contractAddress }))
  const covered = items.length > 0 ? await suspendedOf(tx, items) : []
  if (covered.length > 0) await stop(tx, covered, deps, now)
}

/** Keeps what must not be sold, and stops the purchases of it that can still be stopped (SP-30, MO-7). */
export const suspensionChanged = keepReplica<typeof SuspensionChangedSchema, Deps>(suspensions, {
  group: 'shipping-payment.suspension',
  async each({ blockchain, contractAddress }, { tx, now }, deps) {
    const contract = { blockchain, contractAddress }
    await lockContract(tx, contract, 'suspension')
    await stopSuspended(tx, contract, deps, now)
  },
})

/** MO-1: keeps what assets stand for, and stops purchases of what turns out to stand for something suspended. */
export const standingChanged = keepReplica<typeof standings.event, Deps>(standings, {
  group: 'shipping-payment.standing',
  lingerMs: 200,
  async run(assets, { tx, now }, deps) {
    const standing = assets.filter(({ abstractKind }) => abstractKind !== '')
    const contracts = standing.map(({ blockchain, contractAddress }) => ({
      blockchain,
      contractAddress: contractAddress.toLowerCase(),
    }))
    await lockContracts(tx, contracts, 'suspension')
    const byAddress = new Map(contracts.map((contract) => [contract.contractAddress, contract]))
    for (const contract of byAddress.values()) await stopSuspended(tx, contract, deps, now)
  },
})
