import { createServer, type Server } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followSessionStatuses } from './session-status.ts'

const ACCOUNT = 'a'.repeat(24)
const SESSION = '5'.repeat(24)
const holder = { accountId: ACCOUNT, sessionId: SESSION }
const MINUTE_MS = 60_000

/** Identity as far as it tells what became of sessions; `status` other than 200: it is away. */
async function startIdentity() {
  const state = { status: 200, asked: [] as URL[], tokens: [] as unknown[], ended: [] as string[], level: -1 }
  const server: Server = createServer((request, response) => {
    state.asked.push(new URL(request.url ?? '/', 'http://identity'))
    state.tokens.push(request.headers['x-internal-token'])
    const now = new Date().toISOString()
    const levels = state.level < 0 ? [] : [{ account_id: ACCOUNT, kyc_level: state.level, changed_at: now }]
    const sessions = state.ended.map((sid) => ({ sid, revoked_at: now }))
    const oldest = new Date(Date.now() - 15 * MINUTE_MS).toISOString()
    response.writeHead(state.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ as_of: now, oldest, sessions, levels }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { state, server, url: `http://127.0.0.1:${address.port}` }
}

let identity: Awaited<ReturnType<typeof startIdentity>>
/** what `performance.now()` says beyond the truth */
let ahead = 0
beforeEach(async () => {
  identity = await startIdentity()
  ahead = 0
  const real = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => real() + ahead)
})
afterEach(async () => {
  vi.restoreAllMocks()
  identity.server.closeAllConnections()
  await new Promise((resolve) => identity.server.close(resolve))
})

const follow = () => followSessionStatuses({ identityUrl: identity.url, internalToken: 'ours' })

test('ID-11, ID-4 learns of an ended session and of another level within two seconds', async () => {
  const sessionStatuses = follow()
  expect(await sessionStatuses.of(holder)).toEqual({ ended: false, kycLevel: undefined })
  identity.state.ended.push(SESSION)
  identity.state.level = 1
  ahead += 2_000
  expect(await sessionStatuses.of(holder)).toEqual({ ended: true, kycLevel: 1 })
  expect(await sessionStatuses.of({ accountId: 'b', sessionId: undefined })).toEqual({
    ended: false,
    kycLevel: undefined,
  })
})

test('asks once for many calls, by its own name, and then only for what is new', async () => {
  const sessionStatuses = follow()
  await Promise.all(Array.from({ length: 20 }, () => sessionStatuses.of(holder)))
  ahead += 2_000
  await Promise.all(Array.from({ length: 20 }, () => sessionStatuses.of(holder)))
  expect(identity.state.asked.map(({ pathname }) => pathname)).toEqual(
    Array(2).fill('/identity/internal/revoked'),
  )
  expect(identity.state.asked.map(({ searchParams }) => searchParams.has('since'))).toEqual([false, true])
  expect(identity.state.tokens).toEqual(['ours', 'ours'])
})

test('asks ahead of time, so that no call waits for it', async () => {
  const sessionStatuses = follow()
  await sessionStatuses.of(holder)
  ahead += 1_500
  identity.state.ended.push(SESSION)
  expect(await sessionStatuses.of(holder)).toMatchObject({ ended: false }) // answered by what is known
  await expect.poll(() => identity.state.asked.length).toBe(2)
  await expect.poll(() => sessionStatuses.of(holder)).toMatchObject({ ended: true })
})

test('remembers what it was told after identity tells it no more', async () => {
  const sessionStatuses = follow()
  identity.state.ended.push(SESSION)
  await sessionStatuses.of(holder)
  identity.state.ended = []
  ahead += 2_000
  expect(await sessionStatuses.of(holder)).toMatchObject({ ended: true })
})

test('ID-4 goes on for five minutes without identity, then refuses as long as it is not there', async () => {
  const sessionStatuses = follow()
  await sessionStatuses.of(holder)
  identity.state.status = 503
  ahead += 4 * MINUTE_MS
  expect(await sessionStatuses.of(holder)).toMatchObject({ ended: false })
  ahead += MINUTE_MS
  await expect(sessionStatuses.of(holder)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  identity.state.status = 200
  ahead += 2_000
  expect(await sessionStatuses.of(holder)).toMatchObject({ ended: false })
})

test('a service that never heard from identity lets nobody in', async () => {
  identity.state.status = 500
  await expect(follow().of(holder)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})
