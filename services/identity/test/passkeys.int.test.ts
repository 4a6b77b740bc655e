import { passkeysHttp as http } from '@talad/proto/http/identity/passkeys'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { makeAuthenticator } from './authenticator.ts'
import { type Browser, claimsOf, refusalOf, SITE, type System, startSystem, tokensOf } from './harness.ts'

let system: System
beforeAll(async () => {
  system = await startSystem(inject('postgres'), { PASSKEY_RP_ID: 'talad.test' })
})
afterAll(() => system?.stop())

const HERE = { rpId: 'talad.test', origin: SITE }
const begun = z.object({ options: z.looseObject({ challenge: z.string() }) })
let people = 0

async function somebody() {
  const browser = system.browser()
  const { accessToken } = tokensOf(await browser.call(`/identity/devtool/dev-auth?user=passkey-${++people}`))
  return { browser, token: accessToken, ...claimsOf(accessToken) }
}
const post = (on: Browser, path: string, body: unknown = {}, token?: string) =>
  on.call(path, { body, ...(token === undefined ? {} : { token }) })
const challengeOf = async (on: Browser, path: string, token?: string) =>
  begun.parse((await post(on, path, {}, token)).body).options.challenge

/** Somebody with a passkey. */
async function withPasskey() {
  const person = await somebody()
  const key = makeAuthenticator(HERE)
  const challenge = await challengeOf(person.browser, http.beginPasskey.path, person.token)
  const body = { name: 'my phone', response: key.register(challenge) }
  const added = await post(person.browser, http.addPasskey.path, body, person.token)
  expect(added.status).toBe(200)
  return { ...person, key, body, added }
}

test('ID-29 a passkey is added in a fresh session, signs in and makes sign-ins fresh, and is told of', async () => {
  const person = await withPasskey()
  expect(person.added.body).toMatchObject({ list: [{ name: 'my phone', last_used: null }] })
  // as a sign-in on a browser that knows nobody
  const browser = system.browser()
  const challenge = await challengeOf(browser, http.beginPasskeySignIn.path)
  const answer = await post(browser, http.passkeySignIn.path, { response: person.key.assert(challenge) })
  const claims = claimsOf(tokensOf(answer).accessToken)
  expect(claims).toMatchObject({ sub: person.sub, jid: expect.any(String), ways: ['dev', 'passkey'] })
  expect(claims.sid).not.toBe(person.sid)
  // as a step-up: the session from before is over
  const again = await challengeOf(person.browser, http.beginPasskeySignIn.path)
  const fresh = await post(person.browser, http.passkeySignIn.path, { response: person.key.assert(again) })
  expect(fresh.status).toBe(200)
  expect(
    refusalOf(
      await post(
        person.browser,
        http.listPasskeys.path.replace('list', 'remove'),
        { id: 'f'.repeat(24) },
        person.token,
      ),
    ).code,
  ).toBe('session_expired')
  const call = system.client(tokensOf(fresh).accessToken)
  const { list } = await call(http.listPasskeys, {})
  expect(list[0]?.last_used).not.toBeNull()
  expect(await call(http.removePasskey, { body: { id: list[0]?._id ?? '' } })).toEqual({ list: [] })
  const gone = await challengeOf(browser, http.beginPasskeySignIn.path)
  const refused = await post(browser, http.passkeySignIn.path, { response: person.key.assert(gone) })
  expect(refusalOf(refused)).toMatchObject({ status: 401, code: 'passkey_refused' })
  const { rows } = await system.owner.query<{ kind: string }>(
    `select kind from notification where account_id = $1 order by seq`,
    [person.sub],
  )
  expect(rows.map(({ kind }) => kind)).toEqual(['passkey_added', 'passkey_removed'])
})

