import { erasePersonalData } from '@talad/proto/http/identity/personal-data'
import { endOtherSessions } from '@talad/proto/http/identity/sessions'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { type Browser, claimsOf, refusalOf, SITE, type System, startSystem, tokensOf } from './harness.ts'
import { meet } from './meet.ts'

let system: System
beforeAll(async () => {
  system = await startSystem(inject('postgres'))
})
afterAll(() => system.stop())

const ENDED = { status: 409, code: 'hand_over_ended' }
const begun = z.object({ sessionId: z.string(), askUrl: z.url() })
const agreed = z.object({ redirectUrl: z.url() })

async function begin(browser: Browser, redirectUrl = `${SITE}/collections?by=it`) {
  const answer = await browser.call('/identity/hand-over/begin', { body: { redirectUrl } })
  const { sessionId, askUrl } = begun.parse(answer.body)
  expect(askUrl).toBe(`${SITE}/auth/hand-over?sessionId=${sessionId}`)
  return sessionId
}
const agree = (token: string, sessionId: string) =>
  system.browser().call('/identity/hand-over/agree', { body: { sessionId }, token })
const look = (token: string, sessionId: string) =>
  system.browser().call(`/identity/hand-over?sessionId=${sessionId}`, { token })
const take = (browser: Browser, sessionId: string) =>
  browser.call('/identity/hand-over/take', { body: { sessionId } })
/** The id in the address that the browser is led back to. */
const backId = (body: unknown) => new URL(agreed.parse(body).redirectUrl).searchParams.get('sessionId') ?? ''

test('ID-8 the browser that began takes the session over, once, and proves nothing anew by it', async () => {
  const { accessToken } = await system.signInWithJoin('malee')
  const browser = system.browser()
  const asked = await begin(browser)
  expect((await look(accessToken, asked)).body).toEqual({ site: SITE })
  const { body } = await agree(accessToken, asked)
  expect(agreed.parse(body).redirectUrl).toMatch(/^https:\/\/talad\.test\/collections\?by=it&sessionId=h-/)
  const claims = claimsOf(tokensOf(await take(browser, backId(body))).accessToken)
  const { sub, jid, sid } = claimsOf(accessToken)
  expect(claims).toMatchObject({ sub, jid })
  expect(claims.sid).not.toBe(sid)
  const authTime = async (id: string) =>
    (await system.owner.query('select proved_at from session where id = $1', [id])).rows[0]
  expect(await authTime(claims.sid)).toEqual(await authTime(sid))
  expect((await browser.call('/identity/token/half-refresh', { method: 'POST' })).status).toBe(200)
  for (const again of [
    () => take(browser, backId(body)),
    () => agree(accessToken, asked),
    () => look(accessToken, asked),
  ])
    expect(refusalOf(await again())).toMatchObject(ENDED)
})

test('ID-8 of many who agree or take at once, one does', async () => {
  const { accessToken } = await system.signInWithJoin('malee')
  const browser = system.browser()
  const asked = await begin(browser)
  const answers = await Promise.all(Array.from({ length: 8 }, () => agree(accessToken, asked)))
  const won = answers.filter(({ status }) => status === 200)
  expect(won).toHaveLength(1)
  const id = backId(won[0]?.body)
  const taken = await Promise.all(Array.from({ length: 8 }, () => take(browser, id)))
  expect(taken.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('ID-8 who began for somebody else gets nothing, and neither does who only has the link', async () => {
  const { accessToken } = await system.signInWithJoin('somchai')
  const attacker = system.browser()
  const asked = await begin(attacker)
  const id = backId((await agree(accessToken, asked)).body) // the victim follows the attacker's link and agrees
  expect(refusalOf(await take(attacker, asked))).toMatchObject(ENDED) // knows the first id alone
  for (const browser of [system.browser(), (await system.signInWithJoin('niran')).browser])
    expect(refusalOf(await take(browser, id))).toMatchObject(ENDED) // has the link alone
  expect((await take(attacker, id)).status).toBe(200) // and what is asked of both: the browser and the new id
})

test('ID-8 a hand-over is over after 60 seconds, with its session, and leads to our sites alone', async () => {
  const { accessToken, browser: at } = await system.signInWithJoin('malee')
  const browser = system.browser()
  const late = backId((await agree(accessToken, await begin(browser))).body)
  const { rows } = await system.owner.query<{ left: number }>(
    'select extract(epoch from expires_at - now())::float as left from hand_over where taking_hash is not null',
  )
  for (const { left } of rows) expect(left).toBeLessThanOrEqual(60)
  await system.owner.query(`update hand_over set expires_at = now() - interval '1 second'`)
  expect(refusalOf(await take(browser, late))).toMatchObject(ENDED)

  const orphan = backId((await agree(accessToken, await begin(browser))).body)
  await at.call('/identity/logout', { method: 'POST' })
  expect(refusalOf(await take(browser, orphan))).toMatchObject(ENDED)

  for (const redirectUrl of ['https://evil.example/', 'http://talad.test/', 'https://me@talad.test/'])
    expect(
      refusalOf(await browser.call('/identity/hand-over/begin', { body: { redirectUrl } })),
    ).toMatchObject({ status: 400, code: 'invalid_redirect_url' })
})

test('ID-8, ID-11 a session that is taken over while the others are ended, or its account is erased, ends with them', async () => {
  for (const [path, body] of [
    [endOtherSessions.path, {}],
    [erasePersonalData.path, { confirm: 'erase' }],
  ] as const) {
    const { accessToken } = await system.signInWithJoin('malee')
    const { accessToken: mine, browser: at } = await system.signInWithJoin('malee')
    const browser = system.browser()
    const id = backId((await agree(accessToken, await begin(browser))).body)
    const [taken, ended] = await meet(
      system,
      'refresh_token',
      () => take(browser, id),
      () => at.call(path, { body, token: mine }),
    )
    expect([taken.status, ended.status]).toEqual([200, 200])
    const after = await browser.call('/identity/token/full-refresh', { method: 'POST' })
    expect(refusalOf(after).code).toBe('session_expired')
  }
})
