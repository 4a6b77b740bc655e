import { FetchRequest, JsonRpcProvider, Network } from 'ethers'
import { faultOf } from './rpc-error.ts'

/** The node did not answer in time. What was asked may have happened all the same. */
export class RpcTimeout extends Error {
  readonly code = 'TIMEOUT'

  constructor(what: string, timeoutMs: number) {
    super(`${what} took more than ${timeoutMs} ms`)
    this.name = 'RpcTimeout'
  }
}

/**
 * Bounds a promise in time.
 * @param what names the work in the error
 * @throws RpcTimeout after `timeoutMs`; the work itself can't be stopped
 */
export async function withTimeout<T>(work: Promise<T>, timeoutMs: number, what = 'the call'): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new RpcTimeout(what, timeoutMs)), timeoutMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

export type ProviderOptions = {
  /** http(s)://…; may carry a key, so it never stands in an error text of this module */
  rpcUrl: string
  chainId: number
  /** limit of one request, from the first byte to the last */
  timeoutMs?: number
}

const TIMEOUT_MS = 10_000

/**
 * Opens a node. Calls made together travel in one batch; nothing is asked that nobody asked for: no look for the chain
 * id, no polling, no answers from memory, and no silent retry when the node throttles. Close it by `destroy()`.
 */
export function createProvider({
  rpcUrl,
  chainId,
  timeoutMs = TIMEOUT_MS,
}: ProviderOptions): JsonRpcProvider {
  const request = new FetchRequest(rpcUrl)
  request.retryFunc = async () => false
  request.getUrlFunc = async ({ url, method, headers, body }) => {
    try {
      const signal = AbortSignal.timeout(timeoutMs) // it covers the body too, and frees the connection
      const response = await fetch(url, { method, headers, body: body ? new Uint8Array(body) : null, signal })
      return {
        statusCode: response.status,
        statusMessage: response.statusText,
        headers: Object.fromEntries(response.headers),
        body: new Uint8Array(await response.arrayBuffer()),
      }
    } catch (error) {
      if (error instanceof Error && error.name === 'TimeoutError') throw new RpcTimeout('the node', timeoutMs)
      throw error
    }
  }
  const network = Network.from(chainId)
  return new JsonRpcProvider(request, network, {
    staticNetwork: network,
    cacheTimeout: -1, // ethers would repeat answers for a quarter of a second: too old for nonces
    batchStallTime: 1,
  })
}

/**
 * Whether a later try of the same call may succeed (CA-47): true for throttling, time-outs, faults of the node and of
 * the network, nonce and fee trouble and an empty signer; false only when the contract itself refuses the call.
 */
export function isTransient(error: unknown): boolean {
  return faultOf(error) !== 'reverted'
}
