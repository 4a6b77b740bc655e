import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Browser, claimsOf, refusalOf, SITE, type System, startSystem, tokensOf } from './harness.ts'
import { agree } from './identities.ts'
import { type Ways, waysAt } from './ways.ts'

let system: System
let at: Ways
beforeAll(async () => {
  system = await startSystem(inject('postgres'))
  at = waysAt(system)
})
afterAll(() => system.stop())

const query = (provider = 'club', redirectUrl = `${SITE}/back`) =>
  new URLSearchParams({ provider, redirectUrl }).toString()
const begin = async (browser: Browser) =>
  at.urlOf(await browser.call(`/identity/oauth/provider/authorize?${query()}`))

async function signIn(member: string, browser = system.browser()) {
  const came = await at.follow(browser, await agree(await begin(browser), member))
  return at.complete(browser, came.proof)
}

test('ID-25 a member has one account, by the subject', async () => {
  const answers = [await signIn('m-1'), await signIn('m-1'), await signIn('m-2')]
  const accounts = answers.map((answer) => claimsOf(tokensOf(answer).accessToken).sub)
  expect(accounts[1]).toBe(accounts[0])
  expect(accounts[2]).not.toBe(accounts[0])
  expect(answers[0]?.body).toMatchObject({ provider: 'oauth:club' })
  const { rows } = await system.owner.query(
    'select provider_scope from identity_link where account_id = $1',
    [accounts[0]],
  )
  expect(rows).toEqual([{ provider_scope: expect.stringMatching(/\/membership$/) }])
})

test('ID-25 a code of another attempt, a state of another browser and an answer of another issuer are refused', async () => {
  const browser = system.browser()
  const mine = new URL(await agree(await begin(browser), 'm-1'))
  const other = new URL(await agree(await begin(browser), 'm-2'))
  expect(await at.follow(system.browser(), mine.href)).toMatchObject({ error: 'invalid_state' })
  const mixed = new URL(other)
  mixed.searchParams.set('iss', 'https://issuer.example')
  expect(await at.follow(browser, mixed.href)).toMatchObject({ error: 'invalid_id_token' })
  mine.searchParams.set('state', new URL(await begin(browser)).searchParams.get('state') ?? '')
  expect(await at.follow(browser, mine.href)).toMatchObject({ error: 'invalid_code' })
})

test('ID-26 ID-15 an unknown membership, or a way back that is not ours, begins nothing', async () => {
  const ask = (asked: string) => system.browser().call(`/identity/oauth/provider/authorize?${asked}`)
  expect(refusalOf(await ask(query('other')))).toMatchObject({ status: 404, code: 'unknown_provider' })
  expect(refusalOf(await ask(query('club', 'https://evil.example/')))).toMatchObject({
    code: 'invalid_redirect_url',
  })
})

test('ID-26 the ways in are told', async () => {
  const { body } = await system.browser().call('/identity/ways')
  expect(body).toEqual({
    line: true,
    liff: [],
    memberships: [{ provider: 'club', th: 'สมาชิกคลับ', en: 'The club' }],
    dev: true,
  })
})
