import { listNotifications } from '@talad/proto/http/identity/notifications'
import { supportHttp } from '@talad/proto/http/identity/support'
import { grantPermissions } from '@talad/shared/testing/admins'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { claimsOf, refusalOf, type System, startSystem } from './harness.ts'
import { link, lower, type Person, random, startBareChain, type Wallets, walletsAt } from './wallets.ts'

let system: System
let at: Wallets
let admin: Person
const cleanup: (() => Promise<void> | void)[] = []
beforeAll(async () => {
  const chain = await startBareChain()
  system = await startSystem(inject('postgres'), { RPC_URL: chain.url })
  at = walletsAt(system)
  admin = await at.customer('desk')
  await grantPermissions(system.owner, 'join-desk', ['account.write', 'idp_profile.read'])
  cleanup.push(() => system.stop(), chain.close)
})
afterAll(async () => {
  for (const clean of cleanup) await clean()
})

let keys = 0
const act = (account: string, what: string, body: object, by = admin) =>
  by.browser.call(`/api/admin/v1/iam/account/${account}/${what}`, {
    body: { note: 'asked by phone', ...body },
    token: by.token,
    headers: { 'idempotency-key': `support-${keys++}` },
  })
const find = async (query: string) => {
  const { body } = await admin.browser.call(`/api/admin/v1/iam/account/find?${query}`, { token: admin.token })
  return supportHttp.findAccounts.response.parse(body).list
}
const audited = async (action: string) =>
  (
    await system.owner.query<{ target: string; note: string }>(
      `select data->>'targetId' as target, data->>'note' as note from kit.event
       where stream like 'audit-%' and data->>'action' = $1`,
      [action],
    )
  ).rows

test('ID-34, ID-36 support merges two accounts and splits them again, whoever is named first, each with a line of the audit log', async () => {
  const wallet = random()
  const other = await at.walletPerson(wallet)
  const person = await at.customer('helped')
  const merged = await act(other.account, 'merge', { other_account_id: person.account })
  expect(merged).toMatchObject({ status: 200, body: { account_id: person.account } })
  expect(await at.ownerOf(wallet)).toBe(person.account)
  const [found] = await find(`wl=${lower(wallet)}`)
  expect(found).toMatchObject({ account_id: person.account, customer_id: 'join-helped', sessions: 0 })
  expect(found?.merges).toMatchObject([{ from: other.account }])
  expect(await find(`id=${other.account}`)).toMatchObject([{ merged_to: person.account, identities: [] }])

  const mergeId = found?.merges[0]?.merge_id
  expect((await act(person.account, 'split', { merge_id: mergeId })).status).toBe(200)
  expect(await at.ownerOf(wallet)).toBe(other.account)
  expect(claimsOf((await at.walletPerson(wallet)).token).sub).toBe(other.account)
  const again = await act(person.account, 'split', { merge_id: mergeId })
  expect(refusalOf(again).code).toBe('merge_not_found')
  expect(await audited('account.merge')).toEqual([{ target: person.account, note: 'asked by phone' }])
  expect(await audited('account.split')).toEqual([{ target: person.account, note: 'asked by phone' }])
})

test('ID-36 a split leaves nobody without a way in', async () => {
  const [wallet, own] = [random(), random()]
  const kept = await at.walletPerson(own)
  const other = await at.walletPerson(wallet)
  await act(kept.account, 'merge', { other_account_id: other.account })
  const [found] = await find(`id=${kept.account}`)
  const linkOf = (id: string) =>
    found?.identities.find(({ identity_provider_profile: { walletAddress } }) => walletAddress === id)?._id
  await act(kept.account, 'unlink', { identity_id: linkOf(lower(own)) })
  const mergeId = found?.merges[0]?.merge_id
  expect(refusalOf(await act(kept.account, 'split', { merge_id: mergeId })).code).toBe('last_identity')
  const last = await act(kept.account, 'unlink', { identity_id: linkOf(lower(wallet)) })
  expect(refusalOf(last).code).toBe('last_identity')
})

test('ID-31, ID-34 support is refused what nobody may: two customers, the Join identity, an account that is gone', async () => {
  const one = await at.customer('first')
  await link(one, random())
  const two = await at.customer('second')
  const [found] = await find('id=join-first')
  const join = found?.identities.find(({ identity_provider }) => identity_provider === 'join')
  const answers = [
    await act(one.account, 'merge', { other_account_id: two.account }),
    await act(one.account, 'merge', { other_account_id: one.account }),
    await act(one.account, 'merge', { other_account_id: 'f'.repeat(24) }),
    await act(one.account, 'unlink', { identity_id: join?._id }),
    await act(one.account, 'merge', { other_account_id: two.account }, one),
  ]
  expect(answers.map((answer) => refusalOf(answer).code)).toEqual([
    ...['two_customers', 'same_account', 'account_not_found', 'customer_identity', 'permission_required'],
  ])
})

test('ID-42 support writes to somebody once a call, and what was written stands sealed in their bell alone', async () => {
  const person = await at.customer('written')
  const text = 'We have found your parcel.\nพบของของคุณแล้ว'
  const path = `/api/admin/v1/iam/account/${person.account}/write`
  const asked = {
    token: admin.token,
    headers: { 'idempotency-key': 'write' },
    body: { text, note: 'case 7' },
  }
  const first = await admin.browser.call(path, asked)
  expect(first).toMatchObject({ status: 200, body: { account_id: person.account } })
  expect((await admin.browser.call(path, asked)).body).toEqual(first.body)
  const bell = async () => {
    const { body } = await person.browser.call('/api/user/v1/notifications', { token: person.token })
    return listNotifications.response.parse(body)
  }
  expect((await bell()).list).toMatchObject([{ kind: 'support_wrote', text, read: false }])
  const kept = await system.owner.query(
    `select e::text from kit.event e where e::text like '%parcel%'
     union all select n::text from notification n where n::text like '%parcel%'`,
  )
  expect(kept.rows).toEqual([])
  expect(await audited('account.write')).toEqual([{ target: person.account, note: 'case 7' }])
  for (const [account, body, code] of [
    ['f'.repeat(24), { text }, 'account_not_found'],
    [person.account, { text: '<b>x</b>' }, 'validation'],
    [person.account, { text: ' ' }, 'validation'],
  ] as const)
    expect(refusalOf(await act(account, 'write', body)).code).toBe(code)
})
