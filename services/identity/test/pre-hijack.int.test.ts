import { mergesHttp } from '@talad/proto/http/identity/merges'
import { passkeysHttp } from '@talad/proto/http/identity/passkeys'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { makeAuthenticator } from './authenticator.ts'
import { type Answer, claimsOf, SITE, type System, startSystem, tokensOf } from './harness.ts'
import { type Identity, identitiesAt, KINDS, type Kind, prove } from './identities.ts'
import { link, type Person, random, startBareChain, unlink, type Wallets, walletsAt } from './wallets.ts'

// B22, the five ways of "Pre-hijacked accounts" (USENIX Security 2022): somebody prepares an account before its owner comes.
// The attacker knows what the victim is called at each provider, and once had another identity of the victim in hand.

let system: System
let at: Wallets
let people: ReturnType<typeof identitiesAt>
const cleanup: (() => Promise<void> | void)[] = []
beforeAll(async () => {
  const chain = await startBareChain()
  system = await startSystem(inject('postgres'), { RPC_URL: chain.url, PASSKEY_RP_ID: 'talad.test' })
  at = walletsAt(system)
  people = identitiesAt(system)
  cleanup.push(() => system.stop(), chain.close)
})
afterAll(async () => {
  for (const clean of cleanup) await clean()
})

const VARIANTS = ['classic-federated merge', 'unexpired session', 'trojan identifier'] as const
const MORE = ['unexpired change', 'provider that verifies nothing'] as const
type Variant = (typeof VARIANTS)[number] | (typeof MORE)[number]
const BETWEEN = ['nothing', 'merge', 'unlink', 'migrate'] as const
type Between = (typeof BETWEEN)[number]
type Scene = { variant: Variant; victim: Kind; between: Between }
const SCENES: Scene[] = [...VARIANTS, ...MORE].flatMap((variant) =>
  KINDS.flatMap((victim) => BETWEEN.map((between) => ({ variant, victim, between }))),
)

/** What the victim had before, and what the attacker comes by. */
const OTHER: Record<Kind, { old: Kind; theirs: Kind }> = {
  join: { old: 'line', theirs: 'web3' },
  line: { old: 'oauth:club', theirs: 'web3' },
  'oauth:club': { old: 'line', theirs: 'web3' },
  web3: { old: 'line', theirs: 'oauth:club' },
}

const post = ({ browser, token }: Person, path: string, body: object = {}) =>
  browser.call(path.startsWith('/') ? path : `/identity/${path}`, { body, token })
/** The account that an answer lets in to; undefined: none. */
const letIn = (answer: Answer) =>
  answer.status === 200 ? claimsOf(tokensOf(answer).accessToken).sub : undefined
const waysOf = async (person: Person) => {
  const { body } = await person.browser.call('/identity/session/list', { token: person.token })
  expect(body).toHaveProperty('list') // who asks is in
  return at.linksOf(person)
}

/** One of the attacker's ways back in. @returns the account that it led to */
type Attack = () => Promise<string | undefined>

const challengeOf = (answer: Answer) =>
  z.object({ options: z.object({ challenge: z.string() }) }).parse(answer.body).options.challenge

async function addPasskey(person: Person): Promise<Attack> {
  const key = makeAuthenticator({ rpId: 'talad.test', origin: SITE })
  const challenge = challengeOf(await post(person, passkeysHttp.beginPasskey.path))
  const body = { name: 'theirs', response: key.register(challenge) }
  expect((await post(person, passkeysHttp.addPasskey.path, body)).status).toBe(200)
  return async () => {
    const browser = system.browser()
    const asked = challengeOf(await browser.call(passkeysHttp.beginPasskeySignIn.path, { body: {} }))
    return letIn(
      await browser.call(passkeysHttp.passkeySignIn.path, { body: { response: key.assert(asked) } }),
    )
  }
}

/** A session that goes on, and one that is about to be taken over to another site. */
async function keepSession(person: Person): Promise<Attack[]> {
  const elsewhere = system.browser()
  const begun = await elsewhere.call('/identity/hand-over/begin', { body: { redirectUrl: `${SITE}/x` } })
  const { sessionId } = z.object({ sessionId: z.string() }).parse(begun.body)
  const agreed = await post(person, 'hand-over/agree', { sessionId })
  const back = new URL(z.object({ redirectUrl: z.url() }).parse(agreed.body).redirectUrl)
  const taking = back.searchParams.get('sessionId')
  return [
    async () => {
      const answer = await person.browser.call('/identity/session/list', { token: person.token })
      return answer.status === 200 ? claimsOf(person.token).sub : undefined
    },
    async () => letIn(await person.browser.call('/identity/token/full-refresh', { body: {} })),
    async () => letIn(await elsewhere.call('/identity/hand-over/take', { body: { sessionId: taking } })),
  ]
}

const signingIn =
  (identity: Identity): Attack =>
  () =>
    identity.signIn().then(
      ({ account }) => account,
      () => undefined,
    )

