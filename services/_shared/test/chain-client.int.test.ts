import { createServer, type Server } from 'node:http'
import type { JsonRpcProvider } from 'ethers'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { createProvider, withTimeout } from '../src/chain/client.ts'
import { isDear, replacementFees } from '../src/chain/fees.ts'
import { describeFault, faultOf } from '../src/chain/rpc-error.ts'

const call = z.object({ id: z.number(), method: z.string() })
type Answer = { status: number; body: (calls: z.infer<typeof call>[]) => unknown } | 'silence'

let server: Server | undefined
let provider: JsonRpcProvider | undefined
const requests: z.infer<typeof call>[][] = []
afterEach(async () => {
  provider?.destroy()
  server?.closeAllConnections()
  await new Promise((resolve) => server?.close(resolve) ?? resolve(undefined))
  server = undefined
  requests.length = 0
})

async function openNode(answer: Answer, timeoutMs = 5_000): Promise<JsonRpcProvider> {
  const opened = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString())
    const calls = z.array(call).parse(Array.isArray(body) ? body : [body])
    requests.push(calls)
    if (answer !== 'silence') response.writeHead(answer.status).end(JSON.stringify(answer.body(calls)))
  })
  server = opened
  await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve))
  const address = opened.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  provider = createProvider({
    rpcUrl: `http://127.0.0.1:${address.port}/secret-key`,
    chainId: 3501,
    timeoutMs,
  })
  return provider
}

function refusing(error: { code: number; message: string; data?: string }): Answer {
  return {
    status: 200,
    body: (calls) => {
      const answers = calls.map(({ id }) => ({ jsonrpc: '2.0', id, error }))
      return answers.length === 1 ? answers[0] : answers
    },
  }
}

const fail = async (node: JsonRpcProvider, method: string): Promise<unknown> =>
  node.send(method, [{}]).then(
    () => expect.unreachable('the call should fail'),
    (error: unknown) => error,
  )

const SEND = 'eth_sendRawTransaction'
const SIMULATE = 'eth_estimateGas'
const NO =
  '0x08c379a000000000000000000000000000000000000000000000000000000000000000200000000000000000000000000000000000000000000000000000000000000002'

test.each<[string, string, string, { code: number; message: string; data?: string }]>([
  [
    'reverted',
    'a revert with data',
    SIMULATE,
    { code: 3, message: 'execution reverted: no', data: `${NO}${'6e6f'.padEnd(64, '0')}` },
  ],
  ['reverted', 'a custom error', SIMULATE, { code: 3, message: 'execution reverted', data: '0xdeadbeef' }],
  ['reverted', 'a revert without data', SIMULATE, { code: -32_000, message: 'execution reverted' }],
  [
    'reverted',
    'a revert that speaks of limits',
    SIMULATE,
    { code: 3, message: 'execution reverted: rate limit' },
  ],
  ['reverted', 'a broken contract', SIMULATE, { code: -32_000, message: 'invalid opcode: INVALID' }],
  ['throttled', 'throttling', SIMULATE, { code: -32_005, message: 'limit exceeded' }],
  ['throttled', 'throttling in words', SIMULATE, { code: -32_000, message: 'Too Many Requests' }],
  ['throttled', 'throttling of a broadcast', SEND, { code: 429, message: 'rate limited' }],
  ['empty', 'an empty signer', SIMULATE, { code: -32_000, message: 'insufficient funds for transfer' }],
  [
    'empty',
    'an empty signer',
    SEND,
    { code: -32_000, message: 'insufficient funds for gas * price + value' },
  ],
  ['known', 'known bytes', SEND, { code: -32_000, message: 'already known' }],
  ['nonce-used', 'a used nonce', SEND, { code: -32_000, message: 'nonce too low: next nonce 4, tx nonce 3' }],
  ['unavailable', 'a nonce ahead', SEND, { code: -32_000, message: 'nonce too high' }],
  [
    'underpriced',
    'a low replacement',
    SEND,
    { code: -32_000, message: 'replacement transaction underpriced' },
  ],
  ['underpriced', 'a low fee', SEND, { code: -32_000, message: 'max fee per gas less than block base fee' }],
  ['refused', 'too much gas', SEND, { code: -32_000, message: 'exceeds block gas limit' }],
  ['refused', 'too little gas', SEND, { code: -32_000, message: 'intrinsic gas too low' }],
  ['unavailable', 'a fault of the node', SEND, { code: -32_603, message: 'internal error' }],
  ['unavailable', 'a fault of the node', SIMULATE, { code: -32_000, message: 'header not found' }],
])('CA-47 an answer is understood as %s: %s to %s', async (fault, _what, method, answer) => {
  const error = await fail(await openNode(refusing(answer)), method)
  expect(faultOf(error)).toBe(fault)
  expect(describeFault(error)).toContain(answer.message)
})

