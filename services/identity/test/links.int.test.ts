import { identityLink } from '@talad/proto/http/identity/accounts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import {
  type Answer,
  claimsOf,
  LINE_CHANNELS,
  people,
  refusalOf,
  SITE,
  type System,
  startSystem,
  tokensOf,
} from './harness.ts'
import {
  lower,
  messageFor,
  type Person,
  random,
  startBareChain,
  unlink,
  type Wallets,
  walletsAt,
} from './wallets.ts'
import { type Ways, waysAt } from './ways.ts'

let system: System
let at: Wallets
let ways: Ways
const cleanup: (() => Promise<void> | void)[] = []
beforeAll(async () => {
  const chain = await startBareChain()
  system = await startSystem(inject('postgres'), { RPC_URL: chain.url })
  at = walletsAt(system)
  ways = waysAt(system)
  cleanup.push(() => system.stop(), chain.close)
  for (const id of ['line-one', 'line-two', 'line-three', 'line-four', 'line-five', 'line-six', 'free'])
    await isKnown(id)
})
afterAll(async () => {
  for (const clean of cleanup) await clean()
})

/** The sandbox's people use Join and LINE alike. */
const isKnown = (id: string, { privateKey } = random()) =>
  system.control('/join/users', {
    users: [{ ...people.malee, id, phone: `+6682${String(phones++)}`, privateKey }],
  })
let phones = 1_000_000
const post = ({ browser, token }: Pick<Person, 'browser' | 'token'>, path: string, body: object) =>
  browser.call(`/identity${path}`, { body, token })
const providersIn = (answer: Answer) =>
  z
    .object({ identities: z.array(identityLink) })
    .parse(answer.body)
    .identities.map(({ identity_provider }) => identity_provider)

/** What LINE proves for somebody who is signed in. */
async function lineProof({ browser, token }: Person, userId: string): Promise<string> {
  return (await ways.byLine(browser, userId, { purpose: 'link', token })).proof ?? ''
}
/** A sign-in that somebody approved in the Join app and nobody has finished. */
async function joinProof({ browser, token }: Person, userId: string): Promise<string> {
  const body = { redirectUrl: `${SITE}/back`, purpose: 'link' }
  const answer = await browser.call('/identity/join/request-webview', { body, token })
  const { sessionId } = z.object({ sessionId: z.string() }).parse(answer.body)
  await system.control(`/join/sessions/${sessionId}`, { decision: 'approve', userId })
  return sessionId
}

async function merge(person: Person, proof: object): Promise<Answer> {
  const begun = await post(person, '/account/merge/begin', { proof })
  const { mergeId } = z.object({ mergeId: z.string() }).parse(begun.body)
  const { body } = await post(person, '/account/merge/preview', { mergeId })
  const { preview } = z.object({ preview: z.string() }).parse(body)
  return post(person, '/account/merge/confirm', { mergeId, preview })
}

test('ID-29 what LINE proved links only to the account, in the browser and session that asked for it, once', async () => {
  const person = await at.walletPerson()
  const stranger = await at.customer('stranger')
  const proof = await lineProof(person, 'line-one')
  const again = await at.customer('elsewhere')
  const answers = [
    await post(stranger, '/idplink/link', { proof }),
    await post({ browser: again.browser, token: person.token }, '/idplink/link', { proof }),
    await post({ browser: person.browser, token: stranger.token }, '/idplink/link', { proof }),
  ]
  expect(answers.map((answer) => refusalOf(answer).code)).toEqual(answers.map(() => 'invalid_proof'))
  expect((await person.browser.call('/identity/idplink/link', { body: { proof } })).status).toBe(401)
  expect(refusalOf(await ways.complete(person.browser, proof)).code).toBe('invalid_proof')

  const [one, two] = await Promise.all([
    post(person, '/idplink/link', { proof }),
    post(person, '/idplink/link', { proof }),
  ])
  expect([one, two].map(({ status }) => status).sort()).toEqual([200, 409])
  const mine = await post(person, '/idplink/link', { proof: await lineProof(person, 'line-one') })
  expect(providersIn(mine)).toEqual(['line', 'web3'])
  expect(await at.eventsOf(person, 'IdentityLinked')).toBe(2)
  const signedIn = await ways.signInByLine('line-one')
  expect(claimsOf(tokensOf(signedIn).accessToken).sub).toBe(person.account)
})

test('ID-29, ID-34 an identity that is another account’s stays there; by the same proof the two can be merged', async () => {
  const other = claimsOf(tokensOf(await ways.signInByLine('line-two')).accessToken).sub
  const person = await at.customer('both')
  const proof = await lineProof(person, 'line-two')
  expect(refusalOf(await post(person, '/idplink/link', { proof })).code).toBe('identity_in_use')
  expect(await at.eventsOf(person, 'IdentityLinked')).toBe(1)
  expect((await merge(person, { provider: 'handle', handle: proof })).status).toBe(200)
  expect(claimsOf(tokensOf(await ways.signInByLine('line-two')).accessToken)).toMatchObject({
    sub: person.account,
    jid: 'both',
  })
  expect(await at.eventsOf({ ...person, account: other }, 'AccountMerged')).toBe(1)
})

