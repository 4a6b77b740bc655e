import { fromBinary } from '@bufbuild/protobuf'
import { type AccountChanged, AccountChangedSchema } from '@talad/proto/identity/v1/events'
import { connectPostgresBus } from '@talad/shared/bus/postgres'
import { until } from '@talad/shared/testing/wait'
import { Wallet } from 'ethers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { claimsOf, people, refusalOf, type System, startSystem, tokensOf } from './harness.ts'
import {
  integrate,
  link,
  lower,
  messageFor,
  random,
  startBareChain,
  unlink,
  type Wallets,
  walletsAt,
  walletsIn,
} from './wallets.ts'

let system: System
let at: Wallets
const published: AccountChanged[] = []
const cleanup: (() => Promise<void> | void)[] = []
beforeAll(async () => {
  const chain = await startBareChain()
  system = await startSystem(inject('postgres'), { RPC_URL: chain.url })
  at = walletsAt(system)
  const bus = await connectPostgresBus(system.busUrl, { onError: console.error })
  const subscription = await bus.subscribe({
    group: 'test.wallets',
    topics: ['identity.account.v1'],
    onError: console.error,
    handle: async (batch) => {
      published.push(...batch.map((message) => fromBinary(AccountChangedSchema, message.payload)))
    },
  })
  cleanup.push(...[() => subscription.close(), () => bus.close(), () => system.stop(), chain.close])
})
afterAll(async () => {
  for (const clean of cleanup) await clean()
})

const INTEGRATED = { status: 409, code: 'wallet_integrated', message: 'Wallet has already been integrated' }
const UNABLE = { status: 401, code: 'unable_to_sign', message: 'Unable to sign message' }
const OVER = { status: 401, code: 'nonce_expired', message: 'Unable to sign message' }

test('ID-29 links a proven wallet, tells everybody of it, and signs its owner in to the same account', async () => {
  const person = await at.customer('linker')
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
  expect((await at.linksOf(person)).map(({ identity_provider }) => identity_provider)).toEqual([
    'join',
    'web3',
  ])
  const again = await at.walletPerson(wallet)
  expect(claimsOf(again.token)).toMatchObject({ sub: person.account, jid: 'linker', jyc: 3 })
})

test('ID-29 answers 200 and changes nothing for a wallet that is mine, also when the same request comes again', async () => {
  const person = await at.walletPerson()
  const wallet = random()
  const signature = await wallet.signMessage(await messageFor(person.browser, wallet.address))
  const first = await integrate(person, wallet.address, signature)
  const second = await integrate(person, wallet.address, signature)
  expect([first.status, second.status]).toEqual([200, 200])
  expect(second.body).toEqual(first.body)
  expect(await at.eventsOf(person, 'IdentityLinked')).toBe(2)
})

test('ID-29 asks who signed in longer than 15 minutes ago to confirm their identity', async () => {
  const { accessToken, refreshToken, browser } = await system.signInWithJoin('somchai')
  const { sid } = claimsOf(accessToken)
  const age = (minutes: number) =>
    system.owner.query('update session set proved_at = now() - make_interval(mins => $2) where id = $1', [
      sid,
      minutes,
    ])
  await age(16)
  const renewed = await browser.call('/identity/token/half-refresh', { body: { refreshToken } })
  const token = tokensOf(renewed).accessToken
  const person = { browser, token, account: claimsOf(token).sub }
  const wallet = random()
  const refused = await link(person, wallet)
  expect(refusalOf(refused)).toEqual({
    status: 403,
    code: 'confirm_identity',
    message: 'Please confirm your identity to link this wallet',
  })
  expect(refused.body).toMatchObject({ details: { ways: ['join'] } })
  // what is theirs already needs nothing
  expect((await link(person, new Wallet(people.somchai.privateKey))).status).toBe(200)
  await age(14)
  const younger = tokensOf(await browser.call('/identity/token/half-refresh', { body: { refreshToken } }))
  expect((await link({ ...person, token: younger.accessToken }, wallet)).status).toBe(200)
})

test('ID-24 takes nothing but the signature of the message that this browser was given, once', async () => {
  const person = await at.walletPerson()
  const [wallet, stranger] = [random(), random()]
  expect(refusalOf(await integrate(person, wallet.address, await wallet.signMessage('hello')))).toEqual(OVER)
  const message = await messageFor(person.browser, wallet.address)
  expect(refusalOf(await integrate(person, wallet.address, await stranger.signMessage(message)))).toEqual(
    UNABLE,
  )
  const signature = await wallet.signMessage(message)
  const elsewhere = { ...person, browser: system.browser() }
  expect(refusalOf(await integrate(elsewhere, wallet.address, signature))).toMatchObject({
    status: 401,
    code: 'nonce_missing',
  })
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
  const person = await at.walletPerson()
  const taken = random()
  await at.walletPerson(taken)
  expect(refusalOf(await link(person, taken))).toEqual(INTEGRATED)
  await system.signInWithJoin('malee')
  expect(refusalOf(await link(person, new Wallet(people.malee.privateKey)))).toEqual(INTEGRATED)
  expect(await at.eventsOf(person, 'IdentityLinked')).toBe(1)
})

test('ID-27 gives a wallet that ten accounts want at once to one of them', async () => {
  const persons = await Promise.all(Array.from({ length: 10 }, () => at.walletPerson()))
  const wallet = random()
  const answers = await Promise.all(persons.map((person) => link(person, wallet)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const answer of answers.filter(({ status }) => status !== 200))
    expect(refusalOf(answer)).toEqual(INTEGRATED)
  const winner = persons[answers.findIndex(({ status }) => status === 200)]
  expect(await at.ownerOf(wallet)).toBe(winner?.account)
})

test('ID-29 links once for 50 requests with one proof at once, and answers all of them the same', async () => {
  const person = await at.walletPerson()
  const wallet = random()
  const signature = await wallet.signMessage(await messageFor(person.browser, wallet.address))
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => integrate(person, wallet.address, signature)),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200))
  expect(await at.eventsOf(person, 'IdentityLinked')).toBe(2)
})

test('ID-30 links no sixth wallet, in whatever order ten are linked at once', async () => {
  const person = await at.customer('collector')
  const answers = await Promise.all(Array.from({ length: 10 }, () => link(person, random())))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  for (const answer of answers.filter(({ status }) => status !== 200))
    expect(refusalOf(answer)).toEqual({
      status: 409,
      code: 'too_many_wallets',
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
  const links = await at.linksOf(person)
  const one = links.find(({ identity_provider: by }) => by === 'web3')
  expect((await unlink(person, one?._id ?? '')).status).toBe(200)
  expect((await link(person, random())).status).toBe(200)
})
