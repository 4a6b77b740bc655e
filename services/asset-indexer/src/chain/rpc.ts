import { callContract, createProvider } from '@talad/shared/chain/client'
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
  /** Everything that was logged in a block. */
  blockLogs(blockHash: string): Promise<RawLog[]>
  /** Answer of a read-only call, at the head unless a block is named by its hash; undefined when the contract reverts. */
  call(to: string, data: string, blockHash?: string): Promise<string | undefined>
  close(): void
}

/** Nodes and their proxies refuse longer lists. */
const ADDRESSES_PER_CALL = 500

/** Opens the node at an address. Every call fails after `timeoutMs` when the node doesn't answer. */
export function openRpc(url: string, chainId: number, timeoutMs = 10_000): ChainRpc {
  const provider = createProvider({ rpcUrl: url, chainId, timeoutMs })
  const block = async (tag: string) =>
    blockSchema.parse(await provider.send('eth_getBlockByNumber', [tag, false]))

  async function logs({ at, addresses, topics }: LogFilter): Promise<RawLog[]> {
    const where =
      'blockHash' in at
        ? { blockHash: at.blockHash }
        : { fromBlock: toQuantity(at.from), toBlock: toQuantity(at.to) }
    const parts: Promise<RawLog[]>[] = []
    for (let start = 0; start < addresses.length; start += ADDRESSES_PER_CALL) {
      const address = addresses.slice(start, start + ADDRESSES_PER_CALL)
      parts.push(
        provider
          .send('eth_getLogs', [{ ...where, address, topics: [topics] }])
          .then((raw) => logsSchema.parse(raw)),
      )
    }
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
    blockLogs: async (blockHash) => logsSchema.parse(await provider.send('eth_getLogs', [{ blockHash }])),
    call: (to, data, blockHash) => callContract(provider, { to, data }, blockHash),
    close: () => provider.destroy(),
  }
}
