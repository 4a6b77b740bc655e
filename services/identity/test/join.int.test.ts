import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { claimsOf, refusalOf, SITE, type System, startSystem, tokensOf } from './harness.ts'

let system: System
beforeAll(async () => {
  system = await startSystem(inject('postgres'))
})
afterAll(() => system?.stop())

const INVALID = { status: 401, code: 'invalid_join_session', message: 'invalid join session' }
const tokenPath = (sessionId: string) => `/identity/join/generate-token?sessionId=${sessionId}`
const statusPath = (sessionId: string) => `/identity/join/verify-session?sessionId=${sessionId}`

test('ID-13 goes from the request over the approval in the app to a token pair', async () => {
  const browser = system.browser()
  const started = await browser.call('/identity/join/request-webview', {
    body: { redirectUrl: `${SITE}/back` },
  })
  expect(started.status).toBe(201)
  expect(started.body).toEqual({
    sessionId: expect.stringMatching(/^[A-Za-z0-9_-]{43,}$/),
    webviewUrl: expect.stringContaining('/join/webview/'),
    compare: null,
    expiresAt: expect.any(String),
  })
  const sessionId = await system.openSession(browser)
  expect((await browser.call(statusPath(sessionId))).body).toEqual({ status: 'pending' })
  expect(refusalOf(await browser.call(tokenPath(sessionId)))).toEqual(INVALID)
  await system.control(`/join/sessions/${sessionId}`, { decision: 'approve', userId: 'somchai' })
  expect((await browser.call(statusPath(sessionId))).body).toEqual({ status: 'approved' })
  const answer = await browser.call(tokenPath(sessionId))
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  expect(claimsOf(tokensOf(answer).accessToken).jid).toBe('somchai')
})

test('ID-2 puts the Join user, the level, the session hash and the expiries into the token', async () => {
  const { accessToken, sessionId } = await system.signInWithJoin('malee')
  const claims = claimsOf(accessToken)
  expect(claims).toMatchObject({
    jid: 'malee',
    jyc: 3,
    jsh: createHash('sha256').update(sessionId).digest('hex'),
    iss: 'talad-identity',
    aud: 'talad',
  })
  expect(claims.exp - claims.iat).toBe(15 * 60)
  expect(claims.exp).toBeLessThanOrEqual(claims.jxp ?? 0)
})

test('ID-13 ends with a refusal when the person rejects in the app', async () => {
  const browser = system.browser()
  const sessionId = await system.openSession(browser)
  await system.control(`/join/sessions/${sessionId}`, { decision: 'reject' })
  expect((await browser.call(statusPath(sessionId))).body).toEqual({ status: 'rejected' })
  expect(refusalOf(await browser.call(tokenPath(sessionId)))).toEqual(INVALID)
})

test('ID-14 refuses to finish in a browser that did not begin', async () => {
  const sessionId = await system.openSession(system.browser())
  await system.control(`/join/sessions/${sessionId}`, { decision: 'approve', userId: 'somchai' })
  const stranger = system.browser()
  expect(refusalOf(await stranger.call(tokenPath(sessionId)))).toEqual(INVALID)
  await system.openSession(stranger)
  expect(refusalOf(await stranger.call(tokenPath(sessionId)))).toEqual(INVALID)
})

test('ID-14 ends a session after 10 minutes', async () => {
  const browser = system.browser()
  const sessionId = await system.openSession(browser)
  await system.control(`/join/sessions/${sessionId}`, { decision: 'approve', userId: 'somchai' })
  await system.owner.query(`update join_session set expires_at = expires_at - interval '10 minutes'`)
  expect((await browser.call(statusPath(sessionId))).body).toEqual({ status: 'expired' })
  expect(refusalOf(await browser.call(tokenPath(sessionId)))).toEqual(INVALID)
})

test('ID-13 gives the tokens of a session once, however many ask at the same time', async () => {
  const browser = system.browser()
  const sessionId = await system.openSession(browser)
  await system.control(`/join/sessions/${sessionId}`, { decision: 'approve', userId: 'somchai' })
  const answers = await Promise.all(Array.from({ length: 20 }, () => browser.call(tokenPath(sessionId))))
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  const refused = answers.filter((answer) => answer.status !== 200).map(refusalOf)
  expect(new Set(refused.map(({ status, code }) => `${status} ${code}`))).toEqual(
    new Set(['409 session_used']),
  )
  expect(refusalOf(await browser.call(tokenPath(sessionId)))).toMatchObject({
    status: 409,
    code: 'session_used',
  })
})

test.each([
  'https://evil.example/back',
  'https://talad.test.evil.example/',
  'https://talad.test@evil.example/',
  'https://user@talad.test/',
  'http://talad.test/',
  'https://talad.test:444/',
  '//talad.test/',
  'javascript:alert(1)',
  '/back',
])('ID-15 does not return to %s', async (redirectUrl) => {
  const answer = await system.browser().call('/identity/join/request-webview', { body: { redirectUrl } })
  expect(refusalOf(answer)).toMatchObject({ status: 400, code: 'invalid_redirect_url' })
})

