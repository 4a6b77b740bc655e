import { requestWebview } from '@talad/proto/http/identity/accounts'
import { sessionsHttp } from '@talad/proto/http/identity/sessions'
import { afterAll, beforeEach, expect, inject, test } from 'vitest'
import { z } from 'zod'
import {
  type Browser,
  claimsOf,
  people,
  refusalOf,
  SITE,
  type System,
  startSystem,
  tokensOf,
} from './harness.ts'

let system: System
beforeEach(async () => {
  system ??= await startSystem(inject('postgres'))
  await system.owner.query('delete from join_push')
})
afterAll(() => system?.stop())

const asked = z.object({ sessionId: z.string(), compare: z.string().nullable() })
const ask = (on: Browser, more: object = {}, token?: string) =>
  on.call(requestWebview.path, {
    body: { redirectUrl: `${SITE}/back`, phone: people.somchai.phone, ...more },
    ...(token === undefined ? {} : { token }),
  })
const opened = async (on: Browser, more?: object, token?: string) =>
  asked.parse((await ask(on, more, token)).body)
const status = async (on: Browser, sessionId: string) =>
  z
    .object({ status: z.string() })
    .parse((await on.call(`/identity/join/verify-session?sessionId=${sessionId}`)).body).status

/** What somebody does on the phone of the sandbox. */
async function phone(sessionId: string, decision: 'approve' | 'reject', digits = '') {
  const base = system.config.JOIN_URL.replace('/join/api/v1', '')
  const response = await fetch(`${base}/join/phone/somchai/session/${sessionId}`, {
    method: 'POST',
    body: new URLSearchParams({ decision, digits }),
    redirect: 'manual',
  })
  expect(response.status).toBe(303)
}
const otherThan = (compare: string | null) => (compare === '11' ? '12' : '11')

test('ID-13 a push counts with the digits that the browser shows, and not with others', async () => {
  const browser = system.browser()
  const { sessionId, compare } = await opened(browser)
  expect(compare).toMatch(/^\d\d$/)
  await phone(sessionId, 'approve', otherThan(compare))
  expect(await status(browser, sessionId)).toBe('pending')
  await phone(sessionId, 'approve', compare ?? '')
  expect(await status(browser, sessionId)).toBe('approved')
  const signedIn = await browser.call(`/identity/join/generate-token?sessionId=${sessionId}`)
  expect(signedIn.status).toBe(200)
  // who guesses is refused before a hundred guesses
  const guessed = await opened(browser)
  for (let n = 0; n < 3; n++) await phone(guessed.sessionId, 'approve', otherThan(guessed.compare))
  expect(await status(browser, guessed.sessionId)).toBe('rejected')
  expect((await ask(browser, { phone: undefined })).body).toMatchObject({ compare: null })
})

test('ID-13 three pushes without an answer pause a phone, whichever browsers asked, also of many at once', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(system.browser())))
  const refused = answers.filter((answer) => answer.status !== 201)
  expect(answers.length - refused.length).toBe(3)
  for (const answer of refused) expect(refusalOf(answer)).toMatchObject({ status: 429, code: 'push_paused' })
  // ID-17: a number that nobody has is paused alike
  const unknown = () => ask(system.browser(), { phone: '+66899999999' })
  expect(
    [await unknown(), await unknown(), await unknown(), await unknown()].map((one) => one.status),
  ).toEqual([201, 201, 201, 429])
  await system.owner.query(`update join_push set opened_at = opened_at - interval '10 minutes'`)
  expect((await ask(system.browser())).status).toBe(201)
})

test('ID-13 a no stops the browser for an hour, also one that never looks, and is told to whose phone it is', async () => {
  const { accessToken } = await system.signInWithJoin('somchai')
  const browser = system.browser()
  const { sessionId } = await opened(browser)
  await phone(sessionId, 'reject')
  for (const number of [people.somchai.phone, people.malee.phone])
    expect(refusalOf(await ask(browser, { phone: number }))).toMatchObject({
      status: 429,
      code: 'push_stopped',
    })
  expect((await ask(system.browser())).status).toBe(201)
  expect((await ask(browser, { phone: undefined })).status).toBe(201)
  const { list } = await system.client(accessToken)(sessionsHttp.securityLog, { query: {} })
  expect(list[0]).toMatchObject({ kind: 'push_refused', provider: 'join' })
  await system.owner.query(`update join_push set answered_at = answered_at - interval '1 hour'`)
  const refusals = async () =>
    (await system.client(accessToken)(sessionsHttp.securityLog, { query: {} })).list.filter(
      ({ kind }) => kind === 'push_refused',
    ).length
  const before = await refusals()
  const again = await opened(browser)
  // nobody looks and nobody asks again: it is learnt as the push ends
  await phone(again.sessionId, 'reject')
  await system.owner.query(`update kit.job set run_at = now() where task = 'join.push-end'`)
  await expect.poll(refusals, { timeout: 60_000 }).toBe(before + 1)
})

test('ID-13 a push links and renews only for a session whose account has that phone, and is no sign-in for anybody else', async () => {
  const { accessToken, browser } = await system.signInWithJoin('somchai')
  for (const purpose of ['link', 'renew']) {
    expect((await ask(system.browser(), { purpose })).status).toBe(401)
    const foreign = await ask(browser, { purpose, phone: people.malee.phone }, accessToken)
    expect(refusalOf(foreign)).toMatchObject({ status: 409, code: 'phone_not_yours' })
  }
  const renewal = await opened(browser, { purpose: 'renew' }, accessToken)
  await phone(renewal.sessionId, 'approve', renewal.compare ?? '')
  const renewed = await browser.call(`/identity/join/generate-token?sessionId=${renewal.sessionId}`)
  expect(renewed.status).toBe(200)
  const token = tokensOf(renewed).accessToken
  // approved by somebody else, and approved for a link
  for (const [purpose, userId] of [
    ['renew', 'malee'],
    ['link', 'somchai'],
  ]) {
    const { sessionId } = await opened(browser, { purpose, phone: undefined }, token)
    await system.control(`/join/sessions/${sessionId}`, { decision: 'approve', userId })
    const answer = await browser.call(`/identity/join/generate-token?sessionId=${sessionId}`)
    expect(refusalOf(answer)).toMatchObject({ status: 401, code: 'invalid_join_session' })
  }
})

test('ID-13 the phone shows the site and what for, with a no beside the yes, and asks for the digits', async () => {
  const { accessToken, browser } = await system.signInWithJoin('somchai')
  const base = system.config.JOIN_URL.replace('/join/api/v1', '')
  const purposes = {
    'sign-in': 'Sign in',
    link: `Link to account …${claimsOf(accessToken).sub.slice(-4)}`,
    renew: 'Confirm that it is you',
  }
  for (const [purpose, words] of Object.entries(purposes)) {
    const { sessionId } = await opened(browser, { purpose }, accessToken)
    const shown = await (await fetch(`${base}/join/phone/somchai`)).text()
    const card = new RegExp(`<form[^>]*data-session="${sessionId}".*?</form>`, 's').exec(shown)?.[0]
    for (const part of [words, new URL(SITE).host, 'value="reject"', 'value="approve"', 'name="digits"'])
      expect(card).toContain(part)
  }
})
