import type { RpcCall } from '@talad/shared/chain/client'
import { Interface } from 'ethers'
import { z } from 'zod'

/** The answers in the order of the calls; undefined where the called contract refuses. @throws Rejection UNAVAILABLE */
export type Rpc = (calls: readonly RpcCall[]) => Promise<unknown[]>

export const seaport = new Interface([
  'function getCounter(address) view returns (uint256)',
  'function getOrderStatus(bytes32) view returns (bool validated, bool cancelled, uint256 filled, uint256 size)',
  `event OrderFulfilled(bytes32 orderHash, address indexed offerer, address indexed zone, address recipient,
    (uint8,address,uint256,uint256)[] offer, (uint8,address,uint256,uint256,address)[] consideration)`,
])
export const FULFILLED = seaport.getEvent('OrderFulfilled')?.topicHash ?? ''

export const hex = z.string().regex(/^0x[0-9a-f]*$/)

export type Block = string | { blockHash: string }

export function ask(to: string, from: Interface, name: string, args: unknown[], block: Block): RpcCall {
  return { method: 'eth_call', params: [{ to, data: from.encodeFunctionData(name, args) }, block] }
}

/** The values that a call returned; undefined when it reverted, or the contract isn't what it should be. */
export function read(from: Interface, name: string, answer: unknown): readonly unknown[] | undefined {
  const data = hex.safeParse(answer)
  if (!data.success || data.data === '0x') return undefined
  try {
    return from.decodeFunctionResult(name, data.data).toArray()
  } catch {
    return undefined
  }
}

export const orderStatus = z.tuple([z.boolean(), z.boolean(), z.bigint(), z.bigint()])