test.each([
  [429, 'throttled'],
  [500, 'unavailable'],
  [503, 'unavailable'],
  [403, 'unavailable'],
])('CA-47 status %i of the node is %s, asked once, and the address stays secret', async (status, fault) => {
  const error = await fail(await openNode({ status, body: () => ({}) }), SIMULATE)
  expect(faultOf(error)).toBe(fault)
  expect(describeFault(error)).not.toContain('secret-key')
  expect(describeFault(error)).toContain(String(status))
  expect(requests).toHaveLength(1)
})

test('CA-47 the reason of a revert is a stranger’s text: one line that can be stored, never cut through a character', async () => {
  const data = '0x08c379a0'
  const told = (reason: string) => describeFault({ code: 'CALL_EXCEPTION', message: '', reason, data })
  expect(told('a\0b\nc\u2028d\u001b[31m')).toBe('a b c d [31m')
  expect(told('half \ud83c')).toBe('half \ufffd')
  expect(told(`${'x'.repeat(199)}🎉`)).toBe(`${'x'.repeat(199)}🎉`)
  expect(told('🎉'.repeat(500)).isWellFormed()).toBe(true)
})

test('CA-47 a batch that is refused as a whole is throttled, not broken', async () => {
  const error = { code: -32_005, message: 'slow down' }
  const node = await openNode({ status: 200, body: () => ({ jsonrpc: '2.0', id: null, error }) })
  expect(faultOf(await fail(node, SIMULATE))).toBe('throttled')
})

test('CA-47 a node that does not answer is a transient fault after the time limit', async () => {
  const error = await fail(await openNode('silence', 200), SIMULATE)
  expect(faultOf(error)).toBe('unavailable')
  expect(describeFault(error)).toMatch(/more than 200 ms/)
})

test('CA-47 a node that is not there, and an error that is none of the chain, are transient', async () => {
  const gone = createProvider({ rpcUrl: 'http://127.0.0.1:9/secret-key', chainId: 3501, timeoutMs: 500 })
  const error = await fail(gone, SEND)
  gone.destroy()
  expect(faultOf(error)).toBe('unavailable')
  expect(faultOf('no error at all')).toBe('unavailable')
})

test('calls made together travel in one request, and nothing else is asked', async () => {
  const node = await openNode({
    status: 200,
    body: (calls) => calls.map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x1' })),
  })
  await Promise.all([node.getBlockNumber(), node.getBlockNumber(), node.getBalance(`0x${'1'.repeat(40)}`)])
  expect(requests.map((calls) => calls.length)).toEqual([3])
})

test('a promise that takes too long is given up', async () => {
  await expect(withTimeout(new Promise(() => undefined), 20, 'waiting')).rejects.toThrow(
    'waiting took more than 20 ms',
  )
  expect(await withTimeout(Promise.resolve(1), 1_000)).toBe(1)
})

test('CA-47 a replacement offers at least 12.5 % more of both fees, rounded up, or the going rate', () => {
  const rate = (maxFee: bigint, priorityFee: bigint) => ({ maxFee, priorityFee, legacy: false })
  expect(replacementFees(rate(1_001n, 3n), rate(1n, 1n))).toEqual(rate(1_127n, 4n))
  expect(replacementFees(rate(0n, 0n), rate(0n, 0n))).toEqual(rate(1n, 1n))
  expect(replacementFees(rate(100n, 10n), rate(500n, 50n))).toEqual(rate(500n, 50n))
  expect(isDear(rate(1_001n, 1n), rate(100n, 1n))).toBe(true)
  expect(isDear(rate(1_000n, 1n), rate(100n, 1n))).toBe(false)
})
