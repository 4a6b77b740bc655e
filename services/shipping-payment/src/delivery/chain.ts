import { createProvider } from '@talad/shared/chain/client'
import { asFields, goingRate } from '@talad/shared/chain/fees'
import { faultOf, refusesCall } from '@talad/shared/chain/rpc-error'
import {
  cancelJobs,
  enqueueAll,
  jobIdsByHash,
  startTxQueue,
  type Told,
  type TxChange,
  type TxJob,
} from '@talad/shared/chain/tx-queue'
import type { Queryable, Tx } from '@talad/shared/db'
import type { Loop } from '@talad/shared/loop'
import type { Platform } from '@talad/shared/platform'
import { formatEther, Wallet, ZeroAddress } from 'ethers'
import type { ShippingPaymentConfig } from '../config.ts'
import { type Handover, recipientCheck } from './recipient.ts'

/** The delivery of a paid shipping, and who paid. */
export type DeliveryJob = Pick<TxJob, 'data' | 'deadline' | 'context'> & { shippingId: string }

/** The relayer's side of the chain, as this service needs it; tests play it. */
export type Delivery = {
  /** hands deliveries of paid shippings to the relayer's queue, in the caller's transaction */
  enqueue(tx: Tx, jobs: readonly DeliveryJob[]): Promise<void>
  /** takes back those of which nothing is signed (CA-46), in the caller's transaction. @returns whose they are */
  cancel(tx: Tx, shippingIds: readonly string[]): Promise<Set<string>>
  /** would the relayer's call succeed now? @throws when the chain can't be asked */
  simulate(data: string): Promise<boolean>
  /** can this address hold what is handed over to it (SP-29)? @throws when the chain can't be asked */
  canHold(handover: Handover, recipient: string): Promise<boolean>
  /** whether there is code at this address, which may do what it likes. @throws when the chain can't be asked */
  isContract(address: string): Promise<boolean>
  /**
   * whether a delivery that reverted did so at its recipient: it burned much, or the item would have gone back to its
   * holder in the same block. @param toHolder calldata of that delivery. @throws when the chain can't be asked
   */
  recipientFailed(txHash: string, toHolder: string): Promise<boolean>
  /** the shippings that the relayer's own transactions deliver, by their hashes; anybody else's are left out */
  shippingsOf(db: Queryable, txHashes: readonly string[]): Promise<Map<string, string>>
  /** which wallet sent a transaction, in lower case. @throws when the node can't say */
  senderOf(txHash: string): Promise<string>
  /** starts the relayer's queue. @param onChange notes what became of deliveries, in the queue's transaction */
  start(onChange: (tx: Tx, changes: readonly Told[]) => Promise<void>): Loop
  /** what each of the relayers' wallets has, in whole coins. @throws when the chain can't be asked */
  funds(): Promise<{ address: string; coins: number }[]>
  /** readiness: the chain answers */
  check(): Promise<void>
  close(): Promise<void>
}

const JOB = 'delivery:'
const QUEUE = 'delivery'

/** The job of the queue that delivers a shipping. */
export function deliveryJob(shippingId: string): string {
  return JOB + shippingId
}

/** The shipping that a job of the queue delivers. */
export function shippingIdOf({ id }: Pick<TxChange, 'id'>): string {
  return id.slice(JOB.length)
}

/** The relayers' side of the chain (SP-24): one queue for their keys, one job a shipping. */
export function createDelivery(platform: Platform, config: ShippingPaymentConfig): Delivery {
  const provider = createProvider({ rpcUrl: config.RPC_URL, chainId: config.CHAIN_ID, timeoutMs: 5_000 })
  const wallets = config.RELAYER_KEYS.map((key) => new Wallet(key))
  // any of them: all are in office, or the deliveries of one are left to the others
  const from = wallets[0]?.address ?? ZeroAddress
  return {
    enqueue: (tx, jobs) =>
      enqueueAll(
        tx,
        jobs.map(({ shippingId, ...job }) => ({
          id: deliveryJob(shippingId),
          queue: QUEUE,
          to: config.SEAPORT_ADDRESS,
          ...job,
        })),
      ),
    async cancel(tx, shippingIds) {
      const canceled = await cancelJobs(tx, shippingIds.map(deliveryJob))
      return new Set([...canceled].map((id) => shippingIdOf({ id })))
    },
    async simulate(data) {
      const gasLimit = config.DELIVERY_GAS_LIMIT
      // on the block to come: an order may begin between the last one and now
      const call = { from, to: config.SEAPORT_ADDRESS, data, gasLimit, blockTag: 'pending' }
      try {
        // at the price that it will be sent with: a contract may do otherwise where gas costs nothing
        const priced = { ...call, ...asFields(await goingRate(provider)) }
        await provider.call(priced).catch((error: unknown) => {
          if (faultOf(error) !== 'empty') throw error
          return provider.call(call) // nothing is sent until the relayer has money again
        })
        return true
      } catch (error) {
        if (!refusesCall(error)) throw error
        return false
      }
    },
    isContract: async (address) => (await provider.getCode(address)) !== '0x',
    async recipientFailed(txHash, toHolder) {
      const receipt = await provider.getTransactionReceipt(txHash)
      if (!receipt) return false // the chain has taken it back
      if (receipt.gasUsed * 2n > config.DELIVERY_GAS_LIMIT) return true
      const call = { from: receipt.from, to: config.SEAPORT_ADDRESS, data: toHolder }
      try {
        await provider.call({ ...call, gasLimit: config.DELIVERY_GAS_LIMIT, blockTag: receipt.blockNumber })
        return true
      } catch (error) {
        if (!refusesCall(error)) throw error
        return false // a dead order reverts for everybody
      }
    },
    canHold: recipientCheck(provider, config.SEAPORT_ADDRESS),
    async shippingsOf(db, txHashes) {
      const jobs = await jobIdsByHash(db, txHashes)
      return new Map([...jobs].map(([hash, id]) => [hash, shippingIdOf({ id })]))
    },
    async senderOf(txHash) {
      const found = await provider.getTransaction(txHash)
      if (!found) throw new Error(`the node does not know transaction ${txHash}`)
      return found.from.toLowerCase()
    },
    funds: () =>
      Promise.all(
        wallets.map(async ({ address }) => ({
          address: address.toLowerCase(),
          coins: Number(formatEther(await provider.getBalance(address))),
        })),
      ),
    check: async () => void (await provider.getBlockNumber()),
    start: (onChange) =>
      startTxQueue({
        db: platform.db,
        notifier: platform.notifier,
        now: platform.now,
        onError: (error) => platform.log.error({ err: error }, 'delivery fault'),
        provider,
        queue: QUEUE,
        wallets,
        confirmations: config.CONFIRMATIONS,
        // SP-24: the buyer has paid; an outage of some hours ends no purchase
        settings: { untilDeadline: true, maxGas: config.DELIVERY_GAS_LIMIT },
        onChange,
      }),
    close: async () => provider.destroy(),
  }
}
