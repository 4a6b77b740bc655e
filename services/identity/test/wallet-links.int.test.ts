import { createServer } from 'node:http'
import { fromBinary } from '@bufbuild/protobuf'
import { findIdentityLinks, type IdentityLink } from '@talad/proto/http/identity'
import { myProfile } from '@talad/proto/http/profile'
import { type AccountChanged, AccountChangedSchema } from '@talad/proto/identity/v1/events'
import { connectPostgresBus } from '@talad/shared/bus/postgres'
import { until } from '@talad/shared/testing/wait'
import { Wallet } from 'ethers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import {
  type Answer,
  type Browser,
  claimsOf,
  people,
  refusalOf,
  type System,
  startSystem,
  tokensOf,
} from './harness.ts'

let system: System
/** The same as it is in production. */
let production: System
const published: AccountChanged[] = []
const cleanup: (() => Promise<void>)[] = []
/** A chain without contracts. */
const chain = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x' }))
})
beforeAll(async () => {
  await new Promise<void>((resolve) => chain.listen(0, '127.0.0.1', resolve))
  const at = chain.address()
  const RPC_URL = `http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}`
  system = await startSystem(inject('postgres'), { RPC_URL })
  production = await startSystem(inject('postgres'), {
    ...{ NODE_ENV: 'production', DEV_MODE: '0', SIGN_IN_HOSTS: 'https://talad.test' },
  })
  const bus = await connectPostgresBus(system.busUrl, { onError: console.error })
  const subscription = await bus.subscribe({
    ...{ group: 'test.wallet-links', topics: ['identity.account.v1'], onError: console.error },
    handle: async (batch) => {
      published.push(...batch.map((message) => fromBinary(AccountChangedSchema, message.payload)))
    },
  })
  cleanup.push(
    ...[() => subscription.close(), () => bus.close(), () => system.stop(), () => production.stop()],
  )
})
afterAll(async () => {
  for (const clean of cleanup) await clean()
  chain.close()
})

type Person = { browser: Browser; token: string; account: string }

const random = () => Wallet.createRandom()
const lower = ({ address }: { address: string }) => address.toLowerCase()

async function messageFor(browser: Browser, from: string): Promise<string> {
  const answer = await browser.call(`/identity/web3/nonce?from=${from}`)
  return z.object({ message: z.string() }).parse(answer.body).message
}
type Signing = Pick<Wallet, 'address' | 'signMessage'>

async function byWallet(wallet: Signing, at = system): Promise<Answer & { browser: Browser }> {
  const browser = at.browser()
  const signature = await wallet.signMessage(await messageFor(browser, wallet.address))
  const answer = await browser.call('/identity/web3/authorize', { body: { from: wallet.address, signature } })
  return { ...answer, browser }
}
async function walletPerson(wallet: Signing = random(), at = system): Promise<Person> {
  const answer = await byWallet(wallet, at)
  const token = tokensOf(answer).accessToken
  return { browser: answer.browser, token, account: claimsOf(token).sub }
}
/** Somebody of Join without a wallet there. */
async function customer(id: string, at = system): Promise<Person> {
  const { malee } = people
  const { privateKey: _key, ...about } = { ...malee, id, phone: `+6681${String(Date.now()).slice(-7)}` }
  await at.control('/join/users', { users: [{ ...about, privateKey: random().privateKey }] })
  const { accessToken: token, browser } = await at.signInWithJoin(id)
  return { browser, token, account: claimsOf(token).sub }
}

const integrate = ({ browser, token }: Person, from: string, signature: string) =>
  browser.call('/identity/web3/integrate', { body: { from, signature }, token })
async function link(person: Person, wallet: Signing): Promise<Answer> {
  const signature = await wallet.signMessage(await messageFor(person.browser, wallet.address))
  return integrate(person, wallet.address, signature)
}
const unlink = ({ browser, token }: Person, id: string) =>
  browser.call(`/identity/idplink/unlink?id=${id}`, { method: 'DELETE', token })

const walletsIn = (answer: Answer) =>
  z
    .object({ wallets: z.array(z.object({ address: z.string(), provider: z.string() })) })
    .parse(answer.body)
    .wallets.filter(({ provider }) => provider === 'web3')
    .map(({ address }) => address)

