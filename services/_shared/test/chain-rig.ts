import { startAnvil } from '@talad/contracts/anvil'
import { callRpc } from '@talad/contracts/rpc'
import { type HDNodeWallet, toQuantity, Wallet } from 'ethers'
import { inject } from 'vitest'
import { z } from 'zod'
import { createProvider } from '../src/chain/client.ts'
import type { TxSettings } from '../src/chain/tx-lane.ts'
import {
  enqueue,
  jobById,
  startTxQueue,
  type TxChange,
  type TxJob,
  type TxRecord,
} from '../src/chain/tx-queue.ts'
import { type Clock, systemClock } from '../src/clock.ts'
import { type Db, inTx, openDb, type Tx } from '../src/db.ts'
import { createNotifier } from '../src/notifier.ts'
import { createTestDatabase } from '../src/testing/postgres.ts'
import { startProxy } from '../src/testing/rpc-proxy.ts'
import { until } from '../src/testing/wait.ts'

/** One effect on chain is one wei at a fresh address, so doing a job twice shows. */
export const ONE = 1n
const RICH = 10n ** 20n

export const FAST: Partial<TxSettings> = {
  backoffMs: 40,
  maxBackoffMs: 400,
  stuckMs: 700,
  rebroadcastMs: 200,
  pollMs: 25,
}

export type Rig = Awaited<ReturnType<typeof startRig>>

/** A chain behind a proxy that can misbehave, and a database; each test brings a key of its own. */
export async function startRig() {
  const anvil = await startAnvil()
  const proxy = await startProxy(anvil.rpcUrl)
  const database = await createTestDatabase(inject('postgres'))
  const db = openDb(database.url)
  const notifier = createNotifier(db)
  const rpc = (method: string, ...params: unknown[]) => callRpc(anvil.rpcUrl, method, params)
  const balance = async (address: string) =>
    BigInt(z.string().parse(await rpc('eth_getBalance', address, 'latest')))

  return {
    anvil,
    proxy,
    db,
    notifier,
    rpc,
    balance,
    nonce: async (address: string) =>
      Number(z.string().parse(await rpc('eth_getTransactionCount', address, 'latest'))),
    mine: (blocks = 1) => rpc('anvil_mine', toQuantity(blocks)),
    async reset() {
      proxy.rule = () => undefined
      proxy.calls.length = 0
      await rpc('anvil_dropAllTransactions')
      await rpc('evm_setAutomine', true)
    },
    async close() {
      await notifier.close()
      await db.end()
      await database.drop()
      await proxy.close()
      await anvil.stop()
    },
  }
}

/** This much later than now. */
export const inMs = (now: Clock, ms: number): Date => new Date(now().getTime() + ms)

/** A pause after a fault that ends only when the test lets time pass: what comes before it can be looked at. */
export const UNTIL_TOLD_MS = 60_000
export const RESTING: Partial<TxSettings> = { backoffMs: UNTIL_TOLD_MS, maxBackoffMs: UNTIL_TOLD_MS }

let numbers = 0

/** A fresh key with its queue, which can be stopped and started again. */
export async function startKey(
  rig: Rig,
  options: {
    money?: bigint
    confirmations?: number
    settings?: Partial<TxSettings>
    timeoutMs?: number
    onChange?: (tx: Tx, change: TxChange) => Promise<void>
    stopped?: boolean
    /** how the queue reaches the database, if not as everybody does */
    db?: Db
    wallet?: HDNodeWallet
    /** several keys for one queue, in place of one */
    wallets?: HDNodeWallet[]
  } = {},
) {
  const wallet = options.wallet ?? options.wallets?.[0] ?? Wallet.createRandom()
  const name = `queue of ${wallet.address}`
  for (const { address } of options.wallets ?? [wallet])
    await rig.rpc('anvil_setBalance', address, toQuantity(options.money ?? RICH))
  let wallets = options.wallets ?? [wallet]
  const changes: TxChange[] = []
  const errors: string[] = []
  let aheadMs = 0
  const now: Clock = () => new Date(systemClock().getTime() + aheadMs)

  function run() {
    const provider = createProvider({
      rpcUrl: rig.proxy.url,
      chainId: rig.anvil.chainId,
      timeoutMs: options.timeoutMs ?? 2_000,
    })
    const queue = startTxQueue({
      db: options.db ?? rig.db,
      notifier: rig.notifier,
      now,
      onError: (error) => errors.push(String(error)),
      provider,
      queue: name,
      wallets,
      confirmations: options.confirmations ?? 1,
      settings: { ...FAST, ...options.settings },
      onChange: async (tx, told) => {
        for (const { context: _, ...change } of told) await options.onChange?.(tx, change)
        changes.push(...told.map(({ context: _, ...change }) => change))
      },
    })
    return {
      wake: queue.wake,
      async close() {
        await queue.close()
        provider.destroy()
      },
    }
  }
  let running = options.stopped ? undefined : run()

  const key = {
    wallet,
    queue: name,
    changes,
    errors,
    now,
    /** Lets the queue's time pass at once. */
    passTime(ms: number) {
      aheadMs += ms
      running?.wake()
    },
    start() {
      running = run()
    },
    /** takes effect at the next start */
    setWallets(others: HDNodeWallet[]) {
      wallets = others
    },
    async stop() {
      await running?.close()
      running = undefined
    },
    /** @returns the job; its effect goes to a fresh address unless it names another */
    async ask(job: Partial<TxJob> = {}): Promise<TxJob> {
      const full: TxJob = {
        id: `job-${++numbers}`,
        queue: name,
        to: Wallet.createRandom().address,
        data: '0x',
        value: ONE,
        deadline: inMs(key.now, 3_600_000),
        ...job,
      }
      await inTx(rig.db, (tx) => enqueue(tx, full))
      running?.wake()
      return full
    },
    job: async (id: string): Promise<TxRecord> => {
      const found = await jobById(rig.db, id)
      if (!found) throw new Error(`no job ${id}`)
      return found
    },
    /** Waits until the job has a status and reads it: one that stays, or the wait may look past it. */
    reaches: (id: string, status: TxChange['status']): Promise<TxRecord> =>
      until(`job ${id} is ${status}`, async () => {
        const found = await key.job(id)
        return found.status === status && found
      }),
    statuses: (id: string) => changes.filter((change) => change.id === id).map((change) => change.status),
  }
  return key
}
