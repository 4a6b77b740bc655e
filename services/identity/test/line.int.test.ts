import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { claimsOf, LINE_CHANNELS, refusalOf, SITE, type System, startSystem, tokensOf } from './harness.ts'
import { type Ways, waysAt } from './ways.ts'

const [web, liff, others] = LINE_CHANNELS
let system: System
let at: Ways
beforeAll(async () => {
  system = await startSystem(inject('postgres'))
  at = waysAt(system)
})
afterAll(() => system.stop())
afterEach(async () => {
  await at.misbehave({})
  await system.control('/faults', {}, 'DELETE')
})

const accountIn = (answer: Parameters<typeof tokensOf>[0]) => claimsOf(tokensOf(answer).accessToken).sub
const authorize = (channelId: string, body: object) =>
  system.browser().call(`/identity/line/authorize?lineChannelId=${channelId}`, { body })

test('ID-22 ID-23 a person of LINE has one account, by code or in LIFF, by any channel of one provider', async () => {
  const first = await at.signInByLine('somchai')
  expect(first).toMatchObject({ status: 200, body: { provider: 'line' } })
  const tokens = await at.liff(liff.channelId)
  const again = [
    await at.signInByLine('somchai'),
    await authorize(liff.channelId, { lineAt: tokens.accessToken }),
    await authorize(liff.channelId, { idToken: tokens.idToken }),
    await authorize(liff.channelId, { lineAt: tokens.accessToken, idToken: tokens.idToken }),
  ]
  expect(new Set([first, ...again].map(accountIn)).size).toBe(1)
  expect(accountIn(await at.signInByLine('malee'))).not.toBe(accountIn(first))
  const links = await system.owner.query(
    'select identity_provider, provider_scope, client_id from identity_link where account_id = $1',
    [accountIn(first)],
  )
  expect(links.rows).toEqual([
    { identity_provider: 'line', provider_scope: 'talad', client_id: web.channelId },
  ])
})

test('ID-42 the id at LINE and the name are nowhere but sealed, and its owner sees them', async () => {
  const { accessToken } = tokensOf(await at.signInByLine('somchai'))
  const answer = await system.browser().call('/identity/account/my/profile', { token: accessToken })
  expect(answer.body).toMatchObject({
    identity_provider: 'line',
    identity_provider_profile: { userId: expect.stringMatching(/^U[0-9a-f]{32}$/), displayName: 'สมชาย ใจดี' },
  })
  const { rows } = await system.owner.query<{ text: string }>(
    `select (select string_agg(data::text, '') from kit.event) || (select string_agg(l::text, '') from identity_link l)
       || (select string_agg(p::text, '') from proof p) as text`,
  )
  expect(rows[0]?.text).not.toMatch(/U[0-9a-f]{32}|สมชาย/)
})

test.each([
  ['another channel', { aud: others.channelId }],
  ['another issuer', { iss: 'https://line.example' }],
  ['another nonce', { nonce: 'of another attempt' }],
  ['a key of somebody else', { foreignKey: true }],
  ['a key of somebody else, ES256', { foreignKey: true, alg: 'ES256' }],
  ['a clock that is too far ahead', { clockS: 35 }],
  ['a clock that is an hour behind', { clockS: -3640 }],
  ['no user id', { sub: 'somchai' }],
])('ID-22 an id token of %s is refused, and nothing is written', async (_what, wrong) => {
  await at.misbehave(wrong)
  const before = await at.written()
  expect(await at.byLine(system.browser())).toEqual({ error: 'invalid_id_token', to: `${SITE}/back` })
  expect(await at.written()).toEqual(before)
})

test.each([25, -25])('ID-22 a clock that is %d s off is as good', async (clockS) => {
  await at.misbehave({ clockS, alg: 'ES256' })
  expect((await at.signInByLine()).status).toBe(200)
})

