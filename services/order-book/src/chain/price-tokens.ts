import { readLogs } from '@talad/shared/chain/logs'
import { id, type JsonRpcProvider } from 'ethers'
import { z } from 'zod'
import { hex } from './seaport.ts'

const TOPICS = [id('Transfer(address,address,uint256)'), id('Approval(address,address,uint256)')]
/** Blocks that nodes let one question for logs span. */
const RANGE = 1_000n

const withTopics = z.array(z.object({ topics: z.array(z.string()) }))

export type Touches = { owners: string[]; upTo: bigint; more: boolean }

/** Reads whose price tokens moved, or were approved, from a block on. */
export function priceTokenReader(provider: Pick<JsonRpcProvider, 'send'>) {
  /**
   * @param from the first block that wasn't looked at; undefined: only the newest is
   * @param beyond the block that was looked at last: reading goes on at least behind it
   * @throws what the node throws
   */
  return async (tokens: readonly string[], from: bigint | undefined, beyond = 0n): Promise<Touches> => {
    const head = BigInt(hex.parse(await provider.send('eth_blockNumber', [])))
    const first = from === undefined || from > head ? head : from
    const last = first + RANGE > head ? head : first + RANGE - 1n
    const owners = new Set<string>()
    for (let next = first; ; ) {
      const { logs, upTo } = await readLogs(
        provider,
        { address: tokens, topics: [TOPICS] },
        { from: next, to: last },
      )
      // from and to of a transfer, owner and spender of an approval; a spender has no order by that, and none is harmed
      for (const { topics } of withTopics.parse(logs))
        for (const topic of topics.slice(1, 3)) owners.add(`0x${topic.slice(-40).toLowerCase()}`)
      if (upTo > beyond || upTo === last) return { owners: [...owners], upTo, more: upTo < head }
      next = upTo + 1n
    }
  }
}
