import { createHash } from 'node:crypto'
import { createClient } from '@talad/proto/http/client'
import { accountChecksHttp } from '@talad/proto/http/identity/account-checks'
import { parsePattern } from '@talad/proto/http/identity/verified-fields'
import type { AccountMerged } from '@talad/proto/identity/v1/events'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { claimsOf, INTERNAL, people, type System, startSystem, tokensOf } from './harness.ts'
import { hearMerged } from './merged.ts'
import { link, lower, random, startBareChain, type Wallets, walletsAt } from './wallets.ts'
import { type Ways, waysAt } from './ways.ts'

let system: System
let at: Wallets
let ways: Ways
let merged: readonly AccountMerged[]
const cleanup: (() => Promise<void> | void)[] = []
beforeAll(async () => {
  const chain = await startBareChain()
  system = await startSystem(inject('postgres'), { RPC_URL: chain.url })
  at = walletsAt(system)
  ways = waysAt(system)
  const heard = await hearMerged(system, 'test.claims')
  merged = heard.merged
  cleanup.push(heard.close, () => system.stop(), chain.close)
})
afterAll(async () => {
  for (const clean of cleanup) await clean()
})

/** Whom a service is told that a pattern means. */
async function meant(text: string): Promise<string | null> {
  const pattern = parsePattern(text)
  if (!pattern) throw new Error(`${text} is no pattern`)
  const headers = { 'x-internal-token': INTERNAL }
  const ask = createClient({ baseUrl: system.url })
  return (await ask(accountChecksHttp.accountMeant, { body: { pattern } }, { headers })).account_id
}
/** What has become of an account, as services are told. */
async function living(account_id: string | null): Promise<string | null> {
  const body = { account_id: account_id ?? '', patterns: [] }
  const headers = { 'x-internal-token': INTERNAL }
  const ask = createClient({ baseUrl: system.url })
  return (await ask(accountChecksHttp.matchAccount, { body }, { headers })).account_id
}
const told = (placeholder: string | null) => merged.filter(({ accountId }) => accountId === placeholder)
const noticesOf = async (account: string) =>
  (await system.owner.query('select kind from notification where account_id = $1', [account])).rows

test('ID-33 what was given to a phone is the account’s that first signs in by it, once; before that nobody is told apart (ID-17)', async () => {
  const phone = `join:phone:${people.somchai.phone}`
  const placeholder = await meant(phone)
  expect(await Promise.all([meant(phone), meant(phone)])).toEqual([placeholder, placeholder])
  const { accessToken } = await system.signInWithJoin('somchai')
  const { sub } = claimsOf(accessToken)
  await system.signInWithJoin('somchai')
  await until('it is told', () => told(placeholder).length > 0)
  expect(told(placeholder)).toMatchObject([
    { intoAccountId: sub, intoCustomerId: 'join-somchai', claimed: true },
  ])
  expect(Number(told(placeholder)[0]?.number)).toBeGreaterThan(0)
  expect([await meant(phone), await living(placeholder)]).toEqual([sub, sub])
  expect(await noticesOf(sub)).toEqual([{ kind: 'gift_claimed' }])
  // ID-42: nothing of the phone is left beside the ids, and there was but a hash before
  const { rows } = await system.owner.query(
    'select account_id, meant, claimed_by from placeholder where account_id = $1',
    [placeholder],
  )
  expect(rows).toEqual([{ account_id: placeholder, meant: null, claimed_by: sub }])
})

