import { mergesHttp } from '@talad/proto/http/identity/merges'
import type { AccountMerged } from '@talad/proto/identity/v1/events'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { claimsOf, refusalOf, type System, startSystem, tokensOf } from './harness.ts'
import { hearMerged } from './merged.ts'
import {
  link,
  lower,
  messageFor,
  type Person,
  random,
  type Signing,
  startBareChain,
  unlink,
  type Wallets,
  walletsAt,
} from './wallets.ts'

let system: System
let at: Wallets
let merged: readonly AccountMerged[]
const cleanup: (() => Promise<void> | void)[] = []
beforeAll(async () => {
  const chain = await startBareChain()
  system = await startSystem(inject('postgres'), { RPC_URL: chain.url })
  at = walletsAt(system)
  const heard = await hearMerged(system, 'test.merges')
  merged = heard.merged
  cleanup.push(heard.close, () => system.stop(), chain.close)
})
afterAll(async () => {
  for (const clean of cleanup) await clean()
})

const post = ({ browser, token }: Person, step: string, body: unknown) =>
  browser.call(`/identity/account/merge/${step}`, { body, token })

async function begin(person: Person, wallet: Signing) {
  const signature = await wallet.signMessage(await messageFor(person.browser, wallet.address))
  return post(person, 'begin', { proof: { provider: 'web3', from: wallet.address, signature } })
}

/** A merge that its person has proved and seen. */
async function ready(person: Person, wallet: Signing) {
  const { mergeId } = mergesHttp.beginMerge.response.parse((await begin(person, wallet)).body)
  const seen = mergesHttp.mergePreview.response.parse((await post(person, 'preview', { mergeId })).body)
  return { seen, given: { mergeId, preview: seen.preview } }
}

const column = async (sql: string, values: unknown[]) =>
  (await system.owner.query<{ it: unknown }>(sql, values)).rows.map(({ it }) => it)
const liveSessions = (accounts: string[]) =>
  column('select id as it from session where account_id = any($1) and revoked_at is null', [accounts])

test('ID-33, ID-35 a customer takes a wallet’s account in: ways in, rows and sessions in one change, and everybody hears of it', async () => {
  const customer = await at.customer('keeps')
  const wallet = random()
  const other = await at.walletPerson(wallet)
  const both = [customer.account, other.account]
  for (const id of both)
    await system.owner.query(
      `insert into favourite select $1, 'asset', lpad(to_hex(n + $2), 24, '0'), n, now() - n * interval '1 minute' - $3::int * interval '30 second'
       from generate_series(1, 300) n`,
      [id, id === other.account ? 1000 : 0, id === other.account ? 1 : 0],
    )
  await system.owner.query(
    `insert into passkey (id, account_id, credential_id, rp_id, public_key, counter, transports, name, place, created_at)
     values ('p', $1, 'p', 'talad.test', '\\x00', 0, '{}', 'laptop', 1, now())`,
    [other.account],
  )
  await system.owner.query(
    `with told as (insert into notification (id, account_id, kind, created_at) values ($2, $1, 'sold', now()))
     insert into consent (account_id, text, version, site, language, agreed_at) values ($1, 'terms', '1', '', '', now())`,
    [other.account, 'a'.repeat(24)],
  )
  const { seen, given } = await ready(customer, wallet)
  expect(seen).toMatchObject({
    survivor: { account_id: customer.account, mine: true, favourites: 300 },
    absorbed: { account_id: other.account, customer_id: null, mine: false, passkeys: 1 },
    ended_sessions: 2,
  })
  const answer = await post(customer, 'confirm', given)
  expect(answer.status).toBe(200)
  const { accessToken } = tokensOf(answer)
  expect(claimsOf(accessToken)).toMatchObject({ sub: customer.account, jid: 'keeps' })
  expect(await at.ownerOf(wallet)).toBe(customer.account)
  expect(claimsOf((await at.walletPerson(wallet)).token).sub).toBe(customer.account)
  expect(await column('select merged_into as it from account where id = $1', [other.account])).toEqual([
    customer.account,
  ])
  const favourites = await column(
    'select target_id as it from favourite where account_id = $1 order by created_at desc',
    [customer.account],
  )
  expect(favourites).toHaveLength(500) // the newest of both
  expect(favourites[1]).toBe((1001).toString(16).padStart(24, '0'))
  for (const table of ['favourite', 'passkey', 'notification', 'security_event', 'consent', 'session'])
    expect(await column(`select 1 as it from ${table} where account_id = $1`, [other.account])).toEqual([])
  expect(await column('select text as it from consent where account_id = $1', [customer.account])).toEqual([
    'terms',
  ])
  const told = await column('select kind as it from notification where account_id = $1 order by seq', [
    customer.account,
  ])
  expect(told).toEqual(['sold', 'way_added', 'passkey_removed'])
  const refused = await other.browser.call('/identity/token/full-refresh', { body: {} })
  expect(refusalOf(refused).code).toBe('session_expired')
  await until('it is told', () => merged.some(({ accountId }) => accountId === other.account))
  expect(merged).toMatchObject([
    { accountId: other.account, intoAccountId: customer.account, intoCustomerId: 'join-keeps' },
  ])
})

test('ID-34 of two accounts without a customer the older stays, and who asked from the younger gets its session', async () => {
  const older = random()
  const first = await at.walletPerson(older)
  const second = await at.walletPerson()
  const { given } = await ready(second, older)
  const answer = await post(second, 'confirm', given)
  expect(claimsOf(tokensOf(answer).accessToken).sub).toBe(first.account)
  expect(await liveSessions([first.account, second.account])).toHaveLength(1)
})

