import { endOtherSessions } from '@talad/proto/http/identity/sessions'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { refusalOf, type System, startSystem } from './harness.ts'
import { type Identity, identitiesAt, KINDS, prove } from './identities.ts'
import { meet } from './meet.ts'
import { link, type Person, random, startBareChain, unlink, type Wallets, walletsAt } from './wallets.ts'

let system: System
let at: Wallets
let people: ReturnType<typeof identitiesAt>
const cleanup: (() => Promise<void> | void)[] = []
beforeAll(async () => {
  const chain = await startBareChain()
  system = await startSystem(inject('postgres'), { RPC_URL: chain.url })
  at = walletsAt(system)
  people = identitiesAt(system)
  cleanup.push(() => system.stop(), chain.close)
})
afterAll(async () => {
  for (const clean of cleanup) await clean()
})

/** Somebody who is signed in in two browsers, by a wallet. */
async function inTwoBrowsers(): Promise<[Person, Person]> {
  const own = await people.somebody('web3')
  return [await own.signIn(), await own.signIn()]
}
const kindsOf = async ({ account }: Person) => {
  const { rows } = await system.owner.query<{ kind: string }>(
    'select identity_provider as kind from identity_link where account_id = $1',
    [account],
  )
  return rows.map(({ kind }) => kind)
}

/** A wallet and Join send no browser back: what they answered counts where it was begun. */
const sendsBack = ({ kind }: Identity) => kind === 'line' || kind === 'oauth:club'

const BOTH = [0, 1] as const
const STEPS = BOTH.flatMap((begin) =>
  BOTH.flatMap((callback) => BOTH.map((complete) => ({ begin, callback, complete }))),
)
test.each(KINDS.flatMap((kind) => STEPS.map((steps) => ({ kind, ...steps }))))(
  'B22 ID-29 $kind, begun in browser $begin, back in $callback, completed in $complete: only one browser and session links',
  async ({ kind, begin, callback, complete }) => {
    const both = await inTwoBrowsers()
    const identity = await people.somebody(kind)
    const begun = await identity.begin(both[begin])
    const pending = await identity.comeBack(both[callback].browser, begun)
    const answer = await pending.link(both[complete])
    const isOne = begin === complete && (begin === callback || !sendsBack(identity))
    expect(answer.status < 300).toBe(isOne)
    expect(await kindsOf(both[0])).toHaveLength(isOne ? 2 : 1)
  },
)

test.each(KINDS)(
  'B22 ID-29 %s, two browsers at it at once: neither completes what the other has begun, and one links',
  async (kind) => {
    const [one, other] = await inTwoBrowsers()
    const identity = await people.somebody(kind)
    const [first, second] = [await prove(identity, one), await prove(identity, other)]
    const crossed = [await first.link(other), await second.link(one)]
    expect(crossed.map(({ status }) => status >= 400)).toEqual([true, true])
    expect((await first.link(one)).status).toBe(200)
    expect(await kindsOf(one)).toHaveLength(2)
  },
)

const BETWEEN: Record<string, (person: Person, other: Person) => Promise<unknown>> = {
  'a cancel': ({ browser, token }) => browser.call('/identity/idplink/cancel', { body: {}, token }),
  'a link': (person) => link(person, random()),
  'an unlink': async (person) => {
    const [{ _id = '' } = {}] = await at.linksOf(person)
    return unlink(person, _id)
  },
}
const STORED = ['join', 'line', 'oauth:club'] as const
test.each(STORED.flatMap((kind) => Object.keys(BETWEEN).map((between) => ({ kind, between }))))(
  'B22 ID-29 what $kind proved dies with $between, for a link and for a merge',
  async ({ kind, between }) => {
    const spare = random()
    const [person, other] = await inTwoBrowsers()
    await link(person, spare)
    const identity = await people.somebody(kind)
    const [pending, merging] = [await prove(identity, person), await prove(identity, person)]
    await BETWEEN[between]?.(person, other)
    const { browser, token } = person
    const refused = [
      await pending.link(person),
      await browser.call('/identity/account/merge/begin', { body: { proof: merging.other }, token }),
    ].map((answer) => refusalOf(answer).code)
    const code = kind === 'join' ? 'invalid_join_session' : 'invalid_proof'
    expect(refused).toEqual([code, code])
    expect(await kindsOf(person)).not.toContain(kind)
  },
)

test.each(KINDS.flatMap((kind) => ['before', 'after'].map((when) => ({ kind, when }))))(
  'B22 ID-29 what $kind proved is nothing to a session that has ended $when the callback, and to the one after it',
  async ({ kind, when }) => {
    const [own, identity] = [await people.somebody('web3'), await people.somebody(kind)]
    const person = await own.signIn()
    const begun = await identity.begin(person)
    const renew = () => own.signIn(person.browser) // ends the one before
    const early = when === 'before' ? await renew() : undefined
    const pending = await identity.comeBack(person.browser, begun)
    const again = early ?? (await renew())
    expect(refusalOf(await pending.link(person))).toMatchObject({ status: 401, code: 'session_expired' })
    const after = await pending.link(again)
    // a wallet's signature is given with the call itself: it is of this browser, and of nobody's session
    expect(after.status < 300).toBe(kind === 'web3')
  },
)

/** What a session does to have one more way in. */
const ADDS = {
  'links a wallet': async (by: Person) => (await prove(await people.somebody('web3'), by)).link,
  'links LINE': async (by: Person) => (await prove(await people.somebody('line'), by)).link,
  'moves LINE': async (by: Person) => {
    const identity = await people.somebody('line')
    await link(await identity.signIn(), random())
    const post = (path: string, body: object) =>
      by.browser.call(`/identity/${path}`, { body, token: by.token })
    const begun = await post('account/merge/begin', { proof: (await prove(identity, by)).other })
    return () => post('idplink/migrate', begun.body as object)
  },
}
test.each(Object.keys(ADDS) as (keyof typeof ADDS)[])(
  'ID-11, ID-29 a session that %s in the moment in which it is ended adds nothing',
  async (what) => {
    const [person, other] = await inTwoBrowsers()
    const add = await ADDS[what](person)
    const { browser, token } = other
    const [ended, added] = await meet(
      system,
      'security_event',
      () => browser.call(endOtherSessions.path, { body: {}, token }),
      () => add(person),
    )
    expect([ended.status, refusalOf(added).code]).toEqual([200, 'session_expired'])
    expect(await kindsOf(other)).toEqual(['web3'])
  },
)
