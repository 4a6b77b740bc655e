import { seaportInterface } from '@talad/contracts/calldata'
import { callRpc } from '@talad/contracts/rpc'
import type { Run } from '@talad/dev/run-file'
import { id } from 'ethers'
import { z } from 'zod'

const logs = z.array(z.object({ data: z.string(), topics: z.array(z.string()) }))

async function logsOf(rpc: string, address: string | undefined, topic: string | undefined) {
  const filter = { address, fromBlock: '0x0', toBlock: 'latest', topics: [topic] }
  return logs.parse(await callRpc(rpc, 'eth_getLogs', [filter]))
}

function counted(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** How often each order was fulfilled on the chain as it is. */
export async function fulfilments(rpc: string, seaport: string): Promise<Map<string, number>> {
  const found = await logsOf(rpc, seaport, seaportInterface.getEvent('OrderFulfilled')?.topicHash)
  return counted(found.map(({ data }) => data.slice(0, 66)))
}

/** How often each token of an ERC-721 contract moved, its mint included. */
export async function movesOf({ rpc }: Run, contract: string): Promise<Map<string, number>> {
  const found = await logsOf(rpc, contract, id('Transfer(address,address,uint256)'))
  return counted(found.map(({ topics }) => String(BigInt(topics[3] ?? 0))))
}

const OWNER_OF = id('ownerOf(uint256)').slice(0, 10)

export async function ownerOf({ rpc }: Run, contract: string, tokenId: string): Promise<string> {
  const data = OWNER_OF + BigInt(tokenId).toString(16).padStart(64, '0')
  const answer = z.string().parse(await callRpc(rpc, 'eth_call', [{ to: contract, data }, 'latest']))
  return `0x${answer.slice(-40)}`
}
