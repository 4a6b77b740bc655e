import type { LogsOf } from '@talad/shared/chain/logs'
import { toQuantity, zeroPadValue } from 'ethers'
import { z } from 'zod'
import { ask, FULFILLED, hex, orderStatus, type Rpc, read, seaport } from './seaport.ts'

/** Blocks that nodes let one question for logs span. */
const RANGE = 1_000n

const log = z.object({
  address: z.string(),
  topics: z.array(z.string()),
  data: hex,
  blockNumber: z.coerce.bigint(),
  logIndex: z.coerce.number(),
})
type Log = z.infer<typeof log>
const receipt = z.object({ blockHash: hex, logs: z.array(log) }).nullish()
const header = z.object({ number: z.coerce.bigint(), hash: hex }).nullish()

/** Where a transfer stands. */
export type BlockRef = { txHash: string; blockHash: string; block: bigint; logIndex: number }
type Order = { hash: string; offerer: string; amount: bigint }

const fulfilled = z.object({ offer: z.array(z.tuple([z.bigint(), z.string(), z.bigint(), z.bigint()])) })

/** Units that a log says were filled of an order; undefined when it says nothing of it. */
function unitsFilled(entry: Log, seaportAddress: string, hash: string): bigint | undefined {
  if (entry.address.toLowerCase() !== seaportAddress || entry.topics[0] !== FULFILLED) return undefined
  if (!entry.data.startsWith(hash)) return undefined
  const { offer } = fulfilled.parse(seaport.parseLog(entry)?.args.toObject())
  return offer.reduce((units, [, , , amount]) => units + amount, 0n)
}

type LogReader = (
  of: LogsOf,
  range: { from: bigint; to: bigint },
) => Promise<{ logs: unknown[]; upTo: bigint }>

/** Units that were filled of an order behind a place, up to a block. */
async function filledSince(
  logsOf: LogReader,
  seaportAddress: string,
  order: Order,
  place: BlockRef,
  to: bigint,
) {
  let sum = 0n
  const topics = [FULFILLED, zeroPadValue(order.offerer, 32)]
  for (let from = place.block; from <= to; ) {
    const last = from + RANGE > to ? to : from + RANGE - 1n
    const { logs, upTo } = await logsOf({ address: seaportAddress, topics }, { from, to: last })
    from = upTo + 1n
    for (const entry of z.array(log).parse(logs)) {
      if (entry.blockNumber === place.block && entry.logIndex < place.logIndex) continue
      sum += unitsFilled(entry, seaportAddress, order.hash) ?? 0n
    }
  }
  return sum
}

/**
 * What was left of an order at a place: what is left now and what was filled in between. Nodes without an archive forget
 * the state of old blocks, but not what they logged.
 */
async function leftAt(rpc: Rpc, logsOf: LogReader, seaportAddress: string, order: Order, place: BlockRef) {
  const [now] = await rpc([{ method: 'eth_getBlockByNumber', params: ['latest', false] }])
  const head = header.parse(now)
  if (!head) return undefined
  const { hash: blockHash, number } = head
  const [status] = await rpc([ask(seaportAddress, seaport, 'getOrderStatus', [order.hash], { blockHash })])
  const [, , filled, size] = orderStatus.parse(read(seaport, 'getOrderStatus', status))
  // Seaport keeps a fraction in lowest terms, never units: 4 of 10 is 2/5
  const left = size === 0n ? order.amount : order.amount - (order.amount * filled) / size
  const since = await filledSince(logsOf, seaportAddress, order, place, number)
  const [again] = await rpc([{ method: 'eth_getBlockByNumber', params: [toQuantity(number), false] }])
  return header.parse(again)?.hash === blockHash ? left + since : undefined
}

/** Reads what a transfer did to an order of its giver. */
export function departureReader(rpc: Rpc, logsOf: LogReader, seaportAddress: string) {
  /**
   * Whether the transaction of a transfer filled the order too; if not, how much of the order was left to fill at the
   * very transfer. The present state won't do: it may have seen more fills.
   * @returns undefined when the block isn't part of the chain, or the chain changes just now
   * @throws Rejection UNAVAILABLE
   */
  return async (
    order: Order,
    place: BlockRef,
  ): Promise<{ ownFill: boolean; left: bigint | undefined } | undefined> => {
    const [answer] = await rpc([{ method: 'eth_getTransactionReceipt', params: [place.txHash] }])
    const mined = receipt.parse(answer)
    if (mined?.blockHash !== place.blockHash) return undefined
    const ownFill = mined.logs.some((entry) => unitsFilled(entry, seaportAddress, order.hash) !== undefined)
    if (ownFill) return { ownFill, left: undefined }
    const left = await leftAt(rpc, logsOf, seaportAddress, order, place)
    return left === undefined ? undefined : { ownFill, left }
  }
}
