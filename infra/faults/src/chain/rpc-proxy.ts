import { createServer } from 'node:http'
import type { Random } from '@talad/demo/random'
import { keccak256, toQuantity } from 'ethers'
import { z } from 'zod'

const requestSchema = z.object({ id: z.number(), method: z.string(), params: z.array(z.unknown()) })
type Request = z.infer<typeof requestSchema>

/** What is done to a call; every kind is something that providers of nodes do. */
export type Fault =
  | 'dropped'
  | 'refused'
  | 'underpriced'
  | 'already known'
  | 'time-out after'
  | 'cut before'
  | 'cut after'
  | 'nonce too low'
  | 'throttled'
  | 'internal error'
  | 'late receipt'
  | 'late count'

const SEND_FAULTS: readonly (readonly [share: number, fault: Fault])[] = [
  [0.02, 'dropped'],
  [0.015, 'underpriced'],
  [0.02, 'already known'],
  [0.01, 'time-out after'],
  [0.015, 'cut before'],
  [0.025, 'cut after'],
  [0.02, 'nonce too low'],
  [0.01, 'throttled'],
]
const READ_FAULTS: readonly (readonly [share: number, fault: Fault])[] = [
  [0.005, 'throttled'],
  [0.004, 'cut before'],
  [0.005, 'internal error'],
]
const RECEIPT_FAULTS = [...READ_FAULTS, [0.04, 'late receipt']] as const
const COUNT_FAULTS = [...READ_FAULTS, [0.03, 'late count']] as const

export type RpcProxy = {
  url: string
  /** how often each fault was done */
  counts: ReadonlyMap<Fault, number>
  close(): Promise<void>
}

function sharesOf(method: string): readonly (readonly [number, Fault])[] {
  if (method === 'eth_sendRawTransaction') return SEND_FAULTS
  if (method === 'eth_getTransactionReceipt') return RECEIPT_FAULTS
  return method === 'eth_getTransactionCount' ? COUNT_FAULTS : READ_FAULTS
}

/** What becomes of a call of a method; undefined: what the node says. */
export type Choice = (method: string) => Fault | undefined

/** Each fault now and then. */
export function byChance(random: Random): Choice {
  return (method) => {
    let at = random()
    for (const [share, fault] of sharesOf(method)) {
      if (at < share) return fault
      at -= share
    }
    return undefined
  }
}

async function pass(target: string, call: Request): Promise<unknown> {
  const answer = await fetch(target, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', ...call }),
  })
  return answer.json()
}

const counted = z.object({ result: z.string() })

/** The answer to a call; what breaks the connection is done to the whole batch. */
async function answer(target: string, call: Request, fault: Fault | undefined): Promise<unknown> {
  const head = { jsonrpc: '2.0', id: call.id }
  const error = (code: number, message: string) => ({ ...head, error: { code, message } })
  switch (fault) {
    case 'dropped': // it is acknowledged and lost
      return { ...head, result: keccak256(z.string().parse(call.params[0])) }
    case 'refused':
      return error(-32_000, 'transaction type is not accepted')
    case 'underpriced':
      return error(-32_000, 'transaction underpriced')
    case 'already known':
      await pass(target, call)
      return error(-32_000, 'already known')
    case 'nonce too low':
      await pass(target, call)
      return error(-32_000, 'nonce too low')
    case 'throttled':
      return error(-32_005, 'too many requests')
    case 'internal error':
      return error(-32_603, 'internal error')
    case 'late receipt':
      return { ...head, result: null }
    case 'late count': {
      const { result } = counted.parse(await pass(target, call))
      return { ...head, result: toQuantity(Math.max(0, Number(result) - 1)) }
    }
    default:
      return pass(target, call)
  }
}

/** A provider of nodes that misbehaves, in front of a node that doesn't. */
export async function startRpcProxy(target: string, choose: Choice): Promise<RpcProxy> {
  const counts = new Map<Fault, number>()
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString())
    const calls = z.array(requestSchema).parse(Array.isArray(body) ? body : [body])
    const faults = calls.map(({ method }) => choose(method))
    for (const fault of faults) if (fault) counts.set(fault, (counts.get(fault) ?? 0) + 1)
    if (faults.includes('cut before')) return response.destroy()
    const answers: unknown[] = []
    for (const [index, call] of calls.entries()) answers.push(await answer(target, call, faults[index]))
    if (faults.includes('cut after')) return response.destroy()
    if (faults.includes('time-out after')) return undefined // the client gives up by its own time limit
    response.writeHead(200, { 'content-type': 'application/json' })
    return response.end(JSON.stringify(Array.isArray(body) ? answers : answers[0]))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    counts,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
