import { createServer } from 'node:http'
import { z } from 'zod'

const request = z.object({ id: z.number(), method: z.string(), params: z.array(z.unknown()) })
export type RpcRequest = z.infer<typeof request>

/** What the proxy does to a call instead of passing it on. */
export type Fault =
  | { http: number }
  | { rpc: { code: number; message: string; data?: string } }
  /** the node gets it, the answer is lost and another comes instead */
  | { rpcAfter: { code: number; message: string } }
  | { result: unknown }
  /** the connection breaks before or after the node has got the call */
  | 'cut-before'
  | 'cut-after'
  /** the node gets it, the answer never comes */
  | 'silent-after'

export type Proxy = {
  url: string
  /** decides on each call; undefined passes it on */
  rule: (call: RpcRequest) => Fault | undefined
  calls: RpcRequest[]
  close(): Promise<void>
}

/** @returns undefined when the node is away */
async function answer(target: string, call: RpcRequest, fault: Fault | undefined): Promise<unknown> {
  const head = { jsonrpc: '2.0', id: call.id }
  const own = typeof fault === 'object' ? fault : {}
  if ('rpc' in own) return { ...head, error: own.rpc }
  if ('result' in own) return { ...head, result: own.result }
  const passed = await fetch(target, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', ...call }),
  }).catch(() => undefined)
  return 'rpcAfter' in own ? { ...head, error: own.rpcAfter } : passed?.json()
}

/** A stand-in for a provider of nodes, in front of a real node. Its address carries a key, as theirs do. */
export async function startProxy(target: string): Promise<Proxy> {
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString())
    const calls = z.array(request).parse(Array.isArray(body) ? body : [body])
    proxy.calls.push(...calls)
    const faults = calls.map((call) => proxy.rule(call))
    if (faults.includes('cut-before')) return response.destroy()
    for (const fault of faults)
      if (typeof fault === 'object' && 'http' in fault) return response.writeHead(fault.http).end('{}')
    const answers: unknown[] = []
    for (const [index, call] of calls.entries()) answers.push(await answer(target, call, faults[index]))
    if (faults.includes('cut-after') || answers.includes(undefined)) return response.destroy()
    if (faults.includes('silent-after')) return undefined
    response.writeHead(200, { 'content-type': 'application/json' })
    return response.end(JSON.stringify(Array.isArray(body) ? answers : answers[0]))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const proxy: Proxy = {
    url: `http://127.0.0.1:${address.port}/secret-key`,
    rule: () => undefined,
    calls: [],
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return proxy
}
