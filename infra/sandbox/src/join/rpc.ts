/** Calls of a blockchain node whose results are hex strings. */
import { z } from 'zod'

export type Rpc = (method: string, params: readonly unknown[]) => Promise<string>

const answerSchema = z.object({
  result: z.string().optional(),
  error: z.object({ message: z.string() }).optional(),
})

/**
 * @param url the node's JSON-RPC address
 * @param timeoutMs after which a call fails
 * @returns a function that makes one call and throws the node's own message when it refuses
 */
export function makeRpc(url: string, timeoutMs: number): Rpc {
  return async (method, params) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const { result, error } = answerSchema.parse(await response.json())
    if (result === undefined) throw new Error(`${method}: ${error?.message ?? 'no result'}`)
    return result
  }
}
