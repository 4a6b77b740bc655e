import { createClient } from '@talad/proto/http/client'
import { accountChecksHttp } from '@talad/proto/http/identity/account-checks'
import { erasePersonalData } from '@talad/proto/http/identity/personal-data'
import { parsePattern } from '@talad/proto/http/identity/verified-fields'
import { newId } from '@talad/shared/ids'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { claimsOf, INTERNAL, people, type System, startSystem } from './harness.ts'

let system: System
beforeAll(async () => {
  system = await startSystem(inject('postgres'))
})
afterAll(() => system.stop())

const headers = { 'x-internal-token': INTERNAL }
const ask = () => createClient({ baseUrl: system.url })

/** Which of these patterns mean an account; the last of them is one of which nothing is verified. */
async function matching(account_id: string, texts: readonly string[]) {
  const patterns = texts.map((text) => {
    const [provider = '', field = '', value = ''] = text.split(':')
    return parsePattern(text) ?? { provider, field, value }
  })
  const answer = await ask()(accountChecksHttp.matchAccount, { body: { account_id, patterns } }, { headers })
  return { ...answer, matching: answer.matching.map((at) => texts[at]) }
}

test('CA-3 patterns mean an account by what is verified of it, and by nothing once that is gone', async () => {
  const { accessToken } = await system.signInWithJoin('malee')
  const { sub } = claimsOf(accessToken)
  const { phone, email } = people.malee
  const wallet = (await system.db.query('select address from wallet where account_id = $1', [sub])).rows[0]
  const mine = [
    `join:phone:${phone}`,
    'join:phone:+6681*',
    `join:phone:*${phone.slice(-4)}`,
    'join:userId:MAL*',
    `join:walletAddress:${wallet?.address}`,
  ]
  const others = [
    `join:phone:${people.somchai.phone}`,
    'join:userId:mal',
    `web3:walletAddress:${wallet?.address}`,
    `join:email:${email}`,
    'join:nameEN:malee*',
  ]
  expect(await matching(sub, [...others, ...mine])).toEqual({ account_id: sub, matching: mine })
  expect(await matching(newId(), mine)).toEqual({ account_id: null, matching: [] })

  const { links } = await ask()(
    accountChecksHttp.accountLinks,
    { body: { account_ids: [sub, sub, newId()] } },
    { headers },
  )
  expect(links).toMatchObject([{ linked_account_id: sub, identity_provider: 'join' }])
  for (const secret of [phone, email, people.malee.nameEN])
    expect(JSON.stringify(links)).not.toContain(secret)

  await system.client(accessToken)(erasePersonalData, { body: { confirm: 'erase' } })
  expect((await matching(sub, mine.slice(0, 3))).matching).toEqual([])
})

test('a customer id is known of whoever signed in by Join, as it is written and whole', async () => {
  await system.signInWithJoin('malee')
  const known = async (customer_id: string) =>
    (await ask()(accountChecksHttp.customerKnown, { query: { customer_id } }, { headers })).known
  const id = `join-${people.malee.id}`
  expect(await known(id)).toBe(true)
  for (const other of [id.slice(0, -1), `${id}x`, id.replace('join-m', 'join-M'), 'join-%', 'join-*'])
    expect([other, await known(other)]).toEqual([other, false])
})

test('GW-3 nobody but a service asks whom a pattern means', async () => {
  const body = { account_id: newId(), patterns: [] }
  const refused = { status: 401, code: 'unauthorized' }
  await expect(ask()(accountChecksHttp.matchAccount, { body })).rejects.toMatchObject(refused)
  await expect(ask()(accountChecksHttp.accountLinks, { body: { account_ids: [] } })).rejects.toMatchObject(
    refused,
  )
})
