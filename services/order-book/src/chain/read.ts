import { askAll, orUnavailable, type RpcCall } from '@talad/shared/chain/client'
import { acceptsSignature } from '@talad/shared/chain/contract-signature'
import { readLogs } from '@talad/shared/chain/logs'
import type { Platform } from '@talad/shared/platform'
import { Interface, type JsonRpcProvider } from 'ethers'
import { z } from 'zod'
import type { ChainFacts } from '../listing/decide-signed.ts'
import type { Terms } from '../public-state/terms.ts'
import { departureReader } from './departure.ts'
import { fillCall } from './fill.ts'
import { priceTokenReader } from './price-tokens.ts'
import { ask, hex, orderStatus, type Rpc, read, seaport } from './seaport.ts'

const nft = new Interface([
  'function ownerOf(uint256) view returns (address)',
  'function getApproved(uint256) view returns (address)',
  'function balanceOf(address, uint256) view returns (uint256)',
  'function isApprovedForAll(address, address) view returns (bool)',
])
const coin = new Interface([
  'function balanceOf(address) view returns (uint256)',
  'function allowance(address, address) view returns (uint256)',
])
/** A listed holding. */
export type Holding = {
  offerer: string
  contract: string
  contractType: 'erc721' | 'erc1155'
  tokenId: string
}

/** What an offer pays with; needed: smallest units of the token. */
export type Funds = { offerer: string; token: string; needed: bigint }

export type ChainReader = {
  /** Everything that a listing stands on, at one block. @throws Rejection UNAVAILABLE */
  listing(hash: string, holding: Holding): Promise<ChainFacts>
  /** EIP-1271 at the latest block; false for an account without code. @throws Rejection UNAVAILABLE */
  contractAccepts(signer: string, digest: string, signature: string): Promise<boolean>
  /** Everything that an offer stands on, at one block. @throws Rejection UNAVAILABLE */
  offer(hash: string, funds: Funds): Promise<ChainFacts>
  /** OB-4: whether Seaport would fill what is left of an order, simulated. @throws Rejection UNAVAILABLE */
  fills(terms: Terms, left: bigint, now: Date): Promise<boolean>
  departure: ReturnType<typeof departureReader>
  /** Whose price tokens moved or were approved. @throws Rejection UNAVAILABLE */
  touched: ReturnType<typeof priceTokenReader>
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
    return { balance: amountOf(nft, 'balanceOf', held), approved: approvedForAll }
  }
  const owns = sameAddress(read(nft, 'ownerOf', held)?.[0], holding.offerer)
  const approvedOne = sameAddress(read(nft, 'getApproved', single)?.[0], operator)
  return { balance: owns ? 1n : 0n, approved: approvedForAll || approvedOne }
}

const amountOf = (from: Interface, name: string, answer: unknown) =>
  z
    .bigint()
    .catch(0n)
    .parse(read(from, name, answer)?.[0])

type Cover = Pick<ChainFacts, 'balance' | 'approved'>

/** Counter, status and what is offered, at one block. */
async function factsAt(
  rpc: Rpc,
  seaportAddress: string,
  order: { hash: string; offerer: string },
  cover: { calls: (block: string) => RpcCall[]; read: (answers: readonly unknown[]) => Cover },
): Promise<ChainFacts> {
  // the block first, so that a transfer after it is known to come after what is read here (OB-16)
  const [head] = await rpc([{ method: 'eth_blockNumber', params: [] }])
  const block = hex.parse(head)
  const answers = await rpc([
    ask(seaportAddress, seaport, 'getCounter', [order.offerer], block),
    ask(seaportAddress, seaport, 'getOrderStatus', [order.hash], block),
    ...cover.calls(block),
  ])
  const counter = z.bigint().parse(read(seaport, 'getCounter', answers[0])?.[0])
  const [, cancelled, filled] = orderStatus.parse(read(seaport, 'getOrderStatus', answers[1]))
  return { block: BigInt(block), counter, cancelled, filled: filled > 0n, ...cover.read(answers.slice(2)) }
}

/** Reads the chain for the order book; addresses in lower case. */
export function createChainReader(
  { provider, log }: { provider: JsonRpcProvider; log: Pick<Platform['log'], 'warn'> },
  seaportAddress: string,
): ChainReader {
  const rpc: Rpc = (calls) => orUnavailable(log, askAll(provider, calls))
  const touched = priceTokenReader(provider)
  return {
    listing: (hash, holding) =>
      factsAt(
        rpc,
        seaportAddress,
        { hash, offerer: holding.offerer },
        {
          calls: (block) => balanceCalls(holding, seaportAddress, block),
          read: (answers) => readBalance(holding, seaportAddress, answers),
        },
      ),
    offer: (hash, { offerer, token, needed }) =>
      factsAt(
        rpc,
        seaportAddress,
        { hash, offerer },
        {
          calls: (block) => [
            ask(token, coin, 'balanceOf', [offerer], block),
            ask(token, coin, 'allowance', [offerer, seaportAddress], block),
          ],
          read: ([held, allowed]) => ({
            balance: amountOf(coin, 'balanceOf', held),
            approved: amountOf(coin, 'allowance', allowed) >= needed,
          }),
        },
      ),
    async fills(terms, left, now) {
      const [answer] = await rpc([fillCall(seaportAddress, terms, left, now)])
      return answer !== undefined
    },
    // OB-10
    contractAccepts: (address, digest, signature) =>
      orUnavailable(log, acceptsSignature(provider, { address, digest, signature })),
    departure: departureReader(
      rpc,
      (...asked) => orUnavailable(log, readLogs(provider, ...asked)),
      seaportAddress,
    ),
    touched: (...asked) => orUnavailable(log, touched(...asked)),
  }
}
