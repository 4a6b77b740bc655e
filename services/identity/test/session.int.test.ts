import { generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import {
  type Answer,
  type Browser,
  claimsOf,
  INTERNAL,
  refusalOf,
  type System,
  startSystem,
  tokensOf,
} from './harness.ts'

let system: System
beforeAll(async () => {
  system = await startSystem(inject('postgres'))
})
afterAll(() => system?.stop())

const EXPIRED = {
  status: 401,
  code: 'session_expired',
  message: 'Session expired, please sign in again',
}
const anonymous = () => system.browser()
const half = (refreshToken: string) =>
  anonymous().call('/identity/token/half-refresh', { body: { refreshToken } })
const full = (refreshToken: string) =>
  anonymous().call('/identity/token/full-refresh', { body: { refreshToken } })
const profile = (token: string) => anonymous().call('/identity/account/my/profile', { token })
const customerProfile = (token: string) =>
  anonymous().call('/identity/join/customer-profile', { token, method: 'POST' })
const setLevel = (user: string, level: string) => system.control(`/join/users/${user}`, { level }, 'PATCH')
const devAuth = (query: string, on: Browser = anonymous()) => on.call(`/identity/devtool/dev-auth?${query}`)

test('ID-5 renews the access token alone by a half refresh', async () => {
  const { accessToken, refreshToken } = await system.signInWithJoin('malee')
  const answer = await half(refreshToken)
  expect(answer.status).toBe(200)
  expect(tokensOf(answer).refreshToken).toBe(refreshToken)
  expect(claimsOf(tokensOf(answer).accessToken)).toMatchObject({
    sid: claimsOf(accessToken).sid,
    jid: 'malee',
  })
})

test('ID-7 tells the server’s time, and brings no retired token back into a browser by a slow half refresh', async () => {
  const { browser, refreshToken } = await system.signInWithJoin('malee')
  const slow = await browser.call('/identity/token/half-refresh', { method: 'POST' })
  expect(slow.setCookies).toEqual([])
  const [answer] = await Promise.all([
    browser.call('/identity/token/half-refresh', { method: 'POST' }),
    browser.call('/identity/token/full-refresh', { method: 'POST' }),
  ])
  const { serverTime } = z.object({ serverTime: z.iso.datetime() }).parse(answer.body)
  expect(Math.abs(Date.parse(serverTime) - Date.now())).toBeLessThan(5_000)
  expect(browser.jar.get('talad_rt')).not.toBe(refreshToken)
  expect((await browser.call('/identity/token/full-refresh', { method: 'POST' })).status).toBe(200)
})

test('ID-5 renews both tokens by a full refresh, and only the new one is good from then on', async () => {
  const { refreshToken } = await system.signInWithJoin('malee')
  const renewed = tokensOf(await full(refreshToken))
  expect(renewed.refreshToken).not.toBe(refreshToken)
  expect((await half(renewed.refreshToken)).status).toBe(200)
})

test('ID-6 gives 50 parallel refreshes of one browser the same new pair', async () => {
  const { refreshToken } = await system.signInWithJoin('malee')
  const answers = await Promise.all(Array.from({ length: 50 }, () => full(refreshToken)))
  expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200))
  expect(new Set(answers.map((answer) => JSON.stringify(tokensOf(answer)))).size).toBe(1)
  const [first] = answers
  expect((await full(tokensOf(first ?? (await full('none'))).refreshToken)).status).toBe(200)
})

test('ID-6 repeats the same pair to the token retired last, also by a half refresh, within 60 s', async () => {
  const { refreshToken } = await system.signInWithJoin('malee')
  const renewed = tokensOf(await full(refreshToken))
  expect(tokensOf(await full(refreshToken))).toEqual(renewed)
  expect(tokensOf(await half(refreshToken))).toEqual(renewed)
})

test('ID-6 ends the family when the token retired last comes again after 60 s', async () => {
  const { accessToken, refreshToken } = await system.signInWithJoin('malee')
  const renewed = tokensOf(await full(refreshToken))
  await system.owner.query(
    `update session set rotated_at = rotated_at - interval '60 seconds' where id = $1`,
    [claimsOf(accessToken).sid],
  )
  expect(refusalOf(await full(refreshToken))).toEqual(EXPIRED)
  expect(refusalOf(await full(renewed.refreshToken))).toEqual(EXPIRED)
})

test('ID-6 ends the family when an older generation comes, however young', async () => {
  const { refreshToken } = await system.signInWithJoin('malee')
  const second = tokensOf(await full(refreshToken))
  const third = tokensOf(await full(second.refreshToken))
  expect(refusalOf(await half(refreshToken))).toEqual(EXPIRED)
  expect(refusalOf(await half(third.refreshToken))).toEqual(EXPIRED)
})

