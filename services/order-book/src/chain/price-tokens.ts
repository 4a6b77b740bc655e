import { id, toQuantity } from 'ethers'
import { z } from 'zod'
import { hex, type Rpc } from './seaport.ts'

const TOPICS = [id('Transfer(address,address,uint256)'), id('Approval(address,address,uint256)')]
/** Blocks that nodes let one question for logs span. */
const RANGE = 1_000n

const logs = z.array(z.object({ topics: z.array(z.string()) }))

export type Touches = { owners: string[]; upTo: bigint; more: boolean }

/** Reads whose price tokens moved, or were approved, from a block on. */
export function priceTokenReader(rpc: Rpc) {
  /**
   * @param from the first block that wasn't looked at; undefined: only the newest is
   * @throws Rejection UNAVAILABLE
   */
  return async (tokens: readonly string[], from: bigint | undefined): Promise<Touches> => {
    const [answer] = await rpc([{ method: 'eth_blockNumber', params: [] }])
    const head = BigInt(hex.parse(answer))
    const first = from === undefined || from > head ? head : from
    const last = first + RANGE > head ? head : first + RANGE - 1n
    const range = { fromBlock: toQuantity(first), toBlock: toQuantity(last) }
    const [found] = await rpc([
      { method: 'eth_getLogs', params: [{ ...range, address: [...tokens], topics: [TOPICS] }] },
    ])
    // from and to of a transfer, owner and spender of an approval; a spender has no order by that, and none is harmed
    const owners = logs.parse(found).flatMap(({ topics }) => topics.slice(1, 3))
    return {
      owners: [...new Set(owners.map((topic) => `0x${topic.slice(-40).toLowerCase()}`))],
      upTo: last,
      more: last < head,
    }
  }
}
