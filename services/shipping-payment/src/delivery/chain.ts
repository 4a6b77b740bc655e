import { createProvider, isTransient } from '@talad/shared/chain/client'
import { enqueue, jobByHash, startTxQueue, type TxChange } from '@talad/shared/chain/tx-queue'
import type { Tx } from '@talad/shared/db'
import type { Loop } from '@talad/shared/loop'
import type { Platform } from '@talad/shared/runtime'
import { Wallet } from 'ethers'
import type { ShippingPaymentConfig } from '../config.ts'
import type { Delivery, Deps } from '../deps.ts'
import { changeShippingIn } from '../shipping/change.ts'

const JOB = 'delivery:'

export type ChainDelivery = Delivery & {
  /** starts the relayer's queue; its changes are noted on the shippings in the same transaction */
  start(deps: Deps): Loop
  /** readiness: the chain answers */
  check(): Promise<void>
  close(): Promise<void>
}

async function noteChange(tx: Tx, deps: Deps, change: TxChange): Promise<void> {
  const shippingId = change.id.slice(JOB.length)
  const now = deps.now()
  const { status, hash, retryCount, retryReason, failedReason } = change
  if (status === 'failed' || status === 'canceled') {
    await changeShippingIn(tx, deps, shippingId, {
      type: 'FailDelivery',
      reason: failedReason ?? status,
      now,
    })
    return
  }
  await changeShippingIn(tx, deps, shippingId, {
    type: 'RecordDelivery',
    txStatus: status,
    txHash: hash,
    retryCount,
    retryReason,
    now,
  })
}

/** The relayer's side of the chain (SP-24): one key, one queue, one job a shipping. */
export function createDelivery(platform: Platform, config: ShippingPaymentConfig): ChainDelivery {
  const provider = createProvider({ rpcUrl: config.RPC_URL, chainId: config.CHAIN_ID, timeoutMs: 5_000 })
  const relayer = new Wallet(config.RELAYER_KEY)
  return {
    enqueue: (tx, { shippingId, data, deadline }) =>
      enqueue(tx, {
        id: JOB + shippingId,
        signer: relayer.address.toLowerCase(),
        to: config.SEAPORT_ADDRESS,
        data,
        deadline,
      }),
    async simulate(data) {
      try {
        // on the block to come: an order may begin between the last one and now
        await provider.call({ from: relayer.address, to: config.SEAPORT_ADDRESS, data, blockTag: 'pending' })
        return true
      } catch (error) {
        if (isTransient(error)) throw error
        return false
      }
    },
    hasCode: async (address) => (await provider.getCode(address)) !== '0x',
    shippingOf: async (db, txHash) => (await jobByHash(db, txHash))?.id.slice(JOB.length),
    check: async () => void (await provider.getBlockNumber()),
    start: (deps) =>
      startTxQueue({
        db: platform.db,
        wake: platform.wake,
        now: platform.now,
        onError: (error) => platform.log.error({ err: error }, 'delivery fault'),
        provider,
        wallets: [relayer],
        confirmations: config.CONFIRMATIONS,
        onChange: (tx, change) => noteChange(tx, deps, change),
      }),
    close: async () => provider.destroy(),
  }
}