test('ID-6 refuses a made-up refresh token and takes the useless cookie away', async () => {
  const browser = anonymous()
  browser.jar.set('talad_rt', 'made-up')
  browser.jar.set('talad_js', 'of-a-sign-in-under-way')
  const answer = await browser.call('/identity/token/full-refresh', { method: 'POST' })
  expect(refusalOf(answer)).toEqual(EXPIRED)
  expect([...browser.jar.keys()]).toEqual(['talad_js'])
})

test('ID-1 refuses a refresh token after its life', async () => {
  const { accessToken, refreshToken } = await system.signInWithJoin('malee')
  await system.owner.query('update session set expires_at = now() where id = $1', [claimsOf(accessToken).sid])
  expect(refusalOf(await half(refreshToken))).toEqual(EXPIRED)
})

test('ID-2 lets no token outlive the Join session', async () => {
  const { accessToken, refreshToken } = await system.signInWithJoin('malee')
  await system.owner.query(
    `update session set join_expires_at = now() + interval '5 minutes', expires_at = now() + interval '5 minutes'
     where id = $1`,
    [claimsOf(accessToken).sid],
  )
  for (const answer of [await half(refreshToken), await full(refreshToken)]) {
    const claims = claimsOf(tokensOf(answer).accessToken)
    expect(claims.exp).toBeLessThanOrEqual(claims.jxp ?? 0)
    expect(claims.exp - claims.iat).toBeLessThanOrEqual(300)
  }
})

test('ID-4 reads the level again at each half refresh', async () => {
  const { refreshToken } = await system.signInWithJoin('somchai')
  await setLevel('somchai', 'GOLD')
  expect(claimsOf(tokensOf(await half(refreshToken)).accessToken).jyc).toBe(3)
  await setLevel('somchai', 'SILVER')
  expect(claimsOf(tokensOf(await half(refreshToken)).accessToken).jyc).toBe(2)
})

test('ID-4 keeps the session and answers 503 while Join can not be asked for the level', async () => {
  const { refreshToken } = await system.signInWithJoin('malee')
  for (const refresh of [half, full]) {
    await system.control('/faults', { provider: 'join', call: 'profile', fault: 'error' })
    const away = await refresh(refreshToken)
    expect(refusalOf(away)).toMatchObject({ status: 503, code: 'unavailable' })
    expect(away.headers.get('retry-after')).toBe('2')
  }
  expect((await full(refreshToken)).status).toBe(200)
})

test('ID-18 reads level and names again on request, at most once a minute', async () => {
  const { accessToken } = await system.signInWithJoin('niran')
  await setLevel('niran', 'SILVER')
  const answer = await customerProfile(accessToken)
  expect(answer.status).toBe(200)
  const renewed = tokensOf(answer).accessToken
  expect(claimsOf(renewed)).toMatchObject({ jyc: 2, sid: claimsOf(accessToken).sid })
  const again = await customerProfile(renewed)
  expect(refusalOf(again)).toMatchObject({ status: 429, code: 'profile_read_too_soon' })
  expect(again.headers.get('retry-after')).toBe('60')
})

test('ID-18 answers an empty body with a pair, and who is not to have the refresh token without it', async () => {
  const native = await system.signInWithJoin('malee')
  const renewed = tokensOf(await customerProfile(native.accessToken))
  expect(claimsOf(renewed.accessToken).sid).toBe(claimsOf(native.accessToken).sid)
  expect(tokensOf(await half(renewed.refreshToken)).refreshToken).toBe(renewed.refreshToken)
  expect(tokensOf(await half(native.refreshToken)).refreshToken).toBe(renewed.refreshToken) // ID-6: within the minute

  // a browser's token that was stolen from its page, and is sent by something that is no browser
  await system.owner.query('update account set profile_read_at = null')
  const inBrowser = { headers: { 'sec-fetch-site': 'same-origin' } }
  const browser = anonymous()
  const sessionId = await system.openSession(browser)
  await system.control(`/join/sessions/${sessionId}`, { decision: 'approve', userId: 'malee' })
  const page = tokensOf(await browser.call(`/identity/join/generate-token?sessionId=${sessionId}`, inBrowser))
  expect(tokensOf(await customerProfile(page.accessToken)).refreshToken).toBe('')
  expect((await browser.call('/identity/token/half-refresh', { method: 'POST' })).status).toBe(200)
})

test('ID-11 ends the family at once and clears the cookies', async () => {
  const { accessToken, refreshToken, browser } = await system.signInWithJoin('malee')
  expect((await browser.call('/identity/logout', { method: 'POST' })).body).toEqual({ status: 'signed_out' })
  expect([...browser.jar.keys()]).toEqual([])
  expect(refusalOf(await full(refreshToken))).toEqual(EXPIRED)
  expect(refusalOf(await customerProfile(accessToken))).toEqual(EXPIRED)
  const revoked = await anonymous().call('/identity/internal/revoked', {
    headers: { 'x-internal-token': INTERNAL },
  })
  expect((await profile(accessToken)).status).toBe(401)
  expect(revoked.body).toMatchObject({
    sessions: expect.arrayContaining([{ sid: claimsOf(accessToken).sid, revoked_at: expect.any(String) }]),
  })
  expect((await anonymous().call('/identity/internal/revoked')).status).toBe(401)
})