test('ID-17 an account that waits is known as one that somebody has, and its id tells no time of its making', async () => {
  const { account } = await at.walletPerson()
  // the first account is a day old, and has become a part of this one
  const yesterday = Math.floor(Date.now() / 1000) - 24 * 3600
  const absorbed = yesterday.toString(16).padEnd(24, '0')
  await system.owner.query(
    `insert into account (id, created_at, merged_into, merged_at) values ($1, now() - interval '1 day', $2, now())`,
    [absorbed, account],
  )
  expect(await living(absorbed)).toBe(account)
  const placeholders: string[] = []
  for (let n = 0; n < 8; n += 1)
    placeholders.push((await meant(`web3:walletAddress:${lower(random())}`)) ?? '')
  expect(await Promise.all([account, ...placeholders].map(living))).toEqual([account, ...placeholders])
  const made = placeholders.map((id) => Number.parseInt(id.slice(0, 8), 16))
  expect(Math.min(...made)).toBeGreaterThanOrEqual(yesterday)
  // of eight that are drawn from a day, the oldest is of the last hour once in 10^11 runs
  expect(Math.min(...made)).toBeLessThan(Date.now() / 1000 - 3600)
})

test('ID-33 a wallet is claimed by a sign-in or a link that its key signs, a LINE user by LINE', async () => {
  const [first, second] = [random(), random()]
  const gifts = [
    await meant(`web3:walletAddress:${lower(first)}`),
    await meant(`join:walletAddress:${lower(second)}`),
  ]
  const person = await at.walletPerson(first)
  await link(person, second)
  const user = createHash('md5').update('talad malee').digest('hex')
  const byLine = await meant(`line:userId:U${user}`)
  const line = claimsOf(tokensOf(await ways.signInByLine('malee')).accessToken).sub
  await until('all are told', () => [...gifts, byLine].every((gift) => told(gift).length === 1))
  expect(gifts.map((gift) => told(gift)[0]?.intoAccountId)).toEqual([person.account, person.account])
  expect(told(byLine)[0]?.intoAccountId).toBe(line)
  expect(await meant(`line:userId:U${user}`)).toBe(line)
})

test('ID-33 a wallet that Join names as a session is refreshed brings what was given to it', async () => {
  const { browser, account } = await at.customer('moved-to-another')
  const { privateKey, address } = random()
  const gift = await meant(`web3:walletAddress:${address.toLowerCase()}`)
  const user = { ...people.malee, id: 'moved-to-another', privateKey }
  await system.control('/join/users', { users: [user] })
  expect((await browser.call('/identity/token/half-refresh', { body: {} })).status).toBe(200)
  await until('it is told', () => told(gift).length > 0)
  expect(told(gift)).toMatchObject([{ intoAccountId: account, claimed: true }])
})

test('CA-3 a pattern with a star means the one whose Join id fits, never a phone, and of several nobody', async () => {
  const { account } = await at.customer('only-one-like-it')
  await at.customer('twin-a')
  await at.customer('twin-b')
  expect(await meant('join:userId:only-one*')).toBe(account)
  expect(await meant('join:userId:only_one*')).toBeNull()
  expect(await meant('join:userId:twin-*')).toBeNull()
  expect(await meant('join:userId:nobody')).toBeNull()
  expect(await meant('join:userId:*-like-it')).toBe(account)
  expect(await meant('join:phone:+6681*')).toBeNull()
  // WB-12: however Join writes it
  const local = await at.customer('of-a-local-number', '0834445555')
  expect(await meant('join:phone:+66834445555')).toBe(local.account)
})

test('ID-33 given while somebody signs in by it for the first time, nothing is left behind', async () => {
  for (let round = 0; round < 5; round += 1) {
    const wallet = random()
    const pattern = `web3:walletAddress:${lower(wallet)}`
    const [person, ...gifts] = await Promise.all([
      at.walletPerson(wallet),
      ...Array.from({ length: 4 }, () => meant(pattern)),
    ])
    const { rows } = await system.owner.query<{ account_id: string }>(
      'select account_id from placeholder where claimed_by = $1',
      [person.account],
    )
    const known = [person.account, ...rows.map(({ account_id }) => account_id)]
    for (const gift of gifts) expect(known).toContain(gift)
    expect(await meant(pattern)).toBe(person.account)
  }
})