async function linksOf({ token }: Person, at = system): Promise<IdentityLink[]> {
  const found = await at.client(token)(findIdentityLinks, {})
  if (!Array.isArray(found)) throw new Error('the token is older than the links')
  return found
}
async function linkIdOf(person: Person, wallet: Signing, at = system): Promise<string> {
  const links = await linksOf(person, at)
  const found = links.find(
    ({ identity_provider_profile: { walletAddress }, identity_provider: by }) =>
      by === 'web3' && walletAddress === lower(wallet),
  )
  return found?._id ?? ''
}
const ownerOf = async (wallet: Signing) => {
  const found = await system.owner.query<{ account_id: string }>(
    'select account_id from wallet where address = $1 and held_until is null',
    [lower(wallet)],
  )
  return found.rows[0]?.account_id
}
const eventsOf = async ({ account }: Person, type: string) =>
  (
    await system.owner.query('select 1 from kit.event where stream = $1 and type = $2', [
      `account-${account}`,
      type,
    ])
  ).rowCount

const INTEGRATED = { status: 409, code: 'wallet_integrated', message: 'Wallet has already been integrated' }
const UNABLE = { status: 401, code: 'unable_to_sign', message: 'Unable to sign message' }
const OVER = { status: 401, code: 'nonce_expired', message: 'Unable to sign message' }

test('ID-29 links a proven wallet, tells everybody of it, and signs its owner in to the same account', async () => {
  const person = await customer('linker')
  const wallet = random()
  const answer = await link(person, wallet)
  expect(answer.status).toBe(200)
  expect(walletsIn(answer)).toEqual([lower(wallet)])
  await until('it is told', () =>
    published.some(
      ({ accountId, wallets }) =>
        accountId === person.account && wallets.some(({ address }) => address === lower(wallet)),
    ),
  )
  expect((await linksOf(person)).map(({ identity_provider }) => identity_provider)).toEqual(['join', 'web3'])
  const again = await walletPerson(wallet)
  expect(claimsOf(again.token)).toMatchObject({ sub: person.account, jid: 'linker', jyc: 3 })
})

test('ID-29 answers 200 and changes nothing for a wallet that is mine, also when the same request comes again', async () => {
  const person = await walletPerson()
  const wallet = random()
  const signature = await wallet.signMessage(await messageFor(person.browser, wallet.address))
  const first = await integrate(person, wallet.address, signature)
  const second = await integrate(person, wallet.address, signature)
  expect([first.status, second.status]).toEqual([200, 200])
  expect(second.body).toEqual(first.body)
  expect(await eventsOf(person, 'IdentityLinked')).toBe(2)
})

test('ID-29 asks who signed in longer than 15 minutes ago to confirm their identity', async () => {
  const { refreshToken, browser } = await system.signInWithJoin('somchai')
  const age = (minutes: number) =>
    system.owner.query(
      `update session set created_at = now() - make_interval(mins => $2)
       where id = (select session_id from refresh_token order by session_id desc limit 1) and $1 <> ''`,
      [refreshToken, minutes],
    )
  await age(16)
  const renewed = await browser.call('/identity/token/half-refresh', { body: { refreshToken } })
  const token = tokensOf(renewed).accessToken
  const person = { browser, token, account: claimsOf(token).sub }
  const wallet = random()
  expect(refusalOf(await link(person, wallet))).toEqual({
    ...{ status: 403, code: 'confirm_identity' },
    message: 'Please confirm your identity to link this wallet',
  })
  // what is theirs already needs nothing
  expect((await link(person, new Wallet(people.somchai.privateKey))).status).toBe(200)
  await age(14)
  const younger = tokensOf(await browser.call('/identity/token/half-refresh', { body: { refreshToken } }))
  expect((await link({ ...person, token: younger.accessToken }, wallet)).status).toBe(200)
})

