import { createProvider, isTransient } from '@talad/shared/chain/client'
import { enqueue, jobByHash, startTxQueue, type TxChange } from '@talad/shared/chain/tx-queue'
import type { Tx } from '@talad/shared/db'
import type { Platform } from '@talad/shared/platform'
import { Wallet } from 'ethers'
import type { ShippingPaymentConfig } from '../config.ts'
import type { Delivery, Deps } from '../deps.ts'
import { changeShippingIn } from '../shipping/change.ts'
import type { Command } from '../shipping/decide.ts'

const JOB = 'delivery:'

function commandOf({ status, hash, failedReason, ...retries }: TxChange, now: Date): Command {
  if (status === 'failed' || status === 'canceled')
    return { type: 'FailDelivery', reason: failedReason ?? status, now }
  const { retryCount, retryReason } = retries
  return { type: 'RecordDelivery', txStatus: status, txHash: hash, retryCount, retryReason, now }
}

/** Notes on the shipping what became of its delivery; an incident calls a person. */
async function noteChange(tx: Tx, deps: Deps, change: TxChange): Promise<void> {
  const shippingId = change.id.slice(JOB.length)
  const { events } = await changeShippingIn(tx, deps, shippingId, commandOf(change, deps.now()))
  for (const event of events) {
    if (event.type !== 'IncidentRaised') continue
    const { incident, reason } = event.data
    deps.log.error({ shippingId, incident, reason }, 'a reorganisation contradicts money that has moved')
  }
}

/** The relayer's side of the chain (SP-24): one key, one queue, one job a shipping. */
export function createDelivery(platform: Platform, config: ShippingPaymentConfig): Delivery {
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
        settings: { untilDeadline: true }, // SP-24: the buyer has paid; an outage of some hours ends no purchase
        onChange: (tx, change) => noteChange(tx, deps, change),
      }),
    close: async () => provider.destroy(),
  }
}
