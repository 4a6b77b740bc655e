import { type JsonRpcProvider, toQuantity } from 'ethers'
import { z } from 'zod'
import { faultOf, isTooMuch } from './rpc-error.ts'

/** Which logs: of these addresses, `topics` by their place as the node takes them. */
export type LogsOf = { address: string | readonly string[]; topics: readonly (string | readonly string[])[] }

/**
 * Reads logs of blocks from the first one on: of all blocks up to the last or, where that is too much for the node or for
 * one answer, of half as many, again and again. Whoever reads goes on behind `upTo`.
 * @returns the logs as the node tells them
 * @throws what the node throws when it throttles, or doesn't answer for a single block
 */
export async function readLogs(
  provider: Pick<JsonRpcProvider, 'send'>,
  of: LogsOf,
  { from, to }: { from: bigint; to: bigint },
): Promise<{ logs: unknown[]; upTo: bigint }> {
  for (let upTo = to; ; upTo = from + (upTo - from) / 2n) {
    try {
      const range = { fromBlock: toQuantity(from), toBlock: toQuantity(upTo) }
      const found = await provider.send('eth_getLogs', [{ ...of, ...range }])
      return { logs: z.array(z.unknown()).parse(found), upTo }
    } catch (error) {
      // nodes refuse what is too much in words of their own, or by saying nothing
      if (upTo <= from || (faultOf(error) === 'throttled' && !isTooMuch(error))) throw error
    }
  }
}
