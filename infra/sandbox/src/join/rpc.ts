/** Calls of a blockchain node whose results are hex strings. */
import { z } from 'zod'

export type Rpc = (method: string, params: readonly unknown[]) => Promise<string>

const answerSchema = z.object({
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
})

async function ask(url: string, timeoutMs: number, method: string, params: readonly unknown[]) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  return answerSchema.parse(await response.json())
}

/**
 * @param url the node's JSON-RPC address
 * @param timeoutMs after which a call fails
 * @returns a function that makes one call and throws the node's own message when it refuses
 */
export function makeRpc(url: string, timeoutMs: number): Rpc {
  return async (method, params) => {
    const { result, error } = await ask(url, timeoutMs, method, params)
    if (typeof result !== 'string') throw new Error(`${method}: ${error?.message ?? 'no result'}`)
    return result
  }
}

const receipt = z.object({ status: z.string() })

export type Outcome = (hash: string) => Promise<'sent' | 'mined' | 'failed'>

/** @returns what has become of a transaction on the chain; `sent` while the chain says nothing of it */
export function makeOutcome(url: string, timeoutMs: number): Outcome {
  return async (hash) => {
    const { result } = await ask(url, timeoutMs, 'eth_getTransactionReceipt', [hash])
    const read = receipt.safeParse(result)
    if (!read.success) return 'sent'
    return read.data.status === '0x1' ? 'mined' : 'failed'
  }
}