test('ID-25 a state counts once, in time, in its browser, at the callback of its provider', async () => {
  const browser = system.browser()
  const location = await at.decide(at.urlOf(await at.begin(browser)))
  const signIn = `${SITE}/auth/back`
  const elsewhere = location.replace('/identity/line/callback', '/identity/oauth/callback/club')
  const made = location.replace(/state=[^&]+/, 'state=made-up')
  const before = await at.written()
  expect(await at.follow(system.browser(), location)).toEqual({ error: 'invalid_state', to: signIn })
  expect(await at.follow(browser, elsewhere)).toEqual({ error: 'invalid_state', to: signIn })
  expect(await at.follow(browser, made)).toEqual({ error: 'invalid_state', to: signIn })
  expect(await at.follow(browser, location)).toMatchObject({ to: `${SITE}/back` })
  expect(await at.follow(browser, location)).toEqual({ error: 'state_used', to: signIn })
  const late = await at.decide(at.urlOf(await at.begin(browser)))
  await system.owner.query(`update proof set expires_at = now() where called_back_at is null`)
  expect(await at.follow(browser, late)).toEqual({ error: 'state_expired', to: signIn })
  expect(await at.written()).toEqual(before)
})

test('ID-25 a code of another attempt, one that was used, none and a "no" lead back with the reason', async () => {
  const browser = system.browser()
  const attempt = async (userId?: string, decision?: string) =>
    at.decide(at.urlOf(await at.begin(browser)), userId, decision)
  const codeOf = (location: string) => new URL(location).searchParams.get('code') ?? ''
  const withCode = (location: string, code: string) => location.replace(/code=[^&]+/, code)
  const mine = await attempt()
  const stolen = withCode(await attempt(), `code=${codeOf(mine)}`)
  expect(await at.follow(browser, stolen)).toMatchObject({ error: 'invalid_code' }) // PKCE: it is of another verifier
  expect(await at.follow(browser, mine)).toMatchObject({ error: 'invalid_code' }) // LINE gave it out already
  expect(await at.follow(browser, withCode(await attempt(), 'x=1'))).toMatchObject({ error: 'invalid_code' })
  expect(await at.follow(browser, await attempt('somchai', 'reject'))).toMatchObject({
    error: 'provider_refused',
  })
})

test('ID-29 a handle counts once, in time, in the browser that began, for what it was begun', async () => {
  const browser = system.browser()
  const { proof } = await at.byLine(browser)
  const refused = async (by = browser, asked: Parameters<Ways['complete']>[2] = {}) =>
    refusalOf(await at.complete(by, proof, asked)).code
  expect(await refused(system.browser())).toBe('invalid_proof')
  const { accessToken: token } = tokensOf(await at.signInByLine('malee'))
  expect(await refused(browser, { purpose: 'renew', token })).toBe('invalid_proof')
  await system.owner.query(`update proof set expires_at = now() where used_at is null and result is not null`)
  expect(await refused()).toBe('proof_expired')
  const { proof: another } = await at.byLine(browser)
  expect((await at.complete(browser, another)).status).toBe(200)
  expect(refusalOf(await at.complete(browser, another))).toMatchObject({ status: 409, code: 'proof_used' })
})

