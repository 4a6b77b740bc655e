import { readFile } from 'node:fs/promises'
import { createClient } from '@talad/proto/http/client'
import { listDisplayNames, myDisplayName, setDisplayName } from '@talad/proto/http/identity/display-names'
import { findPeople, getPerson } from '@talad/proto/http/identity/people'
import { erasePersonalData, exportPersonalData } from '@talad/proto/http/identity/personal-data'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { claimsOf, type System, startSystem } from './harness.ts'

let system: System
beforeAll(async () => {
  system = await startSystem(inject('postgres'))
})
afterAll(() => system.stop())

async function enter(user: string) {
  const answer = await system.browser().call(`/identity/devtool/dev-auth?user=${user}`)
  const token = String(Reflect.get(Reflect.get(Object(answer.body), 'tokenPair'), 'accessToken'))
  return { call: system.client(token), account: claimsOf(token).sub }
}

const name = (text: string | null) => ({ body: { display_name: text } })

test('ID-42 a wallet is shown by the name that its person chose, and by none before that', async () => {
  const { call, account } = await enter('named-mali')
  const wallet = `0x${'4a'.repeat(20)}`
  await system.owner.query(`insert into wallet (account_id, address, provider) values ($1, $2, 'join')`, [
    account,
    wallet,
  ])
  const known = async () =>
    (await call(listDisplayNames, { query: { wl: `${wallet},0x${'00'.repeat(20)}` } })).list
  expect(await known()).toEqual([])
  expect(await call(myDisplayName, {})).toEqual({ display_name: null })
  for (let times = 0; times < 2; times += 1)
    expect(await call(setDisplayName, name('  บ้าน  มะลิ '))).toEqual({ display_name: 'บ้าน มะลิ' })
  expect(await known()).toEqual([{ address: wallet, display_name: 'บ้าน มะลิ' }])
  expect((await call(exportPersonalData, {})).display_name).toBe('บ้าน มะลิ')
  await call(setDisplayName, name(null))
  expect(await known()).toEqual([])
})

test('ID-42 two people have never the same name, however many ask for it at once, and none speaks for the site', async () => {
  const people = await Promise.all(['n1', 'n2', 'n3', 'n4', 'n5'].map(enter))
  const asked = await Promise.allSettled(
    people.map(({ call }, at) => call(setDisplayName, name(at % 2 ? 'Same Name' : 'same_name'))),
  )
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(
    asked.filter((one) => one.status === 'rejected' && one.reason.code === 'display_name_taken'),
  ).toHaveLength(4)
  const [first] = people
  await expect(first?.call(setDisplayName, name('Talad Support'))).rejects.toMatchObject({
    code: 'display_name_reserved',
  })
  for (const bad of ['x', 'a'.repeat(31), '<b>me</b>', 'Аdmin', 'ok\u202eok', '👻👻'])
    await expect(first?.call(setDisplayName, name(bad)), bad).rejects.toMatchObject({ code: 'validation' })
})

test('ID-42 who is forgotten has no name any more, and it is free for others', async () => {
  const leaver = await enter('named-leaver')
  await leaver.call(setDisplayName, name('กลับมาใหม่'))
  await leaver.call(erasePersonalData, { body: { confirm: 'erase' } })
  const next = await enter('named-next')
  expect(await next.call(setDisplayName, name('กลับมาใหม่'))).toEqual({ display_name: 'กลับมาใหม่' })
})

