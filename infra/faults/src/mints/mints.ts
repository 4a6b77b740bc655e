import { setTimeout as delay } from 'node:timers/promises'
import { manifest } from '@talad/campaign/manifest'
import { abi } from '@talad/contracts/abi/TaladERC1155'
import { type Random, randomFrom } from '@talad/demo/random'
import { mintAdminHttp } from '@talad/proto/http/campaign/mints-admin'
import { type Fault, type Proxy as NodeProxy, startProxy } from '@talad/shared/testing/rpc-proxy'
import { Interface, toBeHex, toQuantity, Wallet, zeroPadValue } from 'ethers'
import { z } from 'zod'
import { type Miner, startMiner } from '../chain/miner.ts'
import { type ChainHarness, onChain } from '../chain/on-chain.ts'
import type { TestChain } from '../chain/test-chain.ts'
import { sideBySide, waitFor } from '../crowd/patient.ts'
import { type Context, type Figures, holds, type Proof } from '../proof.ts'
import { MINTERS, type Minted, type Minting, openFair, startMinting } from './minting.ts'

/** as deep as blocks are taken back, so that also what was just final goes */
const CONFIRMATIONS = 3
const BLOCK_MS = 200
const COLLECTIONS = 6
/** who asks at the same time */
const ASKING = 16
/** asked for between two deaths of the process */
const EACH_ROUND = 200
const LEAST_ROUNDS = 4
const LONGEST_LIFE_MS = 2_500
/** a reorganisation of what had ended is looked out for each 15 s */
const MINED_MS = 600_000

const FAULTS: readonly Fault[] = ['cut-before', 'cut-after', 'silent-after', { http: 429 }, { http: 503 }]

/** A node that asks for patience, breaks off, and doesn't find receipts that it has. */
function misbehave({ proxy, random, seen }: Scene): void {
  proxy.rule = ({ method }) => {
    const isLost = method === 'eth_getTransactionReceipt' && random() < 0.3
    if (!isLost && random() > (method === 'eth_sendRawTransaction' ? 0.3 : 0.03)) return undefined
    seen.faults += 1
    return isLost ? { result: null } : FAULTS[Math.floor(random() * FAULTS.length)]
  }
}

/** Takes the newest blocks away with all that was in them or waited. */
async function takeBack({ rpc, mine }: TestChain, depth: number): Promise<void> {
  await rpc('anvil_rollback', depth)
  await rpc('anvil_dropAllTransactions')
  await rpc('anvil_setCoinbase', Wallet.createRandom().address)
  await mine(depth + 1)
}

type Seen = { faults: number; blocks: number }
type Wish = { automint_id: string; item_id: string; receiver_address: string }
type Scene = {
  chain: TestChain
  minting: Minting
  miner: Miner
  proxy: NodeProxy
  random: Random
  seen: Seen
}

const ask = ({ minting }: Scene, wishes: readonly Wish[]) =>
  sideBySide(wishes, ASKING, async (wish) => {
    const { nft } = await minting.call(mintAdminHttp.mintItem, {
      body: { nft: { ...wish, blockchain: 'kub' } },
    })
    holds(nft !== null && nft !== undefined, 'who asks for a mint is answered with none')
  })

/** Takes blocks back now and then, until the process dies somewhere in between. */
async function disturb({ random, miner, chain, minting, seen }: Scene): Promise<void> {
  const until = performance.now() + random() * LONGEST_LIFE_MS
  while (performance.now() < until) {
    await delay(random() * LONGEST_LIFE_MS * 0.5)
    const depth = 1 + Math.floor(random() * CONFIRMATIONS)
    await miner.hold(() => takeBack(chain, depth))
    seen.blocks += depth
  }
  await minting.kill()
}

type Row = { automint_id: string; chain_key: string; token_id: string }
const collection = new Interface(abi)
const logs = z.array(z.object({ topics: z.array(z.string()), data: z.string() }))

/** What contracts have minted, by the key of each mint. @throws Disproved where a key minted twice */
async function onChainNow({ rpc }: TestChain, fair: readonly Minted[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const { address, item_id } of fair) {
    const all = logs.parse(await rpc('eth_getLogs', { address, fromBlock: toQuantity(0) }))
    for (const log of all) {
      const event = collection.parseLog(log)
      if (event?.name !== 'Minted') continue
      const key = String(event.args.key)
      holds(!found.has(key), `${key} is minted twice`)
      found.set(key, [item_id, event.args.receiver, event.args.id].join().toLowerCase())
    }
  }
  return found
}