test('ID-22, ID-34 what LINE said by itself, or to LIFF, links what is nobody’s and opens nobody’s account', async () => {
  await ways.signInByLine('line-two')
  const person = await at.walletPerson()
  const asked = ways.urlOf(await ways.begin(person.browser, { purpose: 'link', token: person.token }))
  expect(new URL(asked).searchParams.get('max_age')).toBe('0')
  const [{ channelId }] = LINE_CHANNELS
  const byLiff = async (userId: string) => {
    const { accessToken: lineAt } = await ways.liff(channelId, userId)
    const answer = await post(person, `/line/integrate?lineChannelId=${channelId}`, { lineAt })
    return z.object({ proof: z.string() }).parse(answer.body).proof
  }
  await ways.misbehave({ amr: ['linesso'] })
  const automatic = await lineProof(person, 'line-two')
  await ways.misbehave({})
  for (const handle of [automatic, await byLiff('line-two')]) {
    const begun = await post(person, '/account/merge/begin', { proof: { provider: 'handle', handle } })
    expect(refusalOf(begun)).toMatchObject({ status: 403, code: 'proof_not_fresh' })
  }
  const linked = await post(person, '/idplink/link', { proof: await byLiff('line-six') })
  expect(providersIn(linked)).toEqual(['line', 'web3'])
})

test('ID-29, ID-34 Join is linked to who has no Join identity, and never a second one or another person’s', async () => {
  await at.customer('taken')
  const person = await at.walletPerson()
  const signIn = await system.openSession(person.browser)
  await system.control(`/join/sessions/${signIn}`, { decision: 'approve', userId: 'free' })
  const other = await post(person, '/join/integrate', { sessionId: signIn })
  expect(refusalOf(other).code).toBe('invalid_join_session') // begun for something else
  const refused = await post(person, '/join/integrate', { sessionId: await joinProof(person, 'taken') })
  expect(refusalOf(refused).code).toBe('identity_in_use')
  const linked = await post(person, '/join/integrate', { sessionId: await joinProof(person, 'free') })
  expect(providersIn(linked)).toEqual(['join', 'web3'])
  const second = await post(person, '/join/integrate', { sessionId: await joinProof(person, 'somchai') })
  expect(refusalOf(second).code).toBe('two_customers')
  const { accessToken } = await system.signInWithJoin('free')
  expect(claimsOf(accessToken)).toMatchObject({ sub: person.account, jid: 'free', jyc: 3 })
})

test('ID-29 a link is begun in a fresh session, as the same one completes it', async () => {
  const person = await at.walletPerson()
  await system.owner.query(
    `update session set proved_at = now() - interval '16 minutes' where account_id = $1`,
    [person.account],
  )
  const renewed = await person.browser.call('/identity/token/half-refresh', { body: {} })
  const token = tokensOf(renewed).accessToken
  const redirectUrl = `${SITE}/back`
  const answers = [
    await ways.begin(person.browser, { purpose: 'link', token }),
    await post({ ...person, token }, '/join/request-webview', { redirectUrl, purpose: 'link' }),
    await person.browser.call(`/identity/oauth/provider/integrate?provider=club&redirectUrl=${redirectUrl}`, {
      token,
    }),
  ]
  const details = { maxAgeSeconds: 900, ways: ['web3'] }
  for (const { status, body, headers } of answers) {
    expect([status, body]).toMatchObject([403, { code: 'confirm_identity', details }])
    expect(headers.get('www-authenticate')).toBe(
      'Bearer realm="talad", error="insufficient_user_authentication", max_age=900', // RFC 9470
    )
  }
})

test('ID-22, ID-42 what is kept of a link: the browser in its event, the person beside it, who goes with it', async () => {
  const person = await at.walletPerson()
  const proof = await lineProof(person, 'line-five')
  const headers = { 'user-agent': `Browser of the link ${'x'.repeat(300)}` }
  const body = { proof }
  const { browser, token } = person
  expect((await browser.call('/identity/idplink/link', { body, token, headers })).status).toBe(200)
  const { rows } = await system.owner.query<{ id: string; browser: string }>(
    `select data->>'identityId' as id, data->>'userAgent' as browser from kit.event
     where stream = $1 and type = 'IdentityLinked' and data->>'provider' = 'line'`,
    [`account-${person.account}`],
  )
  const [kept = { id: '', browser: '' }] = rows
  expect(kept.browser).toBe(headers['user-agent'].slice(0, 200))
  const told = () => system.owner.query('select 1 from link_personal_data where link_id = $1', [kept.id])
  expect((await told()).rowCount).toBe(1)
  expect((await unlink(person, kept.id)).status).toBe(200)
  expect((await told()).rowCount).toBe(0)
})

test('ID-29 a proof dies with a cancel', async () => {
  const person = await at.walletPerson()
  const proof = await lineProof(person, 'line-three')
  expect((await post(person, '/idplink/cancel', {})).status).toBe(200)
  expect(refusalOf(await post(person, '/idplink/link', { proof })).code).toBe('invalid_proof')
})

test('ID-28 Join’s word for a wallet takes no account that has other ways in: two accounts, which their person may merge', async () => {
  const wallet = random()
  const early = await at.walletPerson(wallet)
  await post(early, '/idplink/link', { proof: await lineProof(early, 'line-four') })
  await isKnown('keeper', wallet)
  const { accessToken: token, browser } = await system.signInWithJoin('keeper')
  const joined = { token, browser, account: claimsOf(token).sub }
  expect(joined.account).not.toBe(early.account)
  expect(await at.ownerOf(wallet)).toBe(early.account)
  // ID-27: asked, until the two are one
  const elsewhere = async (person: Person) =>
    (await at.linksOf(person)).map(({ wallet_elsewhere }) => wallet_elsewhere)
  expect(await elsewhere(joined)).toEqual([lower(wallet)])
  expect(await elsewhere(early)).toEqual([null, null])
  const from = lower(wallet)
  const signature = await wallet.signMessage(await messageFor(browser, from))
  const merged = await merge(joined, { provider: 'web3', from, signature })
  expect(await elsewhere({ ...joined, token: tokensOf(merged).accessToken })).toEqual([null, null, null])
  expect(await at.ownerOf(wallet)).toBe(joined.account)
})