test('ID-42 a person is found by name or by wallet, and tells nothing that was not public', async () => {
  const named = await enter('person-named')
  const unnamed = await enter('person-unnamed')
  const walletsOf = (digit: string) => ['1', '2'].map((one) => `0x${`${digit}${one}`.repeat(20)}`)
  for (const [{ account }, digit] of [
    [named, 'c'],
    [unnamed, 'd'],
  ] as const)
    for (const wallet of walletsOf(digit))
      await system.owner.query(`insert into wallet (account_id, address, provider) values ($1, $2, 'web3')`, [
        ...[account, wallet],
      ])
  await named.call(setDisplayName, name('Krua Chang'))
  // ID-31: unlinked, and nobody else's yet
  const left = `0x${'c9'.repeat(20)}`
  await system.owner.query(
    `insert into wallet (account_id, address, provider, held_until) values ($1, $2, 'web3', now() + interval '1 day')`,
    [named.account, left],
  )
  const visitor = createClient({ baseUrl: system.url })
  const ask = (who: string) => visitor(getPerson, { params: { who } })
  const krua = { display_name: 'Krua Chang', ens: null, picture: null, wallets: walletsOf('c') }
  for (const who of ['Krua Chang', ' krua_chang', 'KRUACHANG', walletsOf('c')[1] ?? ''])
    expect(await ask(who), who).toEqual(krua)
  expect(await ask(left)).toEqual({ display_name: null, ens: null, picture: null, wallets: [left] })
  // who has no name shows one wallet and not what else is theirs
  const [first = '', second = ''] = walletsOf('d')
  expect(await ask(first)).toEqual({ display_name: null, ens: null, picture: null, wallets: [first] })
  expect(await ask(`0x${second.slice(2).toUpperCase()}`)).toEqual({
    display_name: null,
    ens: null,
    picture: null,
    wallets: [second],
  })
  // nobody knows it: it may still hold something
  const strange = `0x${'e0'.repeat(20)}`
  expect(await ask(strange)).toEqual({ display_name: null, ens: null, picture: null, wallets: [strange] })
  await expect(ask('Nobody There')).rejects.toMatchObject({ status: 404, code: 'not_found' })
  await expect(ask('x'.repeat(61))).rejects.toMatchObject({ problem: { status: 400, field: 'who' } })
  await expect(ask(`0x${'aB'.repeat(20)}`)).rejects.toMatchObject({ problem: { status: 400, field: 'who' } })
})

test('ID-42 names from before are known by the normal form of Thai; one that somebody else has meanwhile stays as it is; also where it runs twice', async () => {
  const [alone, late, taken] = [await enter('form-1'), await enter('form-2'), await enter('form-3')]
  for (const [{ account }, folded] of [
    [alone, '\u0e40\u0e40มวลาย'],
    [late, '\u0e40\u0e40กวตา'],
    [taken, 'แกวตา'],
  ] as const)
    await system.owner.query(
      'insert into display_name (account_id, name, folded, changed_at) values ($1, $2, $2, now())',
      [account, folded],
    )
  const foldedOf = async ({ account }: typeof alone) => {
    const sql = 'select folded from display_name where account_id = $1'
    return (await system.owner.query<{ folded: string }>(sql, [account])).rows[0]?.folded
  }
  const sql = await readFile(
    new URL('../prisma/migrations/20261127094000_name_form/migration.sql', import.meta.url),
    'utf8',
  )
  for (const _ of [1, 2]) {
    await system.owner.query(sql)
    expect(await foldedOf(alone)).toBe('แมวลาย')
    expect(await foldedOf(late)).toBe('\u0e40\u0e40กวตา')
    expect(await foldedOf(taken)).toBe('แกวตา')
  }
  await expect(taken.call(setDisplayName, name('แมวลาย'))).rejects.toMatchObject({
    code: 'display_name_taken',
  })
})

test('ID-42 people are found by how their public name begins, and nobody by anything else', async () => {
  const { call } = await enter('found-suda')
  await call(setDisplayName, name('Suda แห่งเชียงใหม่'))
  const found = async (q: string) =>
    (await call(findPeople, { query: { q } })).list.map(({ display_name }) => display_name)
  for (const q of ['suda', 'SUDA ', 'Suda แห่ง']) expect(await found(q)).toEqual(['Suda แห่งเชียงใหม่'])
  expect([await found('แห่งเชียง'), await found('found-suda'), await found('%_')]).toEqual([[], [], []])
})
