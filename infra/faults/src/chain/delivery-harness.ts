import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cancelData } from '@talad/contracts/calldata'
import type { OrderComponents } from '@talad/contracts/seaport'
import { until } from '@talad/shared/testing/wait'
import { Wallet } from 'ethers'
import { hookOption } from '../crash/system.ts'
import { CONFIRMATIONS, SELLER } from './deliveries.ts'
import { type Miner, startMiner } from './miner.ts'
import type { ChainHarness } from './on-chain.ts'
import { type Choice, startRpcProxy } from './rpc-proxy.ts'
import { type Shop, startShop } from './shop.ts'
import { signedOrder } from './signed-order.ts'
import type { TestChain } from './test-chain.ts'

/** Hands signed bytes to a node. */
export const SEND = 'eth_sendRawTransaction'
export const BLOCK_MS = 300

/** Where deliveries meet trouble: a shop behind a node and a chain that do what they are told. */
export type DeliveryHarness = {
  chain: TestChain
  shop: Shop
  miner: Miner
  /** what the node does from now on; it behaves when nothing is said */
  misbehave(choice?: Choice): void
  /** all that was ever bought */
  purchases: Purchase[]
}

export type Purchase = {
  id: string
  orderHash: string
  components: OrderComponents
  /** it is delivered although the buyer has the money again: nobody could have held it up (decision 9) */
  comesTrue?: true
}

/** A shop whose process can be told where to die, with a queue that is in a hurry. */
export async function openDeliveryHarness(
  { chain, harness }: ChainHarness,
  folder: string,
): Promise<DeliveryHarness> {
  let choose: Choice = () => undefined
  const proxy = await startRpcProxy(chain.anvil.rpcUrl, (method) => choose(method))
  harness.closing.add('the way to the node', proxy.close)
  const hurry = pathToFileURL(join(import.meta.dirname, 'short-times.ts')).href
  const shop = await startShop(
    { chain, harness },
    {
      rpcUrl: proxy.url,
      confirmations: CONFIRMATIONS,
      nodeOptions: `${hookOption(folder)} --import=${hurry}`,
    },
  )
  const miner = startMiner(chain, BLOCK_MS)
  harness.closing.add('the miner', miner.stop)
  return {
    chain,
    shop,
    miner,
    purchases: [],
    misbehave(choice = () => undefined) {
      choose = choice
    },
  }
}

const ENDED_MS = 60_000

export type Job = {
  status: string
  nonce: number | null
  hash: string | null
  block: bigint | null
  block_hash: string | null
  retry_reason: string | null
  attempts: { hash: string; nonce: number; raw: string; filler: boolean }[]
}

async function jobOf({ shop }: DeliveryHarness, { id }: Purchase): Promise<Job | undefined> {
  const { rows } = await shop.db.query<Job>(
    `select status, nonce, hash, block, block_hash, retry_reason,
       (select coalesce(json_agg(json_build_object('hash', a.hash, 'nonce', a.nonce, 'raw', a.raw, 'filler', a.filler)
         order by a.seq), '[]') from kit.chain_tx_attempt a where a.job_id = t.id) as attempts
     from kit.chain_tx t where id = $1`,
    [`delivery:${id}`],
  )
  return rows[0]
}

/** Waits for a state of the delivery. @returns it as it is then */
export function job(
  harness: DeliveryHarness,
  purchase: Purchase,
  what: string,
  is: (job: Job) => boolean,
): Promise<Job> {
  const look = async () => {
    const found = await jobOf(harness, purchase)
    return found && is(found) ? found : undefined
  }
  return until(`the delivery ${what}`, look, ENDED_MS)
}

export const hasEnded = ({ status }: Job) => status === 'mined' || status === 'failed'
export const standsElsewhere = (harness: DeliveryHarness, purchase: Purchase, before: Job) =>
  job(harness, purchase, 'stands elsewhere', (now) => {
    return hasEnded(now) && now.block_hash !== null && now.block_hash !== before.block_hash
  })
export const ended = (harness: DeliveryHarness, purchase: Purchase) =>
  job(harness, purchase, 'has ended', hasEnded)

export async function bought({ chain, shop, purchases }: DeliveryHarness): Promise<Purchase> {
  const n = purchases.length + 1
  const { hash, message, components } = await signedOrder(chain, SELLER, n)
  await shop.say(message)
  const id = await shop.buy(`b${n}`, hash, Wallet.createRandom().address.toLowerCase())
  const purchase: Purchase = { id, orderHash: hash, components }
  purchases.push(purchase)
  return purchase
}

/** Takes away a block and all after it, and what was in them; then makes others, by default as many and some more. */
export async function replaceFrom(
  { chain }: DeliveryHarness,
  block: number,
  resend: readonly string[] = [],
  blocks?: number,
): Promise<void> {
  const depth = (await chain.head()).number - block + 1
  await chain.rpc('anvil_rollback', depth)
  await chain.rpc('anvil_dropAllTransactions')
  await chain.rpc('anvil_setCoinbase', Wallet.createRandom().address)
  for (const raw of resend) await chain.rpc(SEND, raw)
  await chain.mine(blocks ?? depth + CONFIRMATIONS)
}

export async function cancel({ chain }: DeliveryHarness, { components }: Purchase): Promise<void> {
  const call = { from: SELLER, to: chain.deployment.seaport, data: cancelData([components]) }
  await chain.send(call, await chain.nonce(SELLER))
  await chain.mine()
}