test('ID-15 returns to a site that was opened for as long as it is served', async () => {
  const statusOf = async () => {
    const body = { redirectUrl: 'https://temple.test/back' }
    return (await system.browser().call('/identity/join/request-webview', { body })).status
  }
  expect(await statusOf()).toBe(400)
  await system.owner.query(`insert into site_replica values ('temple', '{temple.test}', '{}', true, 1)`)
  expect(await statusOf()).toBe(201)
  await system.owner.query(`update site_replica set domains = '{}' where site_id = 'temple'`)
  expect(await statusOf()).toBe(400)
})

test('ID-17 answers an unknown phone as a known one', async () => {
  const ask = (phone: string) =>
    system.browser().call('/identity/join/request-webview', { body: { redirectUrl: `${SITE}/`, phone } })
  const [known, unknown] = await Promise.all([ask('081 000 0002'), ask('0999999999')])
  expect(known.status).toBe(201)
  expect(unknown.status).toBe(201)
  expect(Object.keys(Object(known.body))).toEqual(Object.keys(Object(unknown.body)))
})

test('WB-12 refuses a phone that is none', async () => {
  const body = { redirectUrl: `${SITE}/`, phone: '12345' }
  const answer = await system.browser().call('/identity/join/request-webview', { body })
  expect(refusalOf(answer)).toEqual({ status: 400, code: 'invalid_phone', message: 'Invalid phone format' })
})

test('ID-10 keeps the refresh token in a cookie that script can not read', async () => {
  const browser = system.browser()
  const sessionId = await system.openSession(browser)
  await system.control(`/join/sessions/${sessionId}`, { decision: 'approve', userId: 'somchai' })
  const answer = await browser.call(tokenPath(sessionId), { headers: { 'x-forwarded-proto': 'https' } })
  const cookie = answer.setCookies.find((line) => line.startsWith('talad_rt='))
  expect(cookie).toMatch(/HttpOnly/)
  expect(cookie).toMatch(/SameSite=Lax/)
  expect(cookie).toMatch(/Secure/)
  expect(cookie).toMatch(/Path=\/identity/)
  // the cookie refreshes, and what it brings stays out of the reach of script
  const refreshed = await browser.call('/identity/token/full-refresh', { method: 'POST' })
  expect(refreshed.status).toBe(200)
  expect(refreshed.body).toEqual({
    tokenPair: { accessToken: expect.any(String) },
    refreshExpiresAt: expect.any(String),
    serverTime: expect.any(String),
  })
  expect(refreshed.setCookies.join()).not.toContain(cookie?.slice(0, 60))
})

test('ID-27 makes one account of many first sign-ins of a person at once', async () => {
  const signedIn = await Promise.all(Array.from({ length: 8 }, () => system.signInWithJoin('niran')))
  expect(new Set(signedIn.map(({ accessToken }) => claimsOf(accessToken).sub)).size).toBe(1)
  const links = await system.owner.query(`select 1 from identity_link where external_id = 'niran'`)
  expect(links.rowCount).toBe(1)
})

test('ID-13 answers 503 with Retry-After while Join is away, and the sign-in goes on afterwards', async () => {
  const browser = system.browser()
  const sessionId = await system.openSession(browser)
  await system.control(`/join/sessions/${sessionId}`, { decision: 'approve', userId: 'somchai' })
  for (const call of ['session', 'session-status', 'profile']) {
    await system.control('/faults', { provider: 'join', call, fault: 'error' })
  }
  const away = [
    await browser.call('/identity/join/request-webview', { body: { redirectUrl: `${SITE}/` } }),
    await browser.call(statusPath(sessionId)),
    await browser.call(tokenPath(sessionId)),
  ]
  for (const answer of away) {
    expect(refusalOf(answer)).toMatchObject({ status: 503, code: 'unavailable' })
    expect(answer.headers.get('retry-after')).toBe('2')
  }
  expect((await browser.call(tokenPath(sessionId))).status).toBe(200)
})

test('ID-13 takes a slow, a cut and a nonsensical answer of Join for none', async () => {
  const slow = await startSystem(inject('postgres'), { JOIN_TIMEOUT_MS: '300' })
  try {
    const ask = () =>
      slow.browser().call('/identity/join/request-webview', { body: { redirectUrl: `${SITE}/` } })
    for (const fault of [
      { fault: 'timeout', ms: 2_000 },
      { fault: 'drop' },
      { fault: 'tamper', field: 'sessionId', value: 'short' },
    ]) {
      await slow.control('/faults', { provider: 'join', call: 'session', ...fault })
      expect(refusalOf(await ask())).toMatchObject({ status: 503, code: 'unavailable' })
    }
    expect((await ask()).status).toBe(201)
  } finally {
    await slow.stop()
  }
})