test('ID-24 takes nothing but the signature of the message that this browser was given, once', async () => {
  const person = await walletPerson()
  const [wallet, stranger] = [random(), random()]
  expect(refusalOf(await integrate(person, wallet.address, await wallet.signMessage('hello')))).toEqual(OVER)
  const message = await messageFor(person.browser, wallet.address)
  expect(refusalOf(await integrate(person, wallet.address, await stranger.signMessage(message)))).toEqual(
    UNABLE,
  )
  const signature = await wallet.signMessage(message)
  const elsewhere = { ...person, browser: system.browser() }
  expect(refusalOf(await integrate(elsewhere, wallet.address, signature))).toEqual(OVER)
  expect(refusalOf(await integrate(person, '0x123', signature))).toMatchObject({ code: 'invalid_address' })
  const nobody = await person.browser.call('/identity/web3/integrate', {
    body: { from: wallet.address, signature },
  })
  expect(nobody.status).toBe(401)
  expect((await integrate(person, wallet.address, signature)).status).toBe(200)
  const left = await system.owner.query('select 1 from web3_nonce where address = $1', [lower(wallet)])
  expect(left.rowCount).toBe(0)
})

test('ID-27 refuses the wallet of another account, by wallet or by Join, with the text of the catalogue', async () => {
  const person = await walletPerson()
  const taken = random()
  await walletPerson(taken)
  expect(refusalOf(await link(person, taken))).toEqual(INTEGRATED)
  await system.signInWithJoin('malee')
  expect(refusalOf(await link(person, new Wallet(people.malee.privateKey)))).toEqual(INTEGRATED)
  expect(await eventsOf(person, 'IdentityLinked')).toBe(1)
})

test('ID-27 gives a wallet that ten accounts want at once to one of them', async () => {
  const persons = await Promise.all(Array.from({ length: 10 }, () => walletPerson()))
  const wallet = random()
  const answers = await Promise.all(persons.map((person) => link(person, wallet)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const answer of answers.filter(({ status }) => status !== 200))
    expect(refusalOf(answer)).toEqual(INTEGRATED)
  const winner = persons[answers.findIndex(({ status }) => status === 200)]
  expect(await ownerOf(wallet)).toBe(winner?.account)
})

test('ID-29 links once for 50 requests with one proof at once, and answers all of them the same', async () => {
  const person = await walletPerson()
  const wallet = random()
  const signature = await wallet.signMessage(await messageFor(person.browser, wallet.address))
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => integrate(person, wallet.address, signature)),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200))
  expect(await eventsOf(person, 'IdentityLinked')).toBe(2)
})

test('ID-30 links no sixth wallet, in whatever order ten are linked at once', async () => {
  const person = await customer('collector')
  const answers = await Promise.all(Array.from({ length: 10 }, () => link(person, random())))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  for (const answer of answers.filter(({ status }) => status !== 200))
    expect(refusalOf(answer)).toEqual({
      ...{ status: 409, code: 'too_many_wallets' },
      message: 'You can link up to 5 wallets, please delete another link and try again',
    })
  const kept = await system.owner.query(
    'select place from identity_link where account_id = $1 order by place',
    [person.account],
  )
  expect(kept.rows.map(({ place }) => place)).toEqual([1, 2, 3, 4, 5, null])
  await expect(
    system.owner.query(
      `insert into identity_link (id, account_id, identity_provider, external_id, created_at, place)
       values ('x', $1, 'web3', 'x', now(), 6)`,
      [person.account],
    ),
  ).rejects.toMatchObject({ code: '23514' })
  const links = await linksOf(person)
  const one = links.find(({ identity_provider: by }) => by === 'web3')
  expect((await unlink(person, one?._id ?? '')).status).toBe(200)
  expect((await link(person, random())).status).toBe(200)
})

test('ID-31 unlinks a wallet once, tells everybody, and ends the sessions that a wallet began', async () => {
  const person = await customer('leaver')
  const wallet = random()
  await link(person, wallet)
  const byLinked = await walletPerson(wallet)
  const id = await linkIdOf(person, wallet)
  const answer = await unlink(person, id)
  expect([answer.status, walletsIn(answer)]).toEqual([200, []])
  expect((await unlink(person, id)).status).toBe(200)
  expect(await eventsOf(person, 'IdentityUnlinked')).toBe(1)
  await until('it is told', () => {
    const last = published.findLast(({ accountId }) => accountId === person.account)
    return last !== undefined && !last.wallets.some(({ address }) => address === lower(wallet))
  })
  const renewed = await byLinked.browser.call('/identity/token/full-refresh', { method: 'POST' })
  expect(refusalOf(renewed)).toMatchObject({ status: 401, code: 'session_expired' })
  expect((await system.client(person.token)(myProfile, {})).wallets.map(({ provider }) => provider)).toEqual([
    'join',
  ])
})