test('ID-4 tells other services a level that changed, and judges by it at once', async () => {
  const { accessToken } = await system.signInWithJoin('niran')
  await setLevel('niran', 'GOLD')
  await half((await system.signInWithJoin('niran')).refreshToken)
  const told = await anonymous().call('/identity/internal/revoked', {
    headers: { 'x-internal-token': INTERNAL },
  })
  expect(told.body).toMatchObject({
    levels: expect.arrayContaining([
      { account_id: claimsOf(accessToken).sub, kyc_level: 3, changed_at: expect.any(String) },
    ]),
  })
})

test('ID-11 leaves the other sessions of the account alone', async () => {
  const [one, other] = [await system.signInWithJoin('malee'), await system.signInWithJoin('malee')]
  await anonymous().call('/identity/logout', { method: 'POST', token: one.accessToken })
  expect(refusalOf(await full(one.refreshToken))).toEqual(EXPIRED)
  expect((await full(other.refreshToken)).status).toBe(200)
})

test('ID-12 signs in a made-up customer of any level', async () => {
  for (const level of [0, 1, 2, 3]) {
    const { accessToken } = tokensOf(await devAuth(`user=dao&level=${level}`))
    expect(claimsOf(accessToken)).toMatchObject({ jid: 'dev-dao', jyc: level })
    expect((await profile(accessToken)).body).toMatchObject({ identity_provider: 'dev', idps: ['dev'] })
  }
})

test('ID-3 gives no jid to an account without a join identity, and refuses it customers’ calls', async () => {
  const { accessToken } = tokensOf(await devAuth('user=guest&customer=0'))
  expect(claimsOf(accessToken).jid).toBeUndefined()
  expect(refusalOf(await customerProfile(accessToken))).toEqual({
    status: 401,
    code: 'invalid_join_session',
    message: 'invalid join session',
  })
})

test('GW-28 has no dev login where DEV_MODE is not set', async () => {
  const plain = await startSystem(inject('postgres'), { DEV_MODE: '0' })
  try {
    expect((await plain.browser().call('/identity/devtool/dev-auth?user=dao')).status).toBe(404)
    expect(plain.endpoints.map((endpoint) => endpoint.name)).not.toContain('devAuth')
  } finally {
    await plain.stop()
  }
})

const refusedTokens: { what: string; forge: (claims: Record<string, unknown>) => Promise<string> }[] = [
  {
    what: 'signed by another key under our kid',
    forge: async (claims) => {
      const { privateKey } = await generateKeyPair('ES256')
      const { keys } = await jwks()
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', kid: keys[0]?.kid ?? '' })
        .sign(privateKey)
    },
  },
  {
    what: 'without a signature',
    forge: async (claims) =>
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`,
  },
  {
    what: 'made with the public key as a secret',
    forge: async (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(JSON.stringify((await jwks()).keys[0]))),
  },
]
async function jwks() {
  const response = await fetch(`${system.url}/identity/.well-known/jwks.json`)
  return z.object({ keys: z.array(z.looseObject({ kid: z.string() })) }).parse(await response.json())
}

test.each(refusedTokens)('ID-2 refuses a token $what', async ({ forge }) => {
  const { accessToken } = await system.signInWithJoin('malee')
  expect((await profile(await forge(claimsOf(accessToken)))).status).toBe(401)
})

test('ID-2 publishes only the public half of the signing key, and keeps old keys while their tokens live', async () => {
  const { accessToken } = await system.signInWithJoin('malee')
  const before = await jwks()
  expect(Object.keys(before.keys[0] ?? {}).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
  await system.owner.query(`update signing_key set created_at = created_at - interval '91 days'`)
  await system.renewKey()
  const after = await jwks()
  expect(after.keys.map((key) => key.kid)).toEqual([expect.any(String), before.keys[0]?.kid])
  expect((await profile(accessToken)).status).toBe(200)
  const fresh: Answer = await profile((await system.signInWithJoin('malee')).accessToken)
  expect(fresh.status).toBe(200)
})

test('ID-10 a browser has its refresh token as a cookie alone, other callers in the answer too', async () => {
  const path = '/identity/devtool/dev-auth?user=cookie-keeper'
  const program = await system.browser().call(path)
  expect(tokensOf(program).refreshToken).not.toBe('')
  const browser = system.browser()
  const answer = await browser.call(path, { headers: { 'sec-fetch-site': 'same-origin' } })
  expect(tokensOf(answer)).toMatchObject({ accessToken: expect.any(String), refreshToken: '' })
  expect(browser.jar.get('talad_rt')).toMatch(/./)
})
