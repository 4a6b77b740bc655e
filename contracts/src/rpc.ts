/**
 * One JSON-RPC call over HTTP.
 * Returns the `result` member as it came; throws when the node is down, answers with an error or takes a minute.
 */
export async function callRpc(rpcUrl: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(60_000),
  })
  const body: unknown = await response.json()
  if (typeof body === 'object' && body !== null && 'result' in body) return body.result
  throw new Error(`${method} failed: ${JSON.stringify(body)}`)
}
