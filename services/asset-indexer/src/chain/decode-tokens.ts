import { dataSlice, id } from 'ethers'
import {
  type BlockRef,
  type ChainFact,
  type ContractType,
  type MetadataNotice,
  ZERO_ADDRESS,
} from './facts.ts'
import { assetIdOf } from './ids.ts'
import type { RawLog } from './rpc.ts'

const TRANSFER = id('Transfer(address,address,uint256)')
const TRANSFER_SINGLE = id('TransferSingle(address,address,address,uint256,uint256)')
const TRANSFER_BATCH = id('TransferBatch(address,address,address,uint256[],uint256[])')
/** ERC-2309: a range of tokens, minted or moved by one log. */
const CONSECUTIVE = id('ConsecutiveTransfer(uint256,uint256,address,address)')
const APPROVAL_FOR_ALL = id('ApprovalForAll(address,address,bool)')
const METADATA_UPDATE = id('MetadataUpdate(uint256)')
const BATCH_METADATA_UPDATE = id('BatchMetadataUpdate(uint256,uint256)')
const URI = id('URI(string,uint256)')
const PERMANENT_URI = id('PermanentURI(string,uint256)')

export const TOKEN_TOPICS: readonly string[] = [
  TRANSFER,
  TRANSFER_SINGLE,
  TRANSFER_BATCH,
  CONSECUTIVE,
  APPROVAL_FOR_ALL,
  METADATA_UPDATE,
  BATCH_METADATA_UPDATE,
  URI,
  PERMANENT_URI,
]

function addressIn(topic: string | undefined): string {
  return dataSlice(topic ?? '0x', 12).toLowerCase()
}

/** The 32-byte words of a log's data. By hand: a backfill reads tens of thousands, and a general decoder is ten times slower. */
function wordsOf(data: string): readonly bigint[] {
  if ((data.length - 2) % 64 !== 0) throw new RangeError('data is not made of words')
  const words: bigint[] = []
  for (let at = 2; at < data.length; at += 64) words.push(BigInt(`0x${data.slice(at, at + 64)}`))
  return words
}

function wordAt(words: readonly bigint[], index: number): bigint {
  const word = words[index]
  if (word === undefined) throw new RangeError('data is too short')
  return word
}

/** An array of numbers: at `slot` stands how many bytes before it begins, there its length, then the numbers. */
function listAt(words: readonly bigint[], slot: number): readonly bigint[] {
  const start = Number(wordAt(words, slot)) / 32
  const length = Number(wordAt(words, start))
  if (start + 1 + length > words.length) throw new RangeError('data is too short')
  return words.slice(start + 1, start + 1 + length)
}

function pairsOf(words: readonly bigint[]): readonly [bigint, bigint][] {
  const [tokens, amounts] = [listAt(words, 0), listAt(words, 1)]
  if (tokens.length !== amounts.length) throw new RangeError('lists of unequal length')
  return tokens.map((token, index) => [token, wordAt(amounts, index)])
}

const asAddress = (word: bigint) => `0x${word.toString(16).padStart(40, '0').slice(-40)}`

/**
 * Tokens that a contract may move by ranges in one block, as many as the standard's authors advise for one log: it costs
 * a maker nothing to name 2^256.
 */
export const MOST_CONSECUTIVE = 5_000

function rangeOf(first: bigint, last: bigint, room: number): readonly [bigint, bigint][] {
  const count = last - first + 1n
  if (count < 1n || count > BigInt(room)) throw new RangeError('a range of too many tokens, or of none')
  return Array.from({ length: Number(count) }, (_, n) => [first + BigInt(n), 1n])
}

/** Whether a log moves tokens by a range. */
export const isConsecutive = (log: RawLog) => log.topics[0] === CONSECUTIVE

const MOVES: readonly (string | undefined)[] = [TRANSFER, TRANSFER_SINGLE, TRANSFER_BATCH, CONSECUTIVE]

/**
 * What a log of a collection moves: a fact per token.
 * @param room how many tokens it may move by a range
 * @throws where it says that something moves, and it is not understood what
 */
export function transfers(
  log: RawLog,
  at: BlockRef,
  { type, blockchain, room }: { type: ContractType; blockchain: string; room: number },
): ChainFact[] {
  const [topic, first, second, third] = log.topics
  let moved: { from: string; to: string; tokens: readonly [bigint, bigint][] } | undefined
  // four topics, or one: an ERC-20 transfer has the same first one and three of them
  if (type === 'erc721' && topic === TRANSFER && third !== undefined) {
    moved = { from: addressIn(first), to: addressIn(second), tokens: [[BigInt(third), 1n]] }
  } else if (type === 'erc721' && topic === TRANSFER && first === undefined) {
    const [from, to, token] = [0, 1, 2].map((index) => wordAt(wordsOf(log.data), index))
    if (from === undefined || to === undefined || token === undefined)
      throw new RangeError('data is too short')
    moved = { from: asAddress(from), to: asAddress(to), tokens: [[token, 1n]] }
  } else if (type === 'erc721' && topic === CONSECUTIVE && third !== undefined) {
    const [from, to] = [addressIn(second), addressIn(third)]
    if (from === ZERO_ADDRESS && to === ZERO_ADDRESS) return [] // costs nothing, and says nothing
    moved = { from, to, tokens: rangeOf(BigInt(first ?? 0), wordAt(wordsOf(log.data), 0), room) }
  } else if (type === 'erc1155' && topic === TRANSFER_SINGLE) {
    const words = wordsOf(log.data)
    moved = { from: addressIn(second), to: addressIn(third), tokens: [[wordAt(words, 0), wordAt(words, 1)]] }
  } else if (type === 'erc1155' && topic === TRANSFER_BATCH) {
    moved = { from: addressIn(second), to: addressIn(third), tokens: pairsOf(wordsOf(log.data)) }
  }
  if (!moved) {
    if (MOVES.includes(topic)) throw new RangeError('not understood')
    return []
  }
  const { from, to, tokens } = moved
  return tokens.flatMap(([token, amount], index) => {
    // nothing moved, and from nobody to nobody, are no transfers
    if (amount === 0n || (from === ZERO_ADDRESS && to === ZERO_ADDRESS)) return []
    const nft = { contract: log.address, contractType: type, token: token.toString() }
    const assetId = assetIdOf(blockchain, nft.contract, nft.token)
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

/** Whose metadata may have changed. */
export function notices(log: RawLog): MetadataNotice[] {
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
  if (log.topics[0] === PERMANENT_URI && log.topics[1] !== undefined) {
    const token = BigInt(log.topics[1])
    return [{ contract, from: token, to: token, permanentBlock: log.blockNumber }]
  }
  return []
}

/** Approvals of a collection towards one operator; others are nobody's business here. */
export function approvals(log: RawLog, at: BlockRef, operator: string | undefined): ChainFact[] {
  if (log.topics[0] !== APPROVAL_FOR_ALL || addressIn(log.topics[2]) !== operator) return []
  const approved = BigInt(log.data) === 1n
  return [
    { kind: 'approval', ...at, contract: log.address, owner: addressIn(log.topics[1]), operator, approved },
  ]
}