test('ID-34 two customers, a made-up person and too many wallets never merge, and nothing changes', async () => {
  const customer = await at.customer('one')
  const wallet = random()
  const another = await at.customer('two')
  await link(another, wallet)
  const look = async (person: Person, mine: Signing) => {
    const { mergeId } = mergesHttp.beginMerge.response.parse((await begin(person, mine)).body)
    return post(person, 'preview', { mergeId })
  }
  const refusals = [await look(customer, wallet)]
  const rich = await at.walletPerson()
  for (let n = 0; n < 4; n++) await link(rich, random())
  const lone = random()
  await at.walletPerson(lone)
  refusals.push(await look(rich, lone), await begin(rich, random()), await begin(another, wallet))
  expect(refusals.map((answer) => refusalOf(answer).code)).toEqual([
    ...['two_customers', 'too_many_wallets', 'identity_unknown', 'same_account'],
  ])
})

test('ID-34 confirmed twice, and raced from both sides, it is one merge', async () => {
  const [one, other] = [random(), random()]
  const first = await at.walletPerson(one)
  const second = await at.walletPerson(other)
  const [mine, theirs] = [await ready(first, other), await ready(second, one)]
  const answers = await Promise.all([
    post(first, 'confirm', mine.given),
    post(first, 'confirm', mine.given),
    post(second, 'confirm', theirs.given),
  ])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await liveSessions([first.account, second.account])).toHaveLength(1)
  expect(await at.eventsOf(second, 'AccountMerged')).toBe(1)
  expect(await at.eventsOf(first, 'AccountAbsorbed')).toBe(1)
  expect(await at.ownerOf(other)).toBe(first.account)
})

test('ID-34 a proof is of one session and dies with a change of the ways in; of another session it is nothing', async () => {
  const [wallet, spare] = [random(), random()]
  const other = await at.walletPerson(wallet)
  await link(other, spare)
  const person = await at.customer('asks')
  const { given } = await ready(person, wallet)
  const stranger = await at.customer('strange')
  expect(refusalOf(await post(stranger, 'confirm', given)).code).toBe('merge_expired')
  const elsewhere = { ...(await at.customer('asks')), account: person.account }
  expect(refusalOf(await post(elsewhere, 'confirm', given)).code).toBe('merge_expired')
  await unlink(other, await at.linkIdOf(other, spare))
  expect(refusalOf(await post(person, 'confirm', given)).code).toBe('merge_expired')
  expect(await at.ownerOf(wallet)).toBe(other.account)
})

test('ID-33 ID-32 one way in moves from an account that keeps another, also between customers, and a wallet once a day', async () => {
  const [wallet, last] = [random(), random()]
  const other = await at.customer('gives')
  await link(other, wallet)
  const lone = await at.walletPerson(last)
  const person = await at.customer('takes')
  const migrate = async (mine: Signing) => {
    const { mergeId } = mergesHttp.beginMerge.response.parse((await begin(person, mine)).body)
    return person.browser.call('/identity/idplink/migrate', { body: { mergeId }, token: person.token })
  }
  expect(refusalOf(await migrate(wallet)).code).toBe('wallet_unlinked_lately')
  await system.owner.query(
    `update identity_link set created_at = now() - interval '25 hours' where account_id = any($1)`,
    [[other.account, lone.account]],
  )
  expect((await migrate(wallet)).status).toBe(200)
  expect(await at.ownerOf(wallet)).toBe(person.account)
  expect(await at.eventsOf(other, 'IdentityMigrated')).toBe(1)
  const moved = {
    identity_provider: 'web3',
    migrated_account_id: other.account,
    migrated_on: expect.any(String),
  }
  const never = { identity_provider: 'join', migrated_account_id: null, migrated_on: null }
  expect(await at.linksOf(person)).toMatchObject([never, moved])
  expect(await liveSessions([other.account])).toEqual([])
  expect(refusalOf(await migrate(last)).code).toBe('last_identity')
  expect(await at.ownerOf(last)).toBe(lone.account)
})

test('ID-34 what was seen is what is merged: another preview is refused', async () => {
  const wallet = random()
  await at.walletPerson(wallet)
  const person = await at.customer('sees')
  const { given } = await ready(person, wallet)
  const changed = await post(person, 'confirm', { ...given, preview: 'another' })
  expect(refusalOf(changed).code).toBe('merge_changed')
  // ID-2: its session is over with the Join session that the one before began with
  const jxp = Math.floor(Date.now() / 1000) + 300
  await system.owner.query('update session set join_expires_at = to_timestamp($2) where account_id = $1', [
    ...[person.account, jxp],
  ])
  expect((await post(person, 'confirm', given)).status).toBe(200)
  const renewed = await person.browser.call('/identity/token/full-refresh', { body: {} })
  expect(claimsOf(tokensOf(renewed).accessToken)).toMatchObject({ jxp, exp: jxp, jsh: expect.any(String) })
})

test('ID-35 a merge that dies in the middle has changed nothing and can be made again', async () => {
  const wallet = random()
  const other = await at.walletPerson(wallet)
  const person = await at.customer('dies')
  const { given } = await ready(person, wallet)
  await system.owner.query(`alter table favourite rename to favourite_away`)
  expect((await post(person, 'confirm', given)).status).toBe(500)
  await system.owner.query(`alter table favourite_away rename to favourite`)
  expect(await at.ownerOf(wallet)).toBe(other.account)
  expect(await at.eventsOf(other, 'AccountMerged')).toBe(0)
  expect(await liveSessions([other.account])).toHaveLength(1)
  expect((await post(person, 'confirm', given)).status).toBe(200)
  expect(await at.ownerOf(wallet)).toBe(person.account)
  expect(lower(wallet)).toMatch(/^0x/)
})