/** A link that was begun, and a merge that was proved, and neither made yet. */
async function leaveOpen(person: Person, old: Identity, theirs: Identity): Promise<Attack[]> {
  const pending = await prove(theirs, person)
  const own = await (await people.somebody(theirs.kind)).signIn()
  const proof = (await prove(old, own)).other
  const { mergeId } = mergesHttp.beginMerge.response.parse(
    (await post(own, 'account/merge/begin', { proof })).body,
  )
  const seen = mergesHttp.mergePreview.response.parse(
    (await post(own, 'account/merge/preview', { mergeId })).body,
  )
  return [
    async () => ((await pending.link(person)).status === 200 ? person.account : undefined),
    async () => letIn(await post(own, 'account/merge/confirm', { mergeId, preview: seen.preview })),
    async () => {
      const moved = await post(own, 'idplink/migrate', { mergeId })
      return moved.status === 200 ? (await old.signIn()).account : undefined
    },
  ]
}

/** What the attacker has prepared, in the account that `old` leads to where they need one of the victim's. */
async function prepare({ variant }: Scene, me: Identity, old: Identity, theirs: Identity): Promise<Attack[]> {
  if (variant === 'classic-federated merge') {
    const person = await theirs.signIn()
    await person.browser.call('/identity/account/my/display-name', {
      method: 'PUT',
      body: { display_name: me.id.slice(0, 20) },
      token: person.token,
    })
    return [...(await keepSession(person)), signingIn(theirs)]
  }
  if (variant === 'provider that verifies nothing') {
    const kind = me.kind === 'oauth:club' ? 'line' : 'oauth:club'
    const named = await people.somebody(kind, me.id)
    return [...(await keepSession(await named.signIn())), signingIn(named)]
  }
  const person = await old.signIn()
  if (variant === 'unexpired session') return keepSession(person)
  if (variant === 'unexpired change') return leaveOpen(person, old, theirs)
  expect((await (await prove(theirs, person)).link(person)).status).toBe(200)
  return [await addPasskey(person), signingIn(theirs), ...(await keepSession(person))]
}

/** Takes off what isn't the victim's: the list shows it. */
async function takeOff(person: Person, kept: readonly string[]): Promise<void> {
  for (const { _id, identity_provider: kind } of await waysOf(person))
    if (!kept.includes(kind)) expect((await unlink(person, _id)).status).toBe(200)
}

async function mergeIn(person: Person, old: Identity): Promise<Person> {
  const proof = (await prove(old, person)).other
  const begun = await post(person, 'account/merge/begin', { proof })
  const { mergeId } = mergesHttp.beginMerge.response.parse(begun.body)
  const { body } = await post(person, 'account/merge/preview', { mergeId })
  const { preview } = mergesHttp.mergePreview.response.parse(body)
  const token = tokensOf(await post(person, 'account/merge/confirm', { mergeId, preview })).accessToken
  return { ...person, token, account: claimsOf(token).sub }
}

async function migrate(person: Person, old: Identity): Promise<void> {
  const proof = (await prove(old, person)).other
  const begun = await post(person, 'account/merge/begin', { proof })
  const { mergeId } = mergesHttp.beginMerge.response.parse(begun.body)
  expect((await post(person, 'idplink/migrate', { mergeId })).status).toBe(200)
}

/** The victim comes, once or again. @returns them, and the ways in that they have then */
async function come(scene: Scene, me: Identity, old: Identity, prepared: () => Promise<void>) {
  const { between } = scene
  if (between === 'unlink') {
    const person = await me.signIn()
    expect((await (await prove(old, person)).link(person)).status).toBe(200)
    await prepared()
    await takeOff(person, [me.kind])
    return { person, kinds: [me.kind] }
  }
  if (between === 'merge') await old.signIn()
  if (between === 'migrate') expect((await link(await old.signIn(), random())).status).toBe(200)
  await prepared()
  const person = await me.signIn()
  if (between === 'nothing') return { person, kinds: [me.kind] }
  const kinds = [me.kind, old.kind].sort()
  if (between === 'migrate') {
    await migrate(person, old)
    return { person, kinds }
  }
  const merged = await mergeIn(person, old)
  await takeOff(merged, kinds)
  return { person: merged, kinds }
}

test.each(SCENES)('B22 $variant, $victim, $between in between: nobody else is in', async (scene) => {
  const me = await people.somebody(scene.victim)
  const old = await people.somebody(OTHER[scene.victim].old)
  const theirs = await people.somebody(OTHER[scene.victim].theirs)
  let attacks: Attack[] = []
  const { person, kinds } = await come(scene, me, old, async () => {
    attacks = await prepare(scene, me, old, theirs)
  })
  const led: (string | undefined)[] = []
  for (const attack of attacks) led.push(await attack())
  expect(led).not.toContain(person.account)
  const ways = (await waysOf(person)).map(({ identity_provider }) => identity_provider)
  expect(ways.sort()).toEqual(kinds)
  expect((await me.signIn()).account).toBe(person.account)
})
