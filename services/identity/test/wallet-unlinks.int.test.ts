import { fromBinary } from '@bufbuild/protobuf'
import { passkeysHttp as passkeys } from '@talad/proto/http/identity/passkeys'
import { myProfile } from '@talad/proto/http/identity/profile'
import { type AccountChanged, AccountChangedSchema } from '@talad/proto/identity/v1/events'
import { connectPostgresBus } from '@talad/shared/bus/postgres'
import { until } from '@talad/shared/testing/wait'
import { Wallet } from 'ethers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { makeAuthenticator } from './authenticator.ts'
import { claimsOf, people, refusalOf, SITE, type System, startSystem } from './harness.ts'
import { meet } from './meet.ts'
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
/** As it is in production. */
let live: Wallets
const published: AccountChanged[] = []
const cleanup: (() => Promise<void> | void)[] = []
beforeAll(async () => {
  const chain = await startBareChain()
  system = await startSystem(inject('postgres'), { RPC_URL: chain.url, PASSKEY_RP_ID: 'talad.test' })
  at = walletsAt(system)
  const production = await startSystem(inject('postgres'), {
    NODE_ENV: 'production',
    DEV_MODE: '0',
    SIGN_IN_HOSTS: 'https://talad.test',
    MEMBERSHIP_PROVIDERS: '[]',
  })
  cleanup.push(() => production.stop())
  live = walletsAt(production)
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

test('ID-31 unlinks a wallet once, tells everybody, and ends the sessions that a wallet began', async () => {
  const person = await at.customer('leaver')
  const [wallet, second] = [random(), random()]
  await link(person, wallet)
  const byLinked = await at.walletPerson(wallet)
  const id = await at.linkIdOf(person, wallet)
  const answer = await unlink(person, id)
  expect([answer.status, walletsIn(answer)]).toEqual([200, []])
  expect((await link(person, second)).status).toBe(200) // which ends nobody's session, and neither does an unlink that is over
  const since = await at.walletPerson(second)
  expect((await unlink(person, id)).status).toBe(200)
  expect((await since.browser.call('/identity/token/full-refresh', { method: 'POST' })).status).toBe(200)
  expect(await at.eventsOf(person, 'IdentityUnlinked')).toBe(1)
  await until('it is told', () => {
    const last = published.findLast(({ accountId }) => accountId === person.account)
    return last !== undefined && !last.wallets.some(({ address }) => address === lower(wallet))
  })
  const renewed = await byLinked.browser.call('/identity/token/full-refresh', { method: 'POST' })
  expect(refusalOf(renewed)).toMatchObject({ status: 401, code: 'session_expired' })
  expect((await system.client(person.token)(myProfile, {})).wallets.map(({ provider }) => provider)).toEqual([
    'join',
    'web3',
  ])
})

test('ID-31 a passkey that a session of the wallet adds in the moment of the unlink goes with it', async () => {
  const person = await at.customer('robbed')
  const wallet = random()
  await link(person, wallet)
  const id = await at.linkIdOf(person, wallet)
  const { browser, token } = await at.walletPerson(wallet)
  const begun = await browser.call(passkeys.beginPasskey.path, { body: {}, token })
  const { challenge } = z
    .object({ options: z.looseObject({ challenge: z.string() }) })
    .parse(begun.body).options
  const response = makeAuthenticator({ rpId: 'talad.test', origin: SITE }).register(challenge)
  const [added, gone] = await meet(
    system,
    'notification',
    () => browser.call(passkeys.addPasskey.path, { body: { name: 'k', response }, token }),
    () => unlink(person, id),
  )
  expect([added.status, gone.status]).toEqual([200, 200])
  expect(await system.client(person.token)(passkeys.listPasskeys, {})).toEqual({ list: [] })
})

test('ID-31 unlinks nothing of others, and never the Join identity', async () => {
  const person = await at.customer('stayer')
  const other = await at.walletPerson()
  const theirs = (await at.linksOf(other))[0]?._id ?? ''
  expect(refusalOf(await unlink(person, theirs))).toMatchObject({ status: 404, code: 'link_not_found' })
  const join = (await at.linksOf(person))[0]?._id ?? ''
  await link(person, random())
  expect(refusalOf(await unlink(person, join))).toMatchObject({ status: 409, code: 'customer_identity' })
  expect(refusalOf(await unlink(person, 'x'))).toMatchObject({ status: 400, code: 'validation' })
  expect(await at.linksOf(person)).toHaveLength(2)
})

test('ID-31 keeps the last way to sign in in production, one of two that are unlinked at once; elsewhere it may go', async () => {
  const wallet = random()
  const person = await live.walletPerson(wallet)
  const last = await live.linkIdOf(person, wallet)
  expect(refusalOf(await unlink(person, last))).toMatchObject({ status: 409, code: 'last_identity' })
  const second = random()
  await link(person, second)
  const ids = [last, await live.linkIdOf(person, second)]
  const answers = await Promise.all(ids.map((id) => unlink(person, id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await live.linksOf(person)).toHaveLength(1)

  const free = await at.walletPerson()
  expect((await unlink(free, (await at.linksOf(free))[0]?._id ?? '')).status).toBe(200)
  expect(await at.linksOf(free)).toEqual([]) // ID-37
})

test('ID-32 keeps an unlinked wallet from every other account for 24 hours, by link, sign-in and Join; not from its own', async () => {
  const [person, other] = [await at.customer('mover'), await at.walletPerson()]
  const wallet = new Wallet(random().privateKey)
  await link(person, wallet)
  await unlink(person, await at.linkIdOf(person, wallet))
  const lately = {
    status: 409,
    code: 'wallet_unlinked_lately',
    message: 'this wallet was unlinked from another account less than 24 hours ago; please try again later',
  }
  expect(refusalOf(await link(other, wallet))).toEqual(lately)
  expect(refusalOf(await at.byWallet(wallet))).toEqual(lately)

  // Join vouches for it: its person signs in, without the wallet for now
  const { malee } = people
  await system.control('/join/users', {
    users: [{ ...malee, id: 'heir', phone: '+66812223334', privateKey: wallet.privateKey }],
  })
  const heir = await system.signInWithJoin('heir')
  expect((await system.client(heir.accessToken)(myProfile, {})).wallets).toEqual([])
  expect(claimsOf(heir.accessToken).sub).not.toBe(person.account)

  expect((await link(person, wallet)).status).toBe(200)
  await unlink(person, await at.linkIdOf(person, wallet))
  await system.owner.query(
    `update wallet set held_until = held_until - interval '24 hours' where address = $1`,
    [lower(wallet)],
  )
  expect((await link(other, wallet)).status).toBe(200)
  expect(await at.ownerOf(wallet)).toBe(other.account)
})

test('ID-27 keeps one owner when a wallet is unlinked here and linked there at once', async () => {
  const [person, other] = [await at.customer('racer'), await at.walletPerson()]
  const wallet = random()
  await link(person, wallet)
  const id = await at.linkIdOf(person, wallet)
  const signature = await wallet.signMessage(await messageFor(other.browser, wallet.address))
  const [gone, ...wanted] = await Promise.all([
    unlink(person, id),
    ...Array.from({ length: 5 }, () => integrate(other, wallet.address, signature)),
  ])
  expect(gone.status).toBe(200)
  for (const answer of wanted)
    expect(['wallet_integrated', 'wallet_unlinked_lately']).toContain(refusalOf(answer).code)
  expect(await at.ownerOf(wallet)).toBeUndefined()
})