test('ID-29 of many who complete at once with one handle one is signed in', async () => {
  const browser = system.browser()
  const { proof } = await at.byLine(browser)
  const answers = await Promise.all(Array.from({ length: 8 }, () => at.complete(browser, proof)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
})

test('ID-29 with any field of its row changed a handle opens nothing', async () => {
  const browser = system.browser()
  const token = tokensOf(await at.signInByLine('somchai', browser)).accessToken
  const other = claimsOf(tokensOf(await at.signInByLine('malee')).accessToken)
  const { proof } = await at.byLine(browser, 'somchai', { purpose: 'renew', token })
  const found = await system.owner.query(
    `select * from proof where session_id = $1 and result is not null and used_at is null`,
    [claimsOf(token).sid],
  )
  const [row] = found.rows
  const change = (column: string, value: unknown) =>
    system.owner.query(`update proof set ${column} = $2 where id = $1`, [row.id, value])
  const changes = {
    session_id: other.sid,
    account_id: other.sub,
    purpose: 'link',
    browser_hash: Buffer.from('of another browser'),
    provider: 'oauth:club',
    expires_at: new Date(row.expires_at.getTime() + 1000),
    result: Buffer.from(row.result).reverse(),
  }
  for (const [column, value] of Object.entries(changes)) {
    await change(column, value)
    // with what it is sealed for it no longer opens: a fault, as nobody outside can do that
    expect([400, 500], column).toContain(
      (await at.complete(browser, proof, { purpose: 'renew', token })).status,
    )
    await change(column, row[column])
  }
  expect((await at.complete(browser, proof, { purpose: 'renew', token })).status).toBe(200)
})

test('ID-29 what was begun for a link is never a sign-in, and a fresh sign-in is one of the same person', async () => {
  const browser = system.browser()
  const token = tokensOf(await at.signInByLine('somchai', browser)).accessToken
  expect(refusalOf(await at.begin(browser, { purpose: 'link' })).code).toBe('unauthorized')
  const link = await at.byLine(browser, 'malee', { purpose: 'link', token })
  expect(refusalOf(await at.complete(browser, link.proof)).code).toBe('invalid_proof')
  const foreign = await at.byLine(browser, 'malee', { purpose: 'renew', token })
  expect(refusalOf(await at.complete(browser, foreign.proof, { purpose: 'renew', token })).code).toBe(
    'invalid_proof',
  )
  const own = await at.byLine(browser, 'somchai', { purpose: 'renew', token })
  expect((await at.complete(browser, own.proof, { purpose: 'renew', token })).status).toBe(200)
})

test('ID-22 a token of LIFF counts by what LINE says of it', async () => {
  const { accessToken, idToken } = await at.liff(liff.channelId)
  const codeOf = async (channelId: string, body: object) => refusalOf(await authorize(channelId, body))
  const NO = { status: 401, code: 'invalid_line_token' }
  expect(await codeOf(web.channelId, { lineAt: accessToken })).toMatchObject(NO)
  expect(await codeOf(liff.channelId, { lineAt: 'made up' })).toMatchObject(NO)
  expect(await codeOf(liff.channelId, {})).toMatchObject(NO)
  const malee = await at.liff(liff.channelId, 'malee')
  expect(await codeOf(liff.channelId, { lineAt: malee.accessToken, idToken })).toMatchObject(NO)
  expect(await codeOf(web.channelId, { idToken })).toMatchObject({ code: 'invalid_id_token' })
  const foreign = await at.liff(others.channelId)
  expect(await codeOf(others.channelId, { lineAt: foreign.accessToken })).toMatchObject({
    code: 'unknown_provider',
  })
  await at.misbehave({ expiresIn: 0 })
  expect(await codeOf(liff.channelId, { lineAt: accessToken })).toMatchObject(NO)
})

test('ID-29 a sign-in is fresh where LINE asked the person, not where it went on by itself, nor in LIFF', async () => {
  const isFresh = (answer: Parameters<typeof tokensOf>[0]) =>
    claimsOf(tokensOf(answer).accessToken).auth_time !== undefined
  expect(isFresh(await at.signInByLine())).toBe(true)
  const { accessToken } = await at.liff(liff.channelId)
  expect(isFresh(await authorize(liff.channelId, { lineAt: accessToken }))).toBe(false)
  for (const amr of [['linesso'], ['pwd', 'lineautologin'], []]) {
    await at.misbehave({ amr })
    expect([amr, isFresh(await at.signInByLine())]).toEqual([amr, false])
  }
  await at.misbehave({ clockS: -300 }) // they signed in there before this was begun
  expect(isFresh(await at.signInByLine())).toBe(false)
})

test('ID-22 LINE away is no fault of the person, and the other ways in stay', async () => {
  for (const call of ['token', 'verify'])
    for (const fault of ['error', 'drop']) await system.control('/faults', { provider: 'line', call, fault })
  for (let times = 0; times < 2; times += 1) {
    expect(await at.byLine(system.browser())).toMatchObject({ error: 'unavailable' })
    const { accessToken } = await at.liff(liff.channelId)
    expect(refusalOf(await authorize(liff.channelId, { lineAt: accessToken })).code).toBe('unavailable')
  }
  expect((await system.signInWithJoin('niran')).accessToken).not.toBe('')
})

test('ID-15 a provider sends nobody to a site that is not ours', async () => {
  for (const redirectUrl of ['https://evil.example/', `https://a@${new URL(SITE).host}/`])
    expect(refusalOf(await at.begin(system.browser(), { redirectUrl })).code).toBe('invalid_redirect_url')
})