const countOf = async ({ db }: Minting, sql: string) =>
  Number((await db.query<{ n: string }>(sql)).rows[0]?.n)

/** All that was asked for is minted, once, and nothing else; records and counters say the same. @throws Disproved */
async function judge(
  { chain, minting }: Scene,
  fair: readonly Minted[],
  wishes: readonly Wish[],
): Promise<void> {
  const { rows } = await minting.db.query<Row>('select * from mint')
  const minted = await onChainNow(chain, fair)
  holds(
    minted.size === wishes.length,
    `${minted.size} mints are on the chain, ${wishes.length} were asked for`,
  )
  const byId = new Map(rows.map((row) => [row.automint_id, row]))
  holds(rows.length === wishes.length && byId.size === wishes.length, `${rows.length} mints are known`)
  for (const { automint_id, item_id, receiver_address } of wishes) {
    const row = byId.get(automint_id)
    const wanted = [item_id, receiver_address, row?.token_id].join().toLowerCase()
    holds(
      row !== undefined && minted.get(row.chain_key) === wanted,
      `${automint_id} is ${minted.get(row?.chain_key ?? '')}`,
    )
  }
  const counted = await countOf(minting, 'select sum(mint_count) as n from vitem')
  holds(counted === wishes.length, `counters say ${counted}`)
  for (const { description, sql } of manifest.invariants) {
    const broken = await minting.db.query(sql)
    holds(broken.rows.length === 0, `it doesn't hold that ${description}: ${JSON.stringify(broken.rows[0])}`)
  }
}

async function play({ size, seed, say, folder }: Context, on: ChainHarness): Promise<Figures> {
  const { chain, harness } = on
  const random = randomFrom(`${seed}/mints`)
  const proxy = await startProxy(chain.anvil.rpcUrl)
  harness.closing.add('the proxy', proxy.close)
  const minting = await startMinting(on, { rpcUrl: proxy.url, confirmations: CONFIRMATIONS, folder })
  const miner = startMiner(chain, BLOCK_MS)
  const scene: Scene = { chain, minting, miner, proxy, random, seen: { faults: 0, blocks: 0 } }
  try {
    const fair = await openFair(minting, COLLECTIONS)
    await chain.mine(CONFIRMATIONS) // what has its contract keeps it
    const wishes = Array.from(
      { length: size },
      (_, at): Wish => ({
        automint_id: `mint-${at}`,
        item_id: fair[at % fair.length]?.item_id ?? '',
        receiver_address: zeroPadValue(toBeHex(at + 0xfa1a0000), 20),
      }),
    )
    const rounds = Math.max(LEAST_ROUNDS, Math.ceil(size / EACH_ROUND))
    const each = Math.ceil(size / rounds)
    misbehave(scene)
    for (let at = 0; at < rounds; at++) {
      await Promise.all([ask(scene, wishes.slice(at * each, (at + 1) * each)), disturb(scene)])
      say(`${Math.min(size, (at + 1) * each)} mints are asked for`)
    }
    proxy.rule = () => undefined
    const open = `select count(*) as n from mint where state <> 'mined'`
    await waitFor(
      'all are mined',
      async () => {
        holds(
          (await countOf(minting, `select count(*) as n from mint where state = 'failed'`)) === 0,
          'a mint failed',
        )
        return (await countOf(minting, open)) === 0 && (await onChainNow(chain, fair)).size === size
      },
      MINED_MS,
    )
    await judge(scene, fair, wishes)
    const batches = await countOf(minting, 'select count(*) as n from mint_batch')
    return {
      'minted, each once': size,
      collections: fair.length,
      lanes: MINTERS.length,
      batches,
      'kill -9': rounds,
      'blocks taken back': scene.seen.blocks,
      'answers of the node that were none': scene.seen.faults,
    }
  } finally {
    await miner.stop()
  }
}

/** Whatever happens to process, node and chain, each mint is made once (CA-46, CA-49). */
export const mintsOnce: Proof = {
  id: 'B34-mints',
  title:
    'while campaign is killed, the node refuses, breaks off and loses receipts, and blocks are taken back, each mint that was asked for is on the chain once by its key, none fails, and counters are what was minted',
  size: 10_000,
  unit: 'mints',
  limitMinutes: 60,
  inCi: 100,
  run: (context) => onChain(context, (on) => play(context, on), MINTERS),
  found: [],
}
