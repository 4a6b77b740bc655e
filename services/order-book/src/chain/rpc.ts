import { Rejection } from '@talad/shared/rejection'
import { z } from 'zod'

/** One JSON-RPC call. */
export type RpcCall = { method: string; params: readonly unknown[] }

/** The answers in the order of the calls; undefined where the called contract reverted. */
export type Rpc = (calls: readonly RpcCall[]) => Promise<unknown[]>

const answers = z.array(
  z.object({
    id: z.int(),
    result: z.unknown().optional(),
    error: z.object({ code: z.number(), message: z.string() }).optional(),
  }),
)

/** EIP-1474 has no code of its own for a revert: nodes use 3 or -32000 with these words. */
function isRevert(error: { code: number; message: string }): boolean {
  return error.code === 3 || /revert|invalid opcode|out of gas/i.test(error.message)
}

/**
 * Asks a node, several questions in one request.
 * @throws Rejection UNAVAILABLE when it doesn't answer in time or can't: the caller may try again (GW-9)
 */
export function createRpc(options: {
  url: string
  timeoutMs: number
  onFault: (error: unknown) => void
}): Rpc {
  return async (calls) => {
    const asked = calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call }))
    try {
      const response = await fetch(options.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(asked),
        signal: AbortSignal.timeout(options.timeoutMs),
      })
      const byId = new Map(answers.parse(await response.json()).map((answer) => [answer.id, answer]))
      return asked.map(({ id, method }) => {
        const answer = byId.get(id)
        if (answer === undefined) throw new Error(`${method} was not answered`)
        if (answer.error === undefined) return answer.result
        if (isRevert(answer.error)) return undefined
        throw new Error(`${method} failed: ${answer.error.message}`)
      })
    } catch (error) {
      options.onFault(error)
      throw new Rejection('UNAVAILABLE')
    }
  }
}
