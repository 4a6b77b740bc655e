import { callContract, createProvider } from '@talad/shared/chain/client'
import { isTooMuch } from '@talad/shared/chain/rpc-error'
import { toQuantity } from 'ethers'
import { z } from 'zod'

const quantity = z.string().transform((text) => Number(BigInt(text)))

const blockSchema = z
  .object({
    number: quantity,
    hash: z.string(),
    parentHash: z.string(),
    timestamp: quantity,
    logsBloom: z.string().optional(),
  })
  .transform(({ logsBloom, ...block }) => ({ ...block, bloom: logsBloom }))
  .nullable()
export type Block = { number: number; hash: string; parentHash: string; timestamp: number }
/** A block with the filter of its logs, as far as its chain keeps one. */
export type Header = Block & { bloom?: string | undefined }

const logSchema = z.object({
  address: z.string().transform((text) => text.toLowerCase()),
  topics: z.array(z.string()),
  data: z.string(),
  blockNumber: quantity,
  blockHash: z.string(),
  transactionHash: z.string(),
  logIndex: quantity,
})
const logsSchema = z.array(logSchema)
export type RawLog = z.infer<typeof logSchema>

export type LogFilter = {
  /** one block by its hash, or a range of numbers, inclusive */
  at: { blockHash: string } | { from: number; to: number }
  addresses: readonly string[]
  topics: readonly string[]
}

/** The node, as the indexer asks it. Calls made together travel in one batch. */
export type ChainRpc = {
  chainId(): Promise<number>
  head(): Promise<Header>
  /** undefined when the chain is not that high */
  header(number: number): Promise<Header | undefined>
  logs(filter: LogFilter): Promise<RawLog[]>
  /** Everything that was logged in a block; undefined: more than is read at once, foreign logs among it. */
  blockLogs(blockHash: string): Promise<RawLog[] | undefined>
  /** Answer of a read-only call, at the head unless a block is named by its hash; undefined when the contract reverts. */
  call(to: string, data: string, blockHash?: string): Promise<string | undefined>
  close(): void
}

/** Nodes and their proxies refuse longer lists. */
const ADDRESSES_PER_CALL = 500
/** Of what a block holds besides ours: some 8,000 logs, which take a tenth of a second. */
const MAX_BLOCK_BYTES = 4 * 1024 * 1024

/** Opens the node at an address. Every call fails after `timeoutMs` when the node doesn't answer. */
export function openRpc(url: string, chainId: number, timeoutMs = 10_000): ChainRpc {
  const provider = createProvider({ rpcUrl: url, chainId, timeoutMs })
  const whole = createProvider({
    rpcUrl: url,
    chainId,
    timeoutMs,
    maxBytes: MAX_BLOCK_BYTES,
    callsTogether: 1,
  })
  const block = async (tag: string) =>
    blockSchema.parse(await provider.send('eth_getBlockByNumber', [tag, false]))

  /** A block can't be halved: where it is too much at once, contracts are read one after another, then kinds of logs. */
  async function logsIn(
    where: object,
    addresses: readonly string[],
    topics: readonly string[],
  ): Promise<RawLog[]> {
    try {
      const filter = { ...where, address: addresses, topics: [topics] }
      return logsSchema.parse(await provider.send('eth_getLogs', [filter]))
    } catch (error) {
      const most = Math.max(addresses.length, topics.length)
      if (!('blockHash' in where) || most === 1 || !isTooMuch(error)) throw error
      const [halves, others] = addresses.length > 1 ? [addresses, topics] : [topics, addresses]
      const found: RawLog[] = []
      for (const half of [halves.slice(0, halves.length >> 1), halves.slice(halves.length >> 1)])
        found.push(
          ...(await (halves === addresses ? logsIn(where, half, others) : logsIn(where, others, half))),
        )
      return found
    }
  }

  async function logs({ at, addresses, topics }: LogFilter): Promise<RawLog[]> {
    const where =
      'blockHash' in at
        ? { blockHash: at.blockHash }
        : { fromBlock: toQuantity(at.from), toBlock: toQuantity(at.to) }
    const parts: Promise<RawLog[]>[] = []
    for (let start = 0; start < addresses.length; start += ADDRESSES_PER_CALL)
      parts.push(logsIn(where, addresses.slice(start, start + ADDRESSES_PER_CALL), topics))
    return (await Promise.all(parts)).flat()
  }

  return {
    chainId: async () => quantity.parse(await provider.send('eth_chainId', [])),
    async head() {
      const header = await block('latest')
      if (!header) throw new Error('the node has no latest block')
      return header
    },
    header: async (number) => (await block(toQuantity(number))) ?? undefined,
    logs,
    blockLogs: (blockHash) =>
      whole.send('eth_getLogs', [{ blockHash }]).then(
        (raw) => logsSchema.parse(raw),
        (error: unknown) => {
          if (isTooMuch(error)) return undefined
          throw error
        },
      ),
    call: (to, data, blockHash) => callContract(provider, { to, data }, blockHash),
    close() {
      provider.destroy()
      whole.destroy()
    },
  }
}
