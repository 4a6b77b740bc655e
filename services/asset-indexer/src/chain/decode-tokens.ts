import { AbiCoder, dataSlice, id } from 'ethers'
import { z } from 'zod'
import { assetIdOf } from '../asset/ids.ts'
import { type ChainFact, type ContractType, type MetadataNotice, type Place, ZERO_ADDRESS } from './facts.ts'
import type { RawLog } from './rpc.ts'

const coder = AbiCoder.defaultAbiCoder()

const TRANSFER = id('Transfer(address,address,uint256)')
const TRANSFER_SINGLE = id('TransferSingle(address,address,address,uint256,uint256)')
const TRANSFER_BATCH = id('TransferBatch(address,address,address,uint256[],uint256[])')
const APPROVAL_FOR_ALL = id('ApprovalForAll(address,address,bool)')
const METADATA_UPDATE = id('MetadataUpdate(uint256)')
const BATCH_METADATA_UPDATE = id('BatchMetadataUpdate(uint256,uint256)')
const URI = id('URI(string,uint256)')

export const TOKEN_TOPICS: readonly string[] = [
  TRANSFER,
  TRANSFER_SINGLE,
  TRANSFER_BATCH,
  APPROVAL_FOR_ALL,
  METADATA_UPDATE,
  BATCH_METADATA_UPDATE,
  URI,
]

function addressIn(topic: string | undefined): string {
  return dataSlice(topic ?? '0x', 12).toLowerCase()
}

/** What a log of a collection moves: a fact per token. */
export function transfers(log: RawLog, at: Place, type: ContractType, blockchain: string): ChainFact[] {
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
  return []
}

/** Approvals of a collection towards one operator; others are nobody's business here. */
export function approvals(log: RawLog, at: Place, operator: string | undefined): ChainFact[] {
  if (log.topics[0] !== APPROVAL_FOR_ALL || addressIn(log.topics[2]) !== operator) return []
  const approved = BigInt(log.data) === 1n
  return [
    { kind: 'approval', ...at, contract: log.address, owner: addressIn(log.topics[1]), operator, approved },
  ]
}
