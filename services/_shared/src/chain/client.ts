import {
  type JsonRpcApiProviderOptions,
  type JsonRpcPayload,
  JsonRpcProvider,
  type JsonRpcResult,
  Network,
} from 'ethers'
import { z } from 'zod'
import { Rejection } from '../rejection.ts'
import { describeFault, refusesCall } from './rpc-error.ts'

/** The node did not answer in time. What was asked may have happened all the same. */
export class RpcTimeout extends Error {
  readonly code = 'TIMEOUT'

  constructor(what: string, timeoutMs: number) {
    super(`${what} took more than ${timeoutMs} ms`)
    this.name = 'RpcTimeout'
  }
}

/** The node answered by a status of HTTP alone. */
class StatusError extends Error {
  readonly info: { responseStatus: string }

  constructor({ status, statusText }: Response) {
    super('the node does not answer')
    this.info = { responseStatus: `${status} ${statusText}` }
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
  /** limit of one answer */
  maxBytes?: number
  /** calls that may share a request, and so an answer; 100 if absent */
  callsTogether?: number
}

type Limits = { timeoutMs: number; maxBytes: number }

const LIMITS: Limits = { timeoutMs: 10_000, maxBytes: 64 * 1024 * 1024 }

async function readBounded(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new Error(`the node answers more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** Ethers' own reading of an answer takes longer than all other work on it: it copies and decodes long ones by the byte. */
class NodeProvider extends JsonRpcProvider {
  readonly #url: string
  readonly #limits: Limits

  constructor(url: string, limits: Limits, network: Network, options: JsonRpcApiProviderOptions) {
    super(url, network, options)
    this.#url = url
    this.#limits = limits
  }

  override async _send(payload: JsonRpcPayload | JsonRpcPayload[]): Promise<JsonRpcResult[]> {
    const { timeoutMs, maxBytes } = this.#limits
    try {
      const response = await fetch(this.#url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(payload),
        signal: AbortSignal.timeout(timeoutMs), // it covers the body too, and frees the connection
      })
      if (!response.ok) throw new StatusError(response)
      const body: unknown = JSON.parse(await readBounded(response, maxBytes))
      return (Array.isArray(body) ? body : [body]) as JsonRpcResult[] // ethers checks each by its id
    } catch (error) {
      if (error instanceof Error && error.name === 'TimeoutError') throw new RpcTimeout('the node', timeoutMs)
      throw error
    }
  }
}

/**
 * Opens a node. Calls made together travel in one batch; nothing is asked that nobody asked for: no look for the chain
 * id, no polling, no answers from memory, and no silent retry when the node throttles. Close it by `destroy()`.
 */
export function createProvider({
  rpcUrl,
  chainId,
  callsTogether = 100,
  ...limits
}: ProviderOptions): JsonRpcProvider {
  const network = Network.from(chainId)
  return new NodeProvider(rpcUrl, { ...LIMITS, ...limits }, network, {
    staticNetwork: network,
    cacheTimeout: -1, // ethers would repeat answers for a quarter of a second: too old for nonces and heads
    batchStallTime: 1,
    batchMaxCount: callsTogether,
  })
}

/** One JSON-RPC call. */
export type RpcCall = { method: string; params: readonly unknown[] }

/**
 * Asks a node several questions in one request.
 * @returns the answers in the order of the calls; undefined where the called contract refuses
 * @throws what the node throws when it doesn't answer one of them
 */
export function askAll(provider: JsonRpcProvider, calls: readonly RpcCall[]): Promise<unknown[]> {
  return Promise.all(
    calls.map(({ method, params }) =>
      provider.send(method, [...params]).catch((error: unknown) => {
        if (method === 'eth_call' && refusesCall(error)) return undefined
        throw error
      }),
    ),
  )
}

/**
 * A call that changes nothing.
 * @param call addresses and data as 0x…; `from` only where the contract asks who calls
 * @param blockHash as of the end of this block; the newest if absent
 * @returns what the contract returns; undefined when it refuses
 */
export async function callContract(
  provider: JsonRpcProvider,
  call: { to: string; data: string; from?: string },
  blockHash?: string,
): Promise<string | undefined> {
  const at = blockHash === undefined ? 'latest' : { blockHash }
  const [answer] = await askAll(provider, [{ method: 'eth_call', params: [call, at] }])
  return z.string().optional().parse(answer)
}

/**
 * For whoever is asked for something that the chain must be asked for: a fault of the node is no fault of ours.
 * @throws Rejection UNAVAILABLE in place of it: the caller may try again (GW-9)
 */
export async function orUnavailable<T>(
  log: { warn(about: object, text: string): void },
  work: Promise<T>,
): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Rejection) throw error
    log.warn({ fault: describeFault(error) }, 'the chain does not answer')
    throw new Rejection('UNAVAILABLE')
  }
}
