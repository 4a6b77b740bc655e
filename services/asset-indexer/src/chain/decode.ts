import { abi as factoryAbi } from '@talad/contracts/abi/CollectionFactory'
import { abi as seaportAbi } from '@talad/contracts/abi/Seaport'
import { AbiCoder, dataSlice, Interface, id, type LogDescription } from 'ethers'
import { z } from 'zod'
import { assetIdOf } from '../asset/ids.ts'
import type { ChainFact, ContractType, FoundCollection, MetadataNotice, Place } from './facts.ts'
import { ZERO_ADDRESS } from './facts.ts'
import type { RawLog } from './rpc.ts'

const seaport = new Interface(seaportAbi)
const factory = new Interface(factoryAbi)
const coder = AbiCoder.defaultAbiCoder()

const TRANSFER = id('Transfer(address,address,uint256)')
const TRANSFER_SINGLE = id('TransferSingle(address,address,address,uint256,uint256)')
const TRANSFER_BATCH = id('TransferBatch(address,address,address,uint256[],uint256[])')
const APPROVAL_FOR_ALL = id('ApprovalForAll(address,address,bool)')
const METADATA_UPDATE = id('MetadataUpdate(uint256)')
const BATCH_METADATA_UPDATE = id('BatchMetadataUpdate(uint256,uint256)')
const URI = id('URI(string,uint256)')

function topicOf(contract: Interface, name: string): string {
  const event = contract.getEvent(name)
  if (!event) throw new Error(`the interface has no event ${name}`)
  return event.topicHash
}

/** First topics of everything that is indexed. */
export const TOPICS: readonly string[] = [
  ...[
    TRANSFER,
    TRANSFER_SINGLE,
    TRANSFER_BATCH,
    APPROVAL_FOR_ALL,
    METADATA_UPDATE,
    BATCH_METADATA_UPDATE,
    URI,
  ],
  ...['OrderFulfilled', 'OrderCancelled', 'OrderValidated', 'CounterIncremented'].map((name) =>
    topicOf(seaport, name),
  ),
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
  found: FoundCollection[]
  /** logs whose data isn't what their first topic promises */
  unreadable: RawLog[]
}

/** itemType, token, identifier, amount; in a consideration also the recipient */
const item = z.tuple([z.bigint(), z.string(), z.bigint(), z.bigint()])
/** orderHash, offerer, zone, recipient, offer, consideration */
const fulfilled = z.tuple([
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.array(item),
  z.array(item.rest(z.string())),
])

function addressIn(topic: string | undefined): string {
  return dataSlice(topic ?? '0x', 12).toLowerCase()
}

function argsOf(event: LogDescription): unknown {
  return event.args.toArray(true)
}

function transfers(log: RawLog, at: Place, type: ContractType, known: Known): ChainFact[] {
  const [topic, first, second, third] = log.topics
  let moved: { from: string; to: string; tokens: readonly [bigint, bigint][] } | undefined
  // four topics: an ERC-20 transfer has the same first one and only three
  if (type === 'erc721' && topic === TRANSFER && third !== undefined) {
    moved = { from: addressIn(first), to: addressIn(second), tokens: [[BigInt(third), 1n]] }
  } else if (type === 'erc1155' && topic === TRANSFER_SINGLE) {
    const [token, amount] = coder.decode(['uint256', 'uint256'], log.data)
    moved = { from: addressIn(second), to: addressIn(third), tokens: [[BigInt(token), BigInt(amount)]] }
  } else if (type === 'erc1155' && topic === TRANSFER_BATCH) {
    const lists = coder.decode(['uint256[]', 'uint256[]'], log.data).toArray(true)
    const [tokens, amounts] = z.tuple([z.array(z.bigint()), z.array(z.bigint())]).parse(lists)
    const pairs = tokens.map((token, index): [bigint, bigint] => [token, amounts[index] ?? 0n])
    moved = { from: addressIn(second), to: addressIn(third), tokens: pairs }
  }
  if (!moved) return []
  const { from, to, tokens } = moved
  return tokens.flatMap(([token, amount], index) => {
    // nothing moved, and from nobody to nobody, are no transfers
    if (amount === 0n || (from === ZERO_ADDRESS && to === ZERO_ADDRESS)) return []
    const nft = { contract: log.address, contractType: type, token: token.toString() }
    const assetId = assetIdOf(known.blockchain, nft.contract, nft.token)
    const balances = { fromBalance: '', toBalance: '' }
    return [
      {
        kind: 'transfer',
        ...at,
        item: index,
        ...nft,
        assetId,
        from,
        to,
        amount: amount.toString(),
        ...balances,
      },
    ]
  })
}