test('ID-31 the sessions that passkeys began end with one that is taken off, and no others; again it ends nothing', async () => {
  const person = await withPasskey()
  const again = tokensOf(await system.browser().call(`/identity/devtool/dev-auth?user=passkey-${people}`))
  const signIn = async () => {
    const browser = system.browser()
    const response = person.key.assert(await challengeOf(browser, http.beginPasskeySignIn.path))
    return tokensOf(await post(browser, http.passkeySignIn.path, { response })).accessToken
  }
  const [stolen, mine] = [await signIn(), await signIn()]
  const [{ _id: id = '' } = {}] = (await system.client(mine)(http.listPasskeys, {})).list
  const remove = (token: string) => system.client(token)(http.removePasskey, { body: { id } })
  await remove(mine)
  const isIn = async (token: string) =>
    (await system.browser().call(http.listPasskeys.path, { token })).status === 200
  expect(await Promise.all([stolen, mine, person.token, again.accessToken].map(isIn))).toEqual([
    ...[false, true, true, true],
  ])
  await remove(person.token)
  expect(await isIn(mine)).toBe(true)
})

test('ID-29 an answer of a passkey counts once, for the browser that was asked, from our origin, verified, with a counter that grows', async () => {
  const { key } = await withPasskey()
  const [mine, other] = [system.browser(), system.browser()]
  const ask = () => challengeOf(mine, http.beginPasskeySignIn.path)
  const signIn = async (on: Browser, response: object) =>
    (await post(on, http.passkeySignIn.path, { response })).status
  await challengeOf(other, http.beginPasskeySignIn.path)
  expect(await signIn(other, key.assert(await ask()))).toBe(401)
  expect(await signIn(mine, key.assert(await ask(), { origin: 'https://ta1ad.test' }))).toBe(401)
  expect(await signIn(mine, key.assert(await ask(), { flags: 0x01 }))).toBe(401)
  for (const none of ['made-up', '\0']) expect(await signIn(mine, key.assert(none))).toBe(401)
  expect(await signIn(mine, makeAuthenticator(HERE).assert(await ask()))).toBe(401)
  const good = key.assert(await ask())
  const both = await Promise.all([signIn(mine, good), signIn(mine, good)])
  expect(both.sort()).toEqual([200, 401])
  expect(await signIn(mine, key.assert(await ask(), { counter: 1 }))).toBe(401)
})

test('ID-29 a passkey is added only by the session that began, once, and at most ten', async () => {
  const [mine, other] = [await somebody(), await somebody()]
  const key = makeAuthenticator(HERE)
  const challenge = await challengeOf(mine.browser, http.beginPasskey.path, mine.token)
  const body = { name: 'k', response: key.register(challenge) }
  expect(refusalOf(await post(other.browser, http.addPasskey.path, body, other.token)).code).toBe(
    'passkey_refused',
  )
  expect(refusalOf(await post(mine.browser, http.addPasskey.path, body, other.token)).code).toBe(
    'passkey_refused',
  )
  expect((await post(mine.browser, http.addPasskey.path, body, mine.token)).status).toBe(200)
  expect(refusalOf(await post(mine.browser, http.addPasskey.path, body, mine.token)).code).toBe(
    'passkey_refused',
  )
  for (let n = 1; n < 10; n++) {
    const next = await challengeOf(mine.browser, http.beginPasskey.path, mine.token)
    const more = { name: 'k', response: makeAuthenticator(HERE).register(next) }
    expect((await post(mine.browser, http.addPasskey.path, more, mine.token)).status).toBe(200)
  }
  const eleventh = await post(mine.browser, http.beginPasskey.path, {}, mine.token)
  expect(refusalOf(eleventh)).toMatchObject({ status: 409, code: 'too_many_passkeys' })
  await system.owner.query(`update session set proved_at = null where id = $1`, [mine.sid])
  const { accessToken } = tokensOf(
    await mine.browser.call('/identity/token/half-refresh', { method: 'POST' }),
  )
  expect(refusalOf(await post(mine.browser, http.beginPasskey.path, {}, accessToken)).code).toBe(
    'reauth_required',
  )
})
