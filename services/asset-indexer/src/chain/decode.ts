import { abi } from '@talad/contracts/abi/CollectionFactory'
import { Interface } from 'ethers'
import { z } from 'zod'
import { argsOf, orderFacts, SEAPORT_TOPICS, topicOf } from './decode-seaport.ts'
import {
  approvals,
  isConsecutive,
  MOST_CONSECUTIVE,
  notices,
  TOKEN_TOPICS,
  transfers,
} from './decode-tokens.ts'
import type { BlockRef, ChainFact, ContractType, FoundCollection, MetadataNotice } from './facts.ts'
import type { RawLog } from './rpc.ts'

const factory = new Interface(abi)

/** First topics of everything that is indexed. */
export const TOPICS: readonly string[] = [
  ...TOKEN_TOPICS,
  ...SEAPORT_TOPICS,
  topicOf(factory, 'CollectionDeployed'),
]

/** What is needed to understand a log. Addresses are lower case. */
export type Known = {
  blockchain: string
  /** undefined: not looked at */
  seaport: string | undefined
  factory: string | undefined
  /** type by address */
  collections: ReadonlyMap<string, ContractType>
}

export type Decoded = {
  facts: ChainFact[]
  notices: MetadataNotice[]
  /** logs that aren't what their first topic promises, or that nobody here understands */
  unreadable: RawLog[]
}

/** collection, owner, kind, salt */
const deployedEvent = z.tuple([z.string(), z.string(), z.bigint(), z.string()])

function deployed(log: RawLog): FoundCollection[] {
  const event = factory.parseLog(log)
  if (event?.name !== 'CollectionDeployed') return []
  const [collection, , kind] = deployedEvent.parse(argsOf(event))
  return [
    { address: collection.toLowerCase(), type: kind === 0n ? 'erc721' : 'erc1155', block: log.blockNumber },
  ]
}

/** More in several blocks are read as fewer blocks: ranges of tokens cost their makers nothing, and all lies in memory. */
const MOST_FACTS = 50_000

/** What our factory deployed. */
export function collectionsIn(logs: readonly RawLog[], known: Known): FoundCollection[] {
  return logs.flatMap((log) => (log.address === known.factory ? deployed(log) : []))
}

/** @param ranged tokens that were moved by ranges, of each contract and block */
function readLog(log: RawLog, at: BlockRef, known: Known, into: Decoded, ranged: Map<string, number>): void {
  const { blockchain, seaport } = known
  const type = known.collections.get(log.address)
  if (log.address === seaport) into.facts.push(...orderFacts(log, at, blockchain))
  else if (type) {
    const key = `${log.blockNumber} ${log.address}`
    const spent = ranged.get(key) ?? 0
    const moved = transfers(log, at, { type, blockchain, room: MOST_CONSECUTIVE - spent })
    if (isConsecutive(log)) ranged.set(key, spent + moved.length)
    into.facts.push(...approvals(log, at, seaport))
    for (const fact of moved) into.facts.push(fact) // there may be more than a call has room for
    into.notices.push(...notices(log))
  }
}

/** The same facts; a transfer says whether its transaction filled an order with its token. */
function withTrades(facts: ChainFact[]): ChainFact[] {
  const keyOf = ({ tx, contract, token }: { tx: string; contract: string; token: string }) =>
    `${tx} ${contract} ${token}`
  const sold = new Set(facts.flatMap((fact) => (fact.kind === 'fulfilled' ? [keyOf(fact)] : [])))
  if (sold.size === 0) return facts
  return facts.map((fact) =>
    fact.kind === 'transfer' && sold.has(keyOf(fact)) ? { ...fact, traded: true } : fact,
  )
}

/**
 * Reads logs into facts, in chain order. A log of a contract that isn't known says nothing; one that can't be read is
 * set aside, so that no contract can stop the scan.
 * @param timeOf unix seconds of a block
 * @throws RangeError where blocks say more than is read at once: fewer are to be read
 */
export function decodeLogs(
  logs: readonly RawLog[],
  timeOf: (block: number) => number,
  known: Known,
): Decoded {
  const decoded: Decoded = { facts: [], notices: [], unreadable: [] }
  const ranged = new Map<string, number>()
  const ordered = [...logs].sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex)
  for (const log of ordered) {
    const at = {
      block: log.blockNumber,
      blockHash: log.blockHash,
      blockTime: timeOf(log.blockNumber),
      tx: log.transactionHash,
      log: log.logIndex,
      item: 0,
    }
    if (decoded.facts.length > MOST_FACTS && ordered[0]?.blockNumber !== log.blockNumber)
      throw new RangeError('more facts in these blocks than are read at once')
    try {
      readLog(log, at, known, decoded, ranged)
    } catch {
      decoded.unreadable.push(log)
    }
  }
  return { ...decoded, facts: withTrades(decoded.facts) }
}