function notice(log: RawLog): MetadataNotice[] {
  const contract = log.address
  if (log.topics[0] === METADATA_UPDATE) {
    const token = BigInt(dataSlice(log.data, 0, 32))
    return [{ contract, from: token, to: token }]
  }
  if (log.topics[0] === BATCH_METADATA_UPDATE) {
    return [{ contract, from: BigInt(dataSlice(log.data, 0, 32)), to: BigInt(dataSlice(log.data, 32, 64)) }]
  }
  if (log.topics[0] === URI && log.topics[1] !== undefined) {
    const token = BigInt(log.topics[1])
    return [{ contract, from: token, to: token }]
  }
  return []
}

const NFT_TYPES: ReadonlyMap<bigint, ContractType> = new Map([
  [2n, 'erc721'],
  [3n, 'erc1155'],
  [4n, 'erc721'],
  [5n, 'erc1155'],
])

/** One fact per NFT of a fill: what the offerer gave (a listing), or got (an offer). */
function fills(event: LogDescription, at: Place, known: Known): ChainFact[] {
  const [orderHash, ...rest] = fulfilled.parse(argsOf(event))
  const [offerer, zone, recipient] = [rest[0].toLowerCase(), rest[1].toLowerCase(), rest[2].toLowerCase()]
  const [offer, consideration] = [rest[3], rest[4]]
  const parties = [
    ...offer.map((part) => ({ part, seller: offerer, buyer: recipient })),
    ...consideration.map((part) => ({ part, seller: recipient, buyer: (part[4] ?? offerer).toLowerCase() })),
  ]
  const facts: ChainFact[] = []
  for (const { part, seller, buyer } of parties) {
    const [itemType, contract, token, amount] = part
    const contractType = NFT_TYPES.get(itemType)
    if (!contractType) continue
    const nft = { contract: contract.toLowerCase(), contractType, token: token.toString() }
    const assetId = assetIdOf(known.blockchain, nft.contract, nft.token)
    const about = { orderHash, offerer, zone, recipient, amount: amount.toString() }
    facts.push({ kind: 'fulfilled', ...at, item: facts.length, ...nft, assetId, ...about, seller, buyer })
  }
  return facts
}

const cancelledEvent = z.tuple([z.string(), z.string()]).rest(z.unknown())
const validatedEvent = z.tuple([z.string(), z.tuple([z.string()]).rest(z.unknown())])
const counterEvent = z.tuple([z.bigint(), z.string()])

function orderFacts(log: RawLog, at: Place, known: Known): ChainFact[] {
  const event = seaport.parseLog(log)
  switch (event?.name) {
    case 'OrderFulfilled':
      return fills(event, at, known)
    case 'OrderCancelled': {
      const [orderHash, offerer] = cancelledEvent.parse(argsOf(event))
      return [{ kind: 'cancelled', ...at, orderHash, offerer: offerer.toLowerCase() }]
    }
    case 'OrderValidated': {
      const [orderHash, [offerer]] = validatedEvent.parse(argsOf(event))
      return [{ kind: 'validated', ...at, orderHash, offerer: offerer.toLowerCase() }]
    }
    case 'CounterIncremented': {
      const [newCounter, offerer] = counterEvent.parse(argsOf(event))
      return [{ kind: 'counter', ...at, newCounter: newCounter.toString(), offerer: offerer.toLowerCase() }]
    }
    default:
      return []
  }
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

function readLog(log: RawLog, at: Place, known: Known, into: Decoded): void {
  const type = known.collections.get(log.address)
  if (log.address === known.seaport) into.facts.push(...orderFacts(log, at, known))
  else if (log.address === known.factory) into.found.push(...deployed(log))
  else if (type && log.topics[0] === APPROVAL_FOR_ALL) {
    const operator = addressIn(log.topics[2])
    const approved = BigInt(log.data) === 1n
    const about = { contract: log.address, owner: addressIn(log.topics[1]), operator, approved }
    if (operator === known.seaport) into.facts.push({ kind: 'approval', ...at, ...about })
  } else if (type) {
    into.facts.push(...transfers(log, at, type, known))
    into.notices.push(...notice(log))
  }
}

/**
 * Reads logs into facts, in chain order. A log of a contract that isn't known says nothing; one that can't be read is
 * set aside, so that no contract can stop the scan.
 * @param timeOf unix seconds of a block
 */
export function decodeLogs(
  logs: readonly RawLog[],
  timeOf: (block: number) => number,
  known: Known,
): Decoded {
  const decoded: Decoded = { facts: [], notices: [], found: [], unreadable: [] }
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
    try {
      readLog(log, at, known, decoded)
    } catch {
      decoded.unreadable.push(log)
    }
  }
  return decoded
}
