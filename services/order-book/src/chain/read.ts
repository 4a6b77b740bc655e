import { Interface } from 'ethers'
import { z } from 'zod'
import type { ChainFacts } from '../listing/decide-signed.ts'
import type { Rpc, RpcCall } from './rpc.ts'

const seaport = new Interface([
  'function getCounter(address) view returns (uint256)',
  'function getOrderStatus(bytes32) view returns (bool validated, bool cancelled, uint256 filled, uint256 size)',
  `event OrderFulfilled(bytes32 orderHash, address indexed offerer, address indexed zone, address recipient,
    (uint8,address,uint256,uint256)[] offer, (uint8,address,uint256,uint256,address)[] consideration)`,
])
const nft = new Interface([
  'function ownerOf(uint256) view returns (address)',
  'function getApproved(uint256) view returns (address)',
  'function balanceOf(address, uint256) view returns (uint256)',
  'function isApprovedForAll(address, address) view returns (bool)',
])
const wallet = new Interface(['function isValidSignature(bytes32, bytes) view returns (bytes4)'])
const EIP1271_MAGIC = '0x1626ba7e'
const FULFILLED = seaport.getEvent('OrderFulfilled')?.topicHash

const hex = z.string().regex(/^0x[0-9a-f]*$/)
const receipt = z.object({
  logs: z.array(z.object({ address: z.string(), topics: z.array(z.string()), data: hex })),
})

/** A listed holding. */
export type Holding = {
  offerer: string
  contract: string
  contractType: 'erc721' | 'erc1155'
  tokenId: string
}

export type ChainReader = {
  /** Everything that a listing stands on, at one block. @throws Rejection UNAVAILABLE */
  listing(hash: string, holding: Holding): Promise<ChainFacts & { left(total: bigint): bigint }>
  /** EIP-1271 at the latest block; false for an account without code. @throws Rejection UNAVAILABLE */
  contractAccepts(signer: string, digest: string, signature: string): Promise<boolean>
  /** Whether a mined transaction filled an order; undefined while it isn't mined. @throws Rejection UNAVAILABLE */
  filledBy(txHash: string, orderHash: string): Promise<boolean | undefined>
}

function ask(to: string, from: Interface, name: string, args: unknown[], block: string): RpcCall {
  return { method: 'eth_call', params: [{ to, data: from.encodeFunctionData(name, args) }, block] }
}

/** The values that a call returned; undefined when it reverted, or the contract isn't what it should be. */
function read(from: Interface, name: string, answer: unknown): readonly unknown[] | undefined {
  const data = hex.safeParse(answer)
  if (!data.success || data.data === '0x') return undefined
  try {
    return from.decodeFunctionResult(name, data.data).toArray()
  } catch {
    return undefined
  }
}

function sameAddress(value: unknown, address: string): boolean {
  return typeof value === 'string' && value.toLowerCase() === address
}

function balanceCalls(holding: Holding, operator: string, block: string): RpcCall[] {
  const { contract, offerer, tokenId } = holding
  const approvedForAll = ask(contract, nft, 'isApprovedForAll', [offerer, operator], block)
  return holding.contractType === 'erc721'
    ? [
        approvedForAll,
        ask(contract, nft, 'ownerOf', [tokenId], block),
        ask(contract, nft, 'getApproved', [tokenId], block),
      ]
    : [approvedForAll, ask(contract, nft, 'balanceOf', [offerer, tokenId], block)]
}

function readBalance(holding: Holding, operator: string, answers: readonly unknown[]) {
  const [forAll, held, single] = answers
  const approvedForAll = read(nft, 'isApprovedForAll', forAll)?.[0] === true
  if (holding.contractType === 'erc1155') {
    return {
      balance: z
        .bigint()
        .catch(0n)
        .parse(read(nft, 'balanceOf', held)?.[0]),
      approved: approvedForAll,
    }
  }
  const owns = sameAddress(read(nft, 'ownerOf', held)?.[0], holding.offerer)
  const approvedOne = sameAddress(read(nft, 'getApproved', single)?.[0], operator)
  return { balance: owns ? 1n : 0n, approved: approvedForAll || approvedOne }
}

const orderStatus = z.tuple([z.boolean(), z.boolean(), z.bigint(), z.bigint()])

/** Reads the chain for the order book; addresses in lower case. */
export function createChainReader(rpc: Rpc, seaportAddress: string): ChainReader {
  return {
    async listing(hash, holding) {
      // the block first, so that a transfer after it is known to come after what is read here (OB-16)
      const [head] = await rpc([{ method: 'eth_blockNumber', params: [] }])
      const block = hex.parse(head)
      const answers = await rpc([
        ask(seaportAddress, seaport, 'getCounter', [holding.offerer], block),
        ask(seaportAddress, seaport, 'getOrderStatus', [hash], block),
        ...balanceCalls(holding, seaportAddress, block),
      ])
      const counter = z.bigint().parse(read(seaport, 'getCounter', answers[0])?.[0])
      const [, cancelled, filled, size] = orderStatus.parse(read(seaport, 'getOrderStatus', answers[1]))
      return {
        block: BigInt(block),
        counter,
        cancelled,
        filled: filled > 0n,
        // Seaport keeps a fraction in lowest terms, never units: 4 of 10 is 2/5
        left: (total) => (size === 0n ? total : total - (total * filled) / size),
        ...readBalance(holding, seaportAddress, answers.slice(2)),
      }
    },
    async contractAccepts(signer, digest, signature) {
      const [answer] = await rpc([ask(signer, wallet, 'isValidSignature', [digest, signature], 'latest')])
      // OB-10: a whole word, as Solidity returns it
      return answer === `${EIP1271_MAGIC}${'0'.repeat(56)}`
    },
    async filledBy(txHash, orderHash) {
      const [answer] = await rpc([{ method: 'eth_getTransactionReceipt', params: [txHash] }])
      if (answer === null || answer === undefined) return undefined
      return receipt
        .parse(answer)
        .logs.some(
          (log) =>
            log.address.toLowerCase() === seaportAddress &&
            log.topics[0] === FULFILLED &&
            log.data.startsWith(orderHash),
        )
    },
  }
}
