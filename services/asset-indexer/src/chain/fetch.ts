import { wellFormed } from '@talad/shared/text'
import { AbiCoder, id } from 'ethers'
import { checkComplete } from './complete.ts'
import { collectionsIn, type Decoded, decodeLogs, type Known, TOPICS } from './decode.ts'
import type { ContractType } from './facts.ts'
import { collectionIdOf } from './ids.ts'
import { ChainMoved, NodeBehind } from './node-faults.ts'
import type { Block, ChainRpc, Header, LogFilter, RawLog } from './rpc.ts'
import { slugOf } from './slug.ts'

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
  blocks: Block[]
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
  if (!header) throw new NodeBehind(`it does not know block ${number}`)
  return header
}

/** The headers of a row of blocks, each the parent of the next. @throws ChainMoved */
async function rowOf(rpc: ChainRpc, from: number, to: number): Promise<Header[]> {
  const numbers = Array.from({ length: to - from + 1 }, (_, n) => from + n)
  const row = await Promise.all(numbers.map((number) => headerAt(rpc, number)))
  if (row.some(({ parentHash }, n) => n > 0 && parentHash !== row[n - 1]?.hash))
    throw new ChainMoved(`${from}–${to}`)
  return row
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

type Read = {
  from: number
  to: number
  pin?: { number: number; hash: string }
  /** near the head, where nodes may not have all logs yet: what each block holds is looked at twice (AI-4) */
  isNew?: boolean
}

/**
 * The headers that a range needs: of its last block, and of each that holds a log. Of new blocks all, checked to hold no
 * more than was answered.
 */
async function headersOf(
  { rpc, known }: FetchDeps,
  { from, to, isNew = false }: Read,
  last: Header,
  { logs, collections }: Awaited<ReturnType<typeof readAll>>,
): Promise<Header[]> {
  if (!isNew) {
    const numbers = [...new Set(logs.map((log) => log.blockNumber))].filter((number) => number !== to)
    const others = await Promise.all(numbers.map((number) => headerAt(rpc, number)))
    return [...others, last].sort((a, b) => a.number - b.number)
  }
  const row = from === to ? [last] : await rowOf(rpc, from, to)
  const fixed = [known.seaport, known.factory].filter((address) => address !== undefined)
  const addresses = new Set([...fixed, ...collections.keys()])
  await checkComplete(rpc, row, logs, { addresses, topics: new Set(TOPICS) })
  const numbers = new Set(logs.map((log) => log.blockNumber))
  return row.filter(({ number }) => number === to || numbers.has(number))
}

/**
 * Reads a range of blocks so that all of it belongs to one chain: the hash of its last block, or of the block `pin`
 * above it, is the same before and after, and a block's hash stands for all below it.
 * @throws ChainMoved when it isn't, NodeBehind, LogsMissing
 */
export async function fetchRange(deps: FetchDeps, range: Read): Promise<Range> {
  const { rpc, known } = deps
  const { from, to } = range
  const [first, last] = await Promise.all([headerAt(rpc, from), headerAt(rpc, to)])
  const single = from === to && range.pin === undefined
  const at = single ? { blockHash: last.hash } : { from, to }
  const read = await readAll(deps, at)
  const { logs, found, collections } = read

  const pin = range.pin ?? last
  const [again, headers] = await Promise.all([
    single ? last : headerAt(rpc, pin.number),
    headersOf(deps, range, last, read),
  ])
  const blocks = headers.map(({ bloom: _, ...block }) => block)
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
