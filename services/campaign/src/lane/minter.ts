import { abi as factoryAbi } from '@talad/contracts/abi/CollectionFactory'
import { abi as collectionAbi } from '@talad/contracts/abi/TaladERC1155'
import { createProvider } from '@talad/shared/chain/client'
import { isConfirmed } from '@talad/shared/chain/confirmations'
import { describeFault } from '@talad/shared/chain/rpc-error'
import { startTxQueue, type Told, type TxQueueDeps } from '@talad/shared/chain/tx-queue'
import type { Loop } from '@talad/shared/loop'
import type { Platform } from '@talad/shared/platform'
import { id as hashOf, Interface, Wallet, ZeroAddress } from 'ethers'
import type { CampaignConfig } from '../config.ts'
import { noteFault } from './lanes.ts'

/** One mint of a batch, as the contract takes it. */
export type BatchedMint = { key: string; receiver: string; tokenId: string }

/** What the chain says of a key: undefined, it lacks it; not deep: a reorganisation may still take it back. */
export type Used = { txHash: string; deep: boolean } | undefined

/** What a contract is for good (CA-52). */
export type Deployable = {
  collectionId: string
  blockchain: string
  contractClass: 'erc721' | 'erc1155'
  name: string
  symbol: string
  factory: string
  lane: string
}

/** The minter's side of the chain, as this service needs it. */
export type Minter = {
  blockchain: string
  /** lower case */
  factory: string
  /** CA-53: the lane of a contract, by the hash of its salt */
  laneOf(contract: Pick<Deployable, 'collectionId' | 'blockchain' | 'contractClass'>): string
  /** calldata of a deployment, to the factory */
  deploymentData(terms: Deployable): string
  /** calldata of a batch, to its contract */
  batchData(mints: readonly BatchedMint[]): string
  /** where the contract of these terms is, lower case. @throws when the chain can't be asked */
  addressOf(terms: Deployable): Promise<string | undefined>
  /** which of these keys a contract has seen. @throws when the chain can't be asked */
  used(contract: string, keys: readonly string[]): Promise<Used[]>
  /** whether a contract has seen each of these keys. @throws when the chain can't be asked */
  areUsed(contract: string, keys: readonly string[]): Promise<boolean[]>
  /** how many keys a contract has seen. @throws when the chain can't be asked */
  usedKeys(contract: string): Promise<number>
  /** the names of its lanes: the addresses of their signers, lower case */
  lanes: readonly string[]
  /** starts the lanes, one for each key. @param onChange notes what became of transactions, in the queue's transaction */
  start(
    onChange: (tx: Parameters<TxQueueDeps['onChange']>[0], changes: readonly Told[]) => Promise<void>,
  ): Loop
  /** readiness: the chain answers */
  check(): Promise<void>
  close(): Promise<void>
}

const factoryInterface = new Interface(factoryAbi)
const collectionInterface = new Interface(collectionAbi)
const KIND = { erc721: 0, erc1155: 1 } as const

/** CA-52: from these three, so that a deployment that is tried again finds what the one before has left. */
const saltOf = ({ collectionId, blockchain, contractClass }: Parameters<Minter['laneOf']>[0]) =>
  hashOf(`talad ${collectionId} ${blockchain} ${contractClass}`)

/** How often a fault that stays is noted. */
const TOLD_MS = 10_000

/** The queue of a lane: its signer takes what is in it, and no other does. */
export const queueOf = (lane: string) => `mint.${lane}`

