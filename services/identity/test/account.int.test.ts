import { fileURLToPath } from 'node:url'
import { fromBinary } from '@bufbuild/protobuf'
import { findIdentityLinks } from '@talad/proto/http/identity/accounts'
import { myProfile } from '@talad/proto/http/identity/profile'
import { type AccountChanged, AccountChangedSchema } from '@talad/proto/identity/v1/events'
import { connectPostgresBus } from '@talad/shared/bus/postgres'
import { schemaDifferences } from '@talad/shared/testing/schema'
import { until } from '@talad/shared/testing/wait'
import { Wallet } from 'ethers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { claimsOf, people, type System, startSystem, tokensOf } from './harness.ts'

let system: System
const published: AccountChanged[] = []
const cleanup: (() => Promise<void>)[] = []
beforeAll(async () => {
  system = await startSystem(inject('postgres'))
  const bus = await connectPostgresBus(system.busUrl, { onError: console.error })
  const subscription = await bus.subscribe({
    group: 'test.account',
    topics: ['identity.account.v1'],
    onError: console.error,
    handle: async (batch) => {
      published.push(...batch.map((message) => fromBinary(AccountChangedSchema, message.payload)))
    },
  })
  cleanup.push(
    () => subscription.close(),
    () => bus.close(),
    () => system.stop(),
  )
})
afterAll(async () => {
  for (const clean of cleanup) await clean()
})

const walletOf = (person: { privateKey: string }) => new Wallet(person.privateKey).address.toLowerCase()

test('GW-26 publishes the whole public state of an account at its first sign-in and at each change', async () => {
  const { accessToken, refreshToken } = await system.signInWithJoin('somchai')
  const { sub } = claimsOf(accessToken)
  const mine = () => published.filter((message) => message.accountId === sub)
  await until('the account was published', () => mine().at(-1)?.kycLevel === 2)
  const first = mine()
  expect(first.at(-1)).toMatchObject({
    customerId: 'join-somchai',
    kycLevel: 2,
    wallets: [{ address: walletOf(people.somchai), provider: 'join' }],
  })
  await system.signInWithJoin('somchai') // changes nothing, publishes nothing
  await system.control('/join/users/somchai', { level: 'GOLD' }, 'PATCH')
  await system.browser().call('/identity/token/half-refresh', { body: { refreshToken } })
  await until('the change was published', () => mine().length > first.length)
  expect(mine()).toHaveLength(first.length + 1)
  expect(mine().at(-1)?.kycLevel).toBe(3)
  expect(mine().at(-1)?.revision).toBeGreaterThan(first.at(-1)?.revision ?? 0)
})

test('A§3 answers the caller’s own profile in full', async () => {
  const { accessToken } = await system.signInWithJoin('malee')
  const profile = await system.client(accessToken)(myProfile, {})
  expect(profile).toMatchObject({
    customer_id: 'join-malee',
    kyc_level: 3,
    identity_provider: 'join',
    idps: ['join'],
    wallets: [{ address: walletOf(people.malee), provider: 'join' }],
    identity_provider_profile: {
      userId: 'malee',
      displayName: people.malee.nameEN,
      nameTH: people.malee.nameTH,
      email: people.malee.email,
      phoneNumber: people.malee.phone,
    },
  })
})

test('ID-42 masks names, phone and email in the list of identities', async () => {
  const { accessToken } = await system.signInWithJoin('malee')
  const links = await system.client(accessToken)(findIdentityLinks, {})
  expect(links).toMatchObject([
    {
      linked_account_id: claimsOf(accessToken).sub,
      identity_provider: 'join',
      identity_provider_profile: {
        nameEN: 'M••• M•••',
        email: 'm•••@example.com',
        phoneNumber: '+66•••03',
        walletAddress: walletOf(people.malee),
      },
    },
  ])
})

test('ID-27 leaves a wallet to the account that has it, and signs the person in without it', async () => {
  const malee = claimsOf((await system.signInWithJoin('malee')).accessToken)
  const address = walletOf(people.niran)
  await system.owner.query(`insert into wallet (address, account_id, provider) values ($1, $2, 'web3')`, [
    address,
    malee.sub,
  ])
  const { accessToken, refreshToken } = await system.signInWithJoin('niran')
  expect((await system.client(accessToken)(myProfile, {})).wallets).toEqual([])
  await system.control('/join/users/niran', { level: 'GOLD' }, 'PATCH')
  const refreshed = await system.browser().call('/identity/token/half-refresh', { body: { refreshToken } })
  expect(claimsOf(tokensOf(refreshed).accessToken).jyc).toBe(3)
  const owner = await system.owner.query('select account_id from wallet where address = $1', [address])
  expect(owner.rows).toEqual([{ account_id: malee.sub }])
})

test('ID-37 answers an empty list for an account that is gone', async () => {
  const { accessToken } = await system.signInWithJoin('niran')
  const { sub } = claimsOf(accessToken)
  await system.owner.query(
    `set local session_replication_role = replica; delete from account where id = '${sub}'`,
  )
  expect(await system.client(accessToken)(findIdentityLinks, {})).toEqual([])
})

test('ID-42 leaves no name, phone or email readable in any table', async () => {
  await system.signInWithJoin('malee')
  const tables = await system.owner.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'kit') and table_type = 'BASE TABLE'`,
  )
  expect(tables.rows.length).toBeGreaterThan(8)
  const { nameEN, nameTH, phone, email } = people.malee
  for (const { name } of tables.rows) {
    const rows = await system.owner.query<{ text: string }>(`select t::text as text from ${name} t`)
    const dump = rows.rows
      .map((row) =>
        row.text.replaceAll(/\\\\x([0-9a-f]+)/g, (_all, hex: string) => Buffer.from(hex, 'hex').toString()),
      )
      .join('\n')
    for (const canary of [nameEN, nameTH, phone, email]) expect(dump).not.toContain(canary)
  }
})

test('ID-42 goes on without the person when they were erased', async () => {
  const { accessToken } = await system.signInWithJoin('malee')
  await system.owner.query(
    'delete from link_personal_data where link_id in (select id from identity_link where account_id = $1)',
    [claimsOf(accessToken).sub],
  )
  const profile = await system.client(accessToken)(myProfile, {})
  expect(profile.identity_provider_profile).toMatchObject({ nameEN: null, phoneNumber: null, email: null })
})

test('the tables are as schema.prisma says', async () => {
  const file = fileURLToPath(new URL('../prisma/schema.prisma', import.meta.url))
  expect(await schemaDifferences(system.owner, file)).toEqual([])
})
