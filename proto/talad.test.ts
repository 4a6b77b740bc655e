import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createTalad, liveUpdates } from './client/src/index.ts'

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const expired = { type: '', title: '', status: 401, code: 'token_expired', message: '', requestId: 'r' }
const time = '2026-01-01T00:00:00Z'
const pair = { tokenPair: { accessToken: 'new' }, refreshExpiresAt: time, serverTime: time }

/** Takes the token `new` alone, which it gives to who renews. */
async function siteOf(answer: RequestListener) {
  const state = { token: 'old', renewals: 0 }
  const baseUrl = await serve((request, reply) => {
    const isRenewal = request.url?.includes('half-refresh') ?? false
    if (isRenewal) state.renewals += 1
    const isRefused = !isRenewal && request.headers.authorization !== 'Bearer new'
    if (!isRenewal && !isRefused) return void answer(request, reply)
    reply.writeHead(isRefused ? 401 : 200).end(JSON.stringify(isRefused ? expired : pair))
  })
  const renewed = (accessToken: string) => {
    state.token = accessToken
  }
  return { state, options: { baseUrl, token: () => state.token, renewed } }
}

test('ID-5 calls whose token has expired are sent again after one renewal for all of them', async () => {
  const { state, options } = await siteOf((_, reply) => void reply.end(JSON.stringify({ list: [] })))
  const talad = createTalad(options)
  const answers = await Promise.all([talad.creditBalances(), talad.creditBalances()])
  expect(answers).toEqual([{ list: [] }, { list: [] }])
  expect(state).toEqual({ token: 'new', renewals: 1 })
})

test('WB-10 live updates go on where the connection broke, with the renewed token, past events that are not known', async () => {
  const asked: (string | undefined)[] = []
  const { options } = await siteOf((request, reply) => {
    asked.push(request.headers['last-event-id']?.toString())
    const id = asked.length
    reply.write(`id: ${id}\nevent: market\ndata: {"contract":"0x${String(id).repeat(40)}"}\n\n`)
    reply.end('event: later\ndata: {}\n\n')
  })
  const told: unknown[] = []
  for await (const update of liveUpdates(options, { watch: ['market'], retryMs: 1 })) {
    told.push(update)
    if (told.length === 2) break
  }
  const [first, second] = ['1', '2'].map((digit) => ({ contract: `0x${digit.repeat(40)}` }))
  expect(told).toEqual([
    { type: 'market', data: first },
    { type: 'market', data: second },
  ])
  expect(asked.slice(0, 2)).toEqual([undefined, '1'])
})

test('live updates that are refused for good end', async () => {
  const baseUrl = await serve((_, reply) => void reply.writeHead(400).end(JSON.stringify(expired)))
  await expect(liveUpdates({ baseUrl }).next()).rejects.toMatchObject({ status: 400 })
})