/** The chain side of minting: a lane for each key, contracts and batches by the factory's rules. */
export function createMinter(
  platform: Pick<Platform, 'db' | 'notifier' | 'now'> & { log: Pick<Platform['log'], 'error'> },
  config: CampaignConfig,
  settings: TxQueueDeps['settings'] = {},
): Minter {
  const provider = createProvider({ rpcUrl: config.RPC_URL, chainId: config.CHAIN_ID, timeoutMs: 5_000 })
  const wallets = config.MINTER_KEYS.map((key) => new Wallet(key))
  const lanes = wallets.map(({ address }) => address.toLowerCase())
  const factory = config.FACTORY_ADDRESS

  async function ask(to: string, of: Interface, method: string, args: readonly unknown[]) {
    const answer = await provider.call({ to, data: of.encodeFunctionData(method, args) })
    return of.decodeFunctionResult(method, answer)
  }

  /** The transaction that used a key, by its event in the block that the contract names. */
  async function minting(contract: string, key: string, block: number): Promise<string> {
    const event = collectionInterface.getEvent('Minted')
    const logs = await provider.getLogs({
      address: contract,
      fromBlock: block,
      toBlock: block,
      topics: [event?.topicHash ?? null, key],
    })
    const [log] = logs
    if (!log) throw new Error(`the node has no event of ${key} in block ${block}`)
    return log.transactionHash.toLowerCase()
  }

  const told = new Map<string, number>()
  /** A fault of a lane, for operators and, now and then, for who looks at the queue. */
  function tell(lane: string, error: unknown): void {
    platform.log.error({ err: error, lane }, 'minting fault')
    const now = platform.now()
    if (now.getTime() - (told.get(lane) ?? 0) < TOLD_MS) return
    told.set(lane, now.getTime())
    noteFault(platform.db, lane, describeFault(error), now).catch(() => undefined) // a lane never waits for this note
  }

  return {
    blockchain: config.CHAIN_SLUG,
    factory,
    lanes,
    laneOf: (contract) => lanes[Number(BigInt(saltOf(contract)) % BigInt(lanes.length))] ?? '',
    deploymentData: (terms) =>
      factoryInterface.encodeFunctionData('deployForMinting', [
        [
          KIND[terms.contractClass],
          terms.name,
          terms.symbol,
          `${config.METADATA_URL}/${terms.collectionId}/${terms.contractClass}/`,
        ],
        saltOf(terms),
      ]),
    batchData: (mints) =>
      collectionInterface.encodeFunctionData('mintBatch', [
        mints.map(({ key, receiver, tokenId }) => [key, receiver, tokenId, 1]),
      ]),
    async addressOf(terms) {
      const [found] = await ask(terms.factory, factoryInterface, 'collectionOf', [
        terms.factory,
        saltOf(terms),
      ])
      return found === ZeroAddress ? undefined : String(found).toLowerCase()
    },
    async used(contract, keys) {
      const [head, [blocks]] = await Promise.all([
        provider.getBlockNumber(),
        ask(contract, collectionInterface, 'usedAtAll', [keys]),
      ])
      return Promise.all(
        keys.map(async (key, index) => {
          const block = Number(blocks[index])
          if (block === 0) return undefined
          return {
            txHash: await minting(contract, key, block),
            deep: isConfirmed(block, head, config.CONFIRMATIONS),
          }
        }),
      )
    },
    async areUsed(contract, keys) {
      const [blocks] = await ask(contract, collectionInterface, 'usedAtAll', [keys])
      return keys.map((_, index) => BigInt(blocks[index]) !== 0n)
    },
    usedKeys: async (contract) => Number((await ask(contract, collectionInterface, 'usedKeys', []))[0]),
    check: async () => void (await provider.getBlockNumber()),
    start(onChange) {
      const loops = wallets.map((wallet, index) =>
        startTxQueue({
          db: platform.db,
          notifier: platform.notifier,
          now: platform.now,
          onError: (error) => tell(lanes[index] ?? '', error),
          provider,
          queue: queueOf(lanes[index] ?? ''),
          wallets: [wallet],
          confirmations: config.CONFIRMATIONS,
          settings: { maxGas: config.MINT_GAS_LIMIT, ...settings },
          onChange,
        }),
      )
      return {
        wake() {
          for (const loop of loops) loop.wake()
        },
        close: async () => void (await Promise.all(loops.map((loop) => loop.close()))),
      }
    },
    close: async () => provider.destroy(),
  }
}
