import { KeyObject } from 'node:crypto'
import { createServer } from 'node:http'
import type { Endpoint } from '@talad/proto/http/contract'
import type { JWTPayload } from 'jose'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { forgeries } from '../../test/forged-tokens.ts'
import { CALLERS, INTERNAL, read, rig, tokenMaker } from '../../test/http-rig.ts'
import type { Grant } from '../admin-grants.ts'
import { type Auth, createAuth, TOKEN_AUDIENCE, TOKEN_ISSUER } from './auth.ts'

let tokens: Awaited<ReturnType<typeof tokenMaker>>
let auth: Auth
beforeAll(async () => {
  tokens = await tokenMaker()
  auth = createAuth({ jwks: tokens.keys, callers: CALLERS })
})

test('a good token names the account, the customer, the level and the session', async () => {
  const token = await tokens.make({ jid: 'abc', jyc: 2, sid: 's1', auth_time: 1_000 })
  expect(await auth.actorOf(`Bearer ${token}`)).toEqual({
    accountId: 'account-1',
    customerId: 'join-abc',
    kycLevel: 2,
    sessionId: 's1',
    signedInAt: new Date(1_000_000),
    waysIn: [],
  })
  expect(await auth.actorOf(undefined)).toBeUndefined()
})

/** The forger's server: nobody may ever ask it for a key. */
async function openLair() {
  const visits: string[] = []
  const server = createServer((request, response) => {
    visits.push(request.url ?? '')
    response.end('{"keys":[]}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, visits }
}

test('B24 every token that is not ours, not now or not whole is refused as such, never as a fault, and no key is asked of whoever made it', async () => {
  const lair = await openLair()
  const now = Math.floor(Date.now() / 1000)
  const holder = { sub: 'account-1', jid: 'demo-mali', jyc: 2, sid: 's1' }
  const claims = { ...holder, iss: TOKEN_ISSUER, aud: TOKEN_AUDIENCE, iat: now, exp: now + 900 }
  const all = forgeries({ kid: 'k1', key: KeyObject.from(tokens.privateKey) }, claims, lair.url)
  expect(all.length).toBeGreaterThan(500)
  for (const { what, token } of all) {
    const code = await auth.actorOf(`Bearer ${token}`).then(
      () => 'let in',
      (error: { code: string }) => error.code,
    )
    expect(['UNAUTHORIZED', 'TOKEN_EXPIRED'], `${what}: ${code}`).toContain(code)
  }
  expect(lair.visits).toEqual([])
})

test('B24 a good token opens nothing in any other place than its own', async () => {
  const good = await tokens.make({ jid: 'abc', jyc: 3 })
  const places: Record<string, string>[] = [
    ...['', 'Bearer', `Basic ${good}`, good, `Bearer ${good} ${good}`, `Bearer ${good}, Bearer ${good}`].map(
      (authorization) => ({ authorization }),
    ),
    { authorization: `Bearer ${'a'.repeat(5_000)}` },
    { cookie: `talad_rt=${good}; authorization=${good}; access_token=${good}` },
    { 'x-access-token': good, 'x-authorization': `Bearer ${good}`, 'proxy-authorization': `Bearer ${good}` },
    { 'x-account-id': 'account-1', 'x-customer-id': 'join-abc', 'x-user': 'admin', 'x-kyc-level': '3' },
  ]
  for (const headers of places)
    expect(await statusOf({ kind: 'user' }, headers), JSON.stringify(headers)).toBe('unauthorized')
})

test('B24 a token with one byte changed anywhere is refused as such, never as a fault', async () => {
  const good = await tokens.make({ jid: 'abc' })
  for (let at = 0; at < good.length; at += 3) {
    const changed = `${good.slice(0, at)}${good[at] === 'A' ? 'B' : 'A'}${good.slice(at + 1)}`
    const outcome = await auth.actorOf(`Bearer ${changed}`).then(
      (actor) => actor?.accountId,
      (error: { code: string }) => error.code,
    )
    // the last character of a part holds unused bits: a change there may leave the same bytes
    expect(['UNAUTHORIZED', 'account-1']).toContain(outcome)
    if (outcome === 'account-1')
      expect([...good.matchAll(/.(?=\.|$)/g)].map(({ index }) => index)).toContain(at)
  }
})

test('an expired token is told apart, so that the client renews it', async () => {
  const token = await tokens.make({ exp: Math.floor(Date.now() / 1000) - 1 })
  await expect(auth.actorOf(`Bearer ${token}`)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' })
})

test('GW-9 keys that cannot be had are an outage, and no verdict on the token', async () => {
  const server = createServer((_request, response) => {
    response.statusCode = 500
    response.end('down')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  const token = await tokens.make({})
  for (const url of [`http://127.0.0.1:${port}/jwks`, 'http://127.0.0.1:1/jwks']) {
    const away = createAuth({ jwks: new URL(url), callers: CALLERS })
    await expect(away.actorOf(`Bearer ${token}`)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  }
})

const grants: Record<string, Grant> = {
  'join-clerk': { superAdmin: false, permissions: new Set(['bank.read', 'bank.decide']) },
  'join-lesser': { superAdmin: false, permissions: new Set(['bank.read']) },
  'join-former': { superAdmin: false, permissions: new Set() },
  'join-super': { superAdmin: true, permissions: new Set() },
}

async function statusOf(policy: Endpoint['auth'], headers: Record<string, string>, devMode = false) {
  const judge = createAuth({
    jwks: tokens.keys,
    callers: CALLERS,
    grants: { of: async (id) => grants[id] },
  })
  const { app } = rig(judge, { devMode })
  app.route(read(policy), async ({ actor }) => ({ who: actor?.accountId ?? 'nobody' }))
  const response = await app.fastify.inject({ url: '/api/public/v1/thing', headers })
  return response.json().code ?? `${response.statusCode} ${response.json().who}`
}

test('B25 each policy lets in whom it names, and nobody else', async () => {
  const bearer = async (claims: JWTPayload) => ({ authorization: `Bearer ${await tokens.make(claims)}` })
  const nobody = {}
  const user = await bearer({})
  const customer = await bearer({ jid: 'a' })
  const verified = await bearer({ jid: 'a', jyc: 2 })
  const expired = await bearer({ exp: 1 })
  const service = { 'x-internal-token': INTERNAL[1] ?? '' }
  const everybody = { nobody, user, customer, verified, expired, service }
  const ok = '200 account-1'
  const anonymous = '200 nobody'
  const expected: [Endpoint['auth'], Record<keyof typeof everybody, string>][] = [
    [
      { kind: 'visitor' },
      {
        nobody: anonymous,
        user: ok,
        customer: ok,
        verified: ok,
        expired: 'token_expired',
        service: anonymous,
      },
    ],
    [
      { kind: 'user' },
      {
        nobody: 'unauthorized',
        user: ok,
        customer: ok,
        verified: ok,
        expired: 'token_expired',
        service: 'unauthorized',
      },
    ],
    [
      { kind: 'customer' },
      {
        nobody: 'unauthorized',
        user: 'invalid_join_session',
        customer: ok,
        verified: ok,
        expired: 'token_expired',
        service: 'unauthorized',
      },
    ],
    [
      { kind: 'kyc', level: 2 },
      {
        nobody: 'unauthorized',
        user: 'invalid_join_session',
        customer: 'kyc_not_eligible',
        verified: ok,
        expired: 'token_expired',
        service: 'unauthorized',
      },
    ],
    [
      { kind: 'internal' },
      {
        nobody: 'unauthorized',
        user: 'unauthorized',
        customer: 'unauthorized',
        verified: 'unauthorized',
        expired: 'unauthorized',
        service: anonymous,
      },
    ],
  ]
  for (const [policy, row] of expected) {
    const got = Object.fromEntries(
      await Promise.all(
        Object.entries(everybody).map(async ([who, headers]) => [who, await statusOf(policy, headers)]),
      ),
    )
    expect(got, policy.kind).toEqual(row)
  }
})

test('MO-38, MO-39, AW-14 an admin call takes its permission or a super_admin, and where it says so a fresh sign-in', async () => {
  const now = Math.floor(Date.now() / 1000)
  const ago = (seconds: number | undefined) =>
    seconds === undefined ? {} : { auth_time: now - seconds, iat: now }
  const as = async (jid: string | undefined, seconds?: number, more: JWTPayload = {}) => ({
    authorization: `Bearer ${await tokens.make({ ...(jid ? { jid } : {}), ...ago(seconds), ...more })}`,
  })
  const policy: Endpoint['auth'] = { kind: 'admin', permission: 'bank.decide' }
  const fresh: Endpoint['auth'] = { ...policy, fresh: true }
  const expected: [headers: Record<string, string>, answer: string, answerIfFresh: string][] = [
    [{}, 'unauthorized', 'unauthorized'],
    [await as(undefined), 'invalid_join_session', 'invalid_join_session'],
    [await as('clerk', 0, { exp: 1 }), 'token_expired', 'token_expired'],
    [await as('nobody', 0), 'permission_required', 'permission_required'],
    [await as('former', 0), 'permission_required', 'permission_required'],
    [await as('lesser', 0, { jyc: 3 }), 'permission_required', 'permission_required'],
    [{ 'x-internal-token': INTERNAL[1] ?? '' }, 'unauthorized', 'unauthorized'],
    [await as('clerk', 0), '200 account-1', '200 account-1'],
    [await as('clerk', 890), '200 account-1', '200 account-1'],
    [await as('clerk', 901), '200 account-1', 'reauth_required'],
    [await as('clerk'), '200 account-1', 'reauth_required'],
    [await as('super', 0), '200 account-1', '200 account-1'],
    [await as('super', 901), '200 account-1', 'reauth_required'],
  ]
  for (const [index, [headers, answer, answerIfFresh]] of expected.entries()) {
    expect(await statusOf(policy, headers), `row ${index}`).toBe(answer)
    expect(await statusOf(fresh, headers), `row ${index}, fresh`).toBe(answerIfFresh)
  }
})

test('GW-3 a secret tells who calls, both of a rotation are good, and anything near them is not', async () => {
  for (const secret of INTERNAL) expect(auth.callerOf(secret)).toBe('ledger')
  expect(auth.callerOf(CALLERS.campaign[0])).toBe('campaign')
  for (const text of [undefined, '', 'x', `${INTERNAL[0]}x`, INTERNAL.join(',')])
    expect(auth.callerOf(text)).toBeUndefined()
  const { app } = rig(auth)
  app.route(read({ kind: 'internal' }), async ({ request }) => ({ who: request.caller ?? 'nobody' }))
  const headers = { 'x-internal-token': INTERNAL[0] }
  const response = await app.fastify.inject({ url: '/api/public/v1/thing', headers })
  expect(response.json()).toEqual({ who: 'ledger' })
})

test('GW-28 a call for development exists only in development mode', async () => {
  expect(await statusOf({ kind: 'dev' }, {})).toBe('not_found')
  expect(await statusOf({ kind: 'dev' }, {}, true)).toBe('200 nobody')
})