test('ID-31 unlinks nothing of others, and never the Join identity', async () => {
  const person = await customer('stayer')
  const other = await walletPerson()
  const theirs = (await linksOf(other))[0]?._id ?? ''
  expect(refusalOf(await unlink(person, theirs))).toMatchObject({ status: 404, code: 'link_not_found' })
  const join = (await linksOf(person))[0]?._id ?? ''
  await link(person, random())
  expect(refusalOf(await unlink(person, join))).toMatchObject({ status: 409, code: 'customer_identity' })
  expect(refusalOf(await unlink(person, 'x'))).toMatchObject({ status: 400, code: 'validation' })
  expect(await linksOf(person)).toHaveLength(2)
})

test('ID-31 keeps the last way to sign in in production, one of two that are unlinked at once; elsewhere it may go', async () => {
  const wallet = random()
  const person = await walletPerson(wallet, production)
  const last = await linkIdOf(person, wallet, production)
  expect(refusalOf(await unlink(person, last))).toMatchObject({ status: 409, code: 'last_identity' })
  const second = random()
  await link(person, second)
  const ids = [last, await linkIdOf(person, second, production)]
  const answers = await Promise.all(ids.map((id) => unlink(person, id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await linksOf(person, production)).toHaveLength(1)

  const free = await walletPerson()
  expect((await unlink(free, (await linksOf(free))[0]?._id ?? '')).status).toBe(200)
  expect(await linksOf(free)).toEqual([]) // ID-37
})

test('ID-32 keeps an unlinked wallet from every other account for 24 hours, by link, sign-in and Join; not from its own', async () => {
  const [person, other] = [await customer('mover'), await walletPerson()]
  const wallet = new Wallet(random().privateKey)
  await link(person, wallet)
  await unlink(person, await linkIdOf(person, wallet))
  const lately = {
    ...{ status: 409, code: 'wallet_unlinked_lately' },
    message: 'this wallet was unlinked from another account less than 24 hours ago',
  }
  expect(refusalOf(await link(other, wallet))).toEqual(lately)
  expect(refusalOf(await byWallet(wallet))).toEqual(lately)

  // Join vouches for it: its person signs in, without the wallet for now
  const { malee } = people
  await system.control('/join/users', {
    users: [{ ...malee, id: 'heir', phone: '+66812223334', privateKey: wallet.privateKey }],
  })
  const heir = await system.signInWithJoin('heir')
  expect((await system.client(heir.accessToken)(myProfile, {})).wallets).toEqual([])
  expect(claimsOf(heir.accessToken).sub).not.toBe(person.account)

  expect((await link(person, wallet)).status).toBe(200)
  await unlink(person, await linkIdOf(person, wallet))
  await system.owner.query(
    `update wallet set held_until = held_until - interval '24 hours' where address = $1`,
    [lower(wallet)],
  )
  expect((await link(other, wallet)).status).toBe(200)
  expect(await ownerOf(wallet)).toBe(other.account)
})

test('ID-27 keeps one owner when a wallet is unlinked here and linked there at once', async () => {
  const [person, other] = [await customer('racer'), await walletPerson()]
  const wallet = random()
  await link(person, wallet)
  const id = await linkIdOf(person, wallet)
  const signature = await wallet.signMessage(await messageFor(other.browser, wallet.address))
  const [gone, ...wanted] = await Promise.all([
    unlink(person, id),
    ...Array.from({ length: 5 }, () => integrate(other, wallet.address, signature)),
  ])
  expect(gone.status).toBe(200)
  for (const answer of wanted)
    expect(['wallet_integrated', 'wallet_unlinked_lately']).toContain(refusalOf(answer).code)
  expect(await ownerOf(wallet)).toBeUndefined()
})
