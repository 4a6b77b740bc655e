import { wellFormed } from '@talad/shared/text'
import { AbiCoder, id } from 'ethers'
import { collectionsIn, type Decoded, decodeLogs, type Known, TOPICS } from './decode.ts'
import type { ContractType } from './facts.ts'
import { collectionIdOf } from './ids.ts'
import type { ChainRpc, Header, LogFilter, RawLog } from './rpc.ts'
import { slugOf } from './slug.ts'

/** The chain changed while it was being read: read again. */
export class ChainMoved extends Error {
  constructor(where: string) {
    super(`the chain changed while ${where} was read`)
    this.name = 'ChainMoved'
  }
}

export type NewCollection = {
  id: string
  address: string
  type: ContractType
  name: string
  slug: string
  block: number
}

export type Range = Decoded & {
  from: number
  to: number
  /** the range's last block, and each one that holds a log; ascending */
  blocks: Header[]
  /** parent of the range's first block */
  parentHash: string
  found: NewCollection[]
}

export type FetchDeps = { rpc: ChainRpc; known: Known }

const NAME = id('name()').slice(0, 10)
const MAX_NAME = 500

async function nameOf(rpc: ChainRpc, address: string): Promise<string> {
  const answer = await rpc.call(address, NAME)
  try {
    const [name] = AbiCoder.defaultAbiCoder().decode(['string'], answer ?? '0x')
    return wellFormed(String(name), MAX_NAME)
  } catch {
    return ''
  }
}

async function headerAt(rpc: ChainRpc, number: number): Promise<Header> {
  const header = await rpc.header(number)
  if (!header) throw new ChainMoved(`block ${number}`)
  return header
}

/** Logs of all that is known, and of what the factory deploys on the way. */
async function readAll(deps: FetchDeps, at: LogFilter['at']) {
  const { rpc, known } = deps
  const collections = new Map(known.collections)
  const found = new Map<string, { address: string; type: ContractType; block: number }>()
  const fixed = [known.seaport, known.factory].filter((address) => address !== undefined)
  const logs: RawLog[] = await rpc.logs({ at, addresses: [...fixed, ...collections.keys()], topics: TOPICS })
  for (let fresh = logs; ; ) {
    const news = collectionsIn(fresh, known).filter(({ address }) => !collections.has(address))
    if (news.length === 0) return { logs, found: [...found.values()], collections }
    for (const one of news) {
      collections.set(one.address, one.type)
      found.set(one.address, one)
    }
    fresh = await rpc.logs({ at, addresses: news.map(({ address }) => address), topics: TOPICS })
    logs.push(...fresh)
  }
}

/**
 * Reads a range of blocks so that all of it belongs to one chain: the hash of its last block, or of the block `pin`
 * above it, is the same before and after, and a block's hash stands for all below it.
 * @throws ChainMoved when it isn't
 */
export async function fetchRange(
  deps: FetchDeps,
  range: { from: number; to: number; pin?: { number: number; hash: string } },
): Promise<Range> {
  const { rpc, known } = deps
  const { from, to } = range
  const [first, last] = await Promise.all([headerAt(rpc, from), headerAt(rpc, to)])
  const single = from === to && range.pin === undefined
  const at = single ? { blockHash: last.hash } : { from, to }
  const { logs, found, collections } = await readAll(deps, at)

  const numbers = [...new Set(logs.map((log) => log.blockNumber))].filter((number) => number !== to)
  const pin = range.pin ?? last
  const [again, ...others] = await Promise.all([
    single ? last : headerAt(rpc, pin.number),
    ...numbers.map((number) => headerAt(rpc, number)),
  ])
  const blocks = [...others, last].sort((a, b) => a.number - b.number)
  const byNumber = new Map(blocks.map((header) => [header.number, header]))
  if (again.hash !== pin.hash || logs.some((log) => byNumber.get(log.blockNumber)?.hash !== log.blockHash)) {
    throw new ChainMoved(`${from}–${to}`)
  }
  const timeOf = (block: number) => byNumber.get(block)?.timestamp ?? 0
  const decoded = decodeLogs(logs, timeOf, { ...known, collections })
  const named = await Promise.all(
    found.map(async (one) => {
      const name = await nameOf(rpc, one.address)
      return {
        ...one,
        id: collectionIdOf(known.blockchain, one.address),
        name,
        slug: slugOf(name, one.address),
      }
    }),
  )
  return { ...decoded, from, to, blocks, parentHash: first.parentHash, found: named }
}
