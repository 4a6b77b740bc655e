import { createClient } from '@talad/proto/http/client'
import {
  type ConsentText,
  giveConsent,
  listConsents,
  newestVersion,
} from '@talad/proto/http/identity/consents'
import { putFavourite } from '@talad/proto/http/identity/favourites'
import { erasePersonalData, exportPersonalData } from '@talad/proto/http/identity/personal-data'
import { myProfile } from '@talad/proto/http/identity/profile'
import { openDb, type Queryable } from '@talad/shared/db'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { claimsOf, people, type System, startSystem } from './harness.ts'
import { identitiesAt, prove } from './identities.ts'

let system: System
beforeAll(async () => {
  system = await startSystem(inject('postgres'))
})
afterAll(() => system.stop())

const ASSET = 'a'.repeat(24)

/** Everything that any table holds, bytes as text too. */
async function dump(db: Queryable = system.owner): Promise<string> {
  const tables = await db.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'kit') and table_type = 'BASE TABLE'`,
  )
  const all: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await db.query<{ text: string }>(`select t::text as text from ${name} t`)
    all.push(...rows.map(({ text }) => `${name} ${text}`))
  }
  return all.join('\n')
}

test('ID-42 hands a person all that is kept of them, and nobody else’s', async () => {
  const { accessToken } = await system.signInWithJoin('malee')
  const call = system.client(accessToken)
  await call(putFavourite, { params: { kind: 'asset', id: ASSET } })
  const kept = await call(exportPersonalData, {})
  const { nameEN, nameTH, phone, email } = people.malee
  expect(kept.profile.identity_provider_profile).toMatchObject({ nameEN, nameTH, phoneNumber: phone, email })
  expect(kept.identities).toMatchObject([{ provider: 'join', external_id: 'malee' }])
  expect(kept.sessions).toMatchObject([{ id: claimsOf(accessToken).sid, provider: 'join', ended: null }])
  expect(kept.favourites).toMatchObject([{ kind: 'asset', id: ASSET }])
  await system.signInWithJoin('somchai')
  expect(JSON.stringify(await call(exportPersonalData, {}))).not.toContain(people.somchai.nameEN)
  await expect(createClient({ baseUrl: system.url })(exportPersonalData, {})).rejects.toMatchObject({
    code: 'unauthorized',
  })
})

test('ID-42 keeps which wording a person agreed to and when first, and only wordings that there are', async () => {
  const { accessToken } = await system.signInWithJoin('malee')
  const call = system.client(accessToken)
  const agree = (text: ConsentText, version: string) =>
    call(giveConsent, { params: { text }, body: { version } })
  const first = await agree('terms', newestVersion('terms'))
  expect(await agree('terms', newestVersion('terms'))).toEqual(first)
  const second = await agree('privacy', newestVersion('privacy'))
  expect(await call(listConsents, {})).toEqual({ list: [second, first] })
  expect((await call(exportPersonalData, {})).consents).toEqual([second, first])
  await expect(agree('terms', newestVersion('privacy'))).rejects.toMatchObject({
    status: 400,
    problem: { field: 'version' },
  })
})

test('ID-42 names the page of the site that a person agreed to, its language and its revision, of those that were published', async () => {
  const { accessToken } = await system.signInWithJoin('somchai')
  const call = system.client(accessToken)
  await system.owner.query(`insert into site_page_replica values ($1, 'terms', 'th', 2)`, [ASSET])
  const agree = (version: string, language: 'th' | 'en', site = ASSET) =>
    system.browser().call('/identity/account/my/consents/terms', {
      method: 'PUT',
      token: accessToken,
      headers: { 'x-talad-site': site },
      body: { version, language },
    })
  for (const version of ['1', '2'])
    expect(await agree(version, 'th')).toMatchObject({
      status: 200,
      body: { text: 'terms', version, site: ASSET, language: 'th' },
    })
  const wrong = [
    agree('3', 'th'),
    agree('2', 'en'),
    agree('2', 'th', 'main'),
    agree(newestVersion('terms'), 'th'),
  ]
  for (const { status, body } of await Promise.all(wrong))
    expect([status, body]).toMatchObject([400, { field: 'version' }])
  expect((await call(listConsents, {})).list.map(({ site, version }) => [site, version])).toEqual([
    [ASSET, '2'],
    [ASSET, '1'],
  ])
})

test('ID-42 erases a person: nothing to read or unseal is left, every session has ended, the account stays', async () => {
  const first = await system.signInWithJoin('niran')
  const second = await system.signInWithJoin('niran')
  const accountId = claimsOf(first.accessToken).sub
  await system.client(first.accessToken)(putFavourite, { params: { kind: 'asset', id: ASSET } })
  const { rows } = await system.owner.query<{ sealed: string }>(
    `select encode(sealed, 'hex') as sealed from link_personal_data d join identity_link l on l.id = d.link_id where l.account_id = $1`,
    [accountId],
  )
  expect(await dump()).toContain(rows[0]?.sealed)

  await system.client(first.accessToken)(erasePersonalData, { body: { confirm: 'erase' } })

  const after = await dump()
  const { nameEN, nameTH, phone, email } = people.niran
  for (const canary of [rows[0]?.sealed, nameEN, nameTH, phone, email]) expect(after).not.toContain(canary)
  expect(after).not.toMatch(new RegExp(`^public.favourite .*${accountId}`, 'm'))
  for (const { accessToken } of [first, second])
    await expect(system.client(accessToken)(myProfile, {})).rejects.toMatchObject({ code: 'session_expired' })

  const again = await system.signInWithJoin('niran') // the same person finds the account, and what is owed to it
  expect(claimsOf(again.accessToken).sub).toBe(accountId)
})

test('B36 ID-42 of an erased person nothing is left of LINE, of a membership, of a passkey, of what was proved and not used', async () => {
  const somebody = identitiesAt(system)
  const [line, club] = [await somebody.somebody('line'), await somebody.somebody('oauth:club')]
  const browser = system.browser()
  const person = await line.signIn(browser)
  expect((await (await prove(club, person)).link(person)).status).toBe(200)
  await prove(await somebody.somebody('oauth:club'), person) // and never linked
  const path = '/identity/account/my/display-name'
  const body = { display_name: 'Canary of B36' }
  const { account, token } = person
  expect((await browser.call(path, { method: 'PUT', body, token })).status).toBe(200)
  await system.owner.query(
    `insert into passkey (id, account_id, credential_id, rp_id, public_key, counter, transports, name, place, created_at)
     values ('b36', $1, 'b36', 'talad.test', '\\x00', 0, '{}', 'laptop of B36', 1, now())`,
    [account],
  )
  const { rows } = await system.owner.query<{ sealed: string }>(
    `select encode(sealed, 'hex') as sealed from link_personal_data d join identity_link l on l.id = d.link_id
       where l.account_id = $1
     union all select encode(result, 'hex') from proof where account_id = $1 and result <> ''`,
    [account],
  )
  const canaries = [...rows.map(({ sealed }) => sealed), 'Canary of B36', 'laptop of B36']
  const before = await dump()
  for (const canary of canaries) expect(before).toContain(canary)
  expect(canaries).toHaveLength(5)

  await system.client(token)(erasePersonalData, { body: { confirm: 'erase' } })

  const bus = openDb(system.busUrl, { max: 1 })
  const everywhere = [await dump(), await dump(bus)].join('\n')
  await bus.end()
  for (const canary of canaries) expect(everywhere).not.toContain(canary)
})

test('ID-42 who is erased while the provider is asked stays erased', async () => {
  const { accessToken } = await system.signInWithJoin('somchai')
  const accountId = claimsOf(accessToken).sub
  await system.control('/faults', { provider: 'join', call: 'profile', fault: 'delay', ms: 2_000 })
  const reading = system.browser().call('/identity/join/customer-profile', { body: {}, token: accessToken })
  await until('the provider is being asked', async () => {
    const asked = await system.owner.query(
      'select 1 from account where id = $1 and profile_read_at is not null',
      [accountId],
    )
    return asked.rows.length === 1
  })
  await system.client(accessToken)(erasePersonalData, { body: { confirm: 'erase' } })
  await reading
  const left = await system.owner.query(
    'select 1 from link_personal_data d join identity_link l on l.id = d.link_id where l.account_id = $1',
    [accountId],
  )
  expect(left.rows).toEqual([])
})
