import { findPersons } from '@talad/proto/http/identity/person-lookup'
import { grantPermissions } from '@talad/shared/testing/admins'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { claimsOf, people, type System, startSystem } from './harness.ts'

let system: System
beforeAll(async () => {
  system = await startSystem(inject('postgres'))
})
afterAll(() => system.stop())

/** Support, signed in just now. */
async function support() {
  const { accessToken } = await system.signInWithJoin('somchai')
  await grantPermissions(system.owner, 'join-somchai', ['idp_profile.read'])
  return system.client(accessToken)
}

const lines = async (accountId: string) =>
  (
    await system.owner.query<{ data: object }>(
      `select data from kit.event where stream like 'audit-%' and data->>'targetId' = $1 order by position`,
      [accountId],
    )
  ).rows.map(({ data }) => data)

test('ID-42 ID-43 support finds a person by id, phone or words of the name, masked, and each look is written down', async () => {
  const { accessToken } = await system.signInWithJoin('malee')
  const accountId = claimsOf(accessToken).sub
  const find = await support()
  const phone = `0${people.malee.phone.slice(3, 5)}-${people.malee.phone.slice(5)}`
  const { nameEN, nameTH } = people.malee
  const named = [{ nm: nameEN.toUpperCase() }, { nm: nameTH.split(' ').toReversed().join('  ') }]
  for (const query of [{ id: 'malee' }, { id: 'join-malee' }, { ph: phone }, ...named]) {
    const { list } = await find(findPersons, { query })
    expect(list).toMatchObject([{ account_id: accountId, customer_id: 'join-malee', revealed: false }])
    for (const secret of [people.malee.nameEN, people.malee.phone, people.malee.email])
      expect(JSON.stringify(list)).not.toContain(secret)
  }
  expect(await lines(accountId)).toMatchObject(
    Array(5).fill({ who: 'join-somchai', action: 'person.look_up', targetKind: 'account' }),
  )
})

test('AW-15 a person is masked unless a reason is given, which is written down with who asked', async () => {
  const { accessToken } = await system.signInWithJoin('niran')
  const accountId = claimsOf(accessToken).sub
  const find = await support()
  await expect(find(findPersons, { query: { id: 'niran', reveal: '1' } })).rejects.toMatchObject({
    status: 400,
    problem: { field: 'note' },
  })
  expect(await lines(accountId)).toEqual([])
  const masked = await find(findPersons, { query: { id: 'niran', note: 'ticket 7' } })
  expect(masked.list).toMatchObject([{ revealed: false }])
  for (const secret of [people.niran.nameEN, people.niran.phone, people.niran.email])
    expect(JSON.stringify(masked.list)).not.toContain(secret)
  expect(await lines(accountId)).toMatchObject([{ action: 'person.look_up' }])
  const { list } = await find(findPersons, { query: { id: 'niran', reveal: '1', note: 'ticket 7' } })
  expect(list).toMatchObject([
    { revealed: true, profile: { nameEN: people.niran.nameEN, phoneNumber: people.niran.phone } },
  ])
  expect(await lines(accountId)).toMatchObject([
    { action: 'person.look_up' },
    { who: 'join-somchai', action: 'person.reveal', note: 'ticket 7' },
  ])
})

test('ID-43 a look-up knows Join alone, takes its own permission, and tells id, names, phone and level', async () => {
  const { accessToken } = await system.signInWithJoin('malee')
  const find = await support()
  const { nameTH, nameEN, phone } = people.malee
  const query = { pv: 'join', id: 'malee', reveal: '1', note: 'ticket 8' } as const
  expect((await find(findPersons, { query })).list).toMatchObject([
    {
      id: 'malee',
      nameTH,
      nameEN,
      phone,
      extra: { level: 'GOLD' },
      kyc_level: claimsOf(accessToken).jyc,
      profile: { userId: 'malee', nameTH, nameEN, phoneNumber: phone },
    },
  ])
  expect(findPersons.auth).toEqual({ kind: 'admin', permission: 'idp_profile.read' })
  for (const pv of ['line', 'web3', 'dev', ''])
    expect([pv, findPersons.query?.safeParse({ ...query, pv }).success]).toEqual([pv, false])
})

test('ID-42 whoever may not look up is refused, and learns nothing of who there is', async () => {
  const { accessToken } = await system.signInWithJoin('niran')
  for (const id of ['malee', 'nobody'])
    await expect(system.client(accessToken)(findPersons, { query: { id } })).rejects.toMatchObject({
      code: 'permission_required',
    })
})

test('ID-42 a look-up has one key, a real phone, and answers nobody as nobody', async () => {
  const find = await support()
  const refusal = (query: object) =>
    find(findPersons, { query }).then(
      () => undefined,
      (error) => error,
    )
  expect(await refusal({})).toMatchObject({ status: 400, problem: { field: 'id' } })
  expect(await refusal({ id: 'malee', ph: '0812345678' })).toMatchObject({
    status: 400,
    problem: { field: 'id' },
  })
  expect(await refusal({ ph: 'phone' })).toMatchObject({ code: 'invalid_phone', problem: { field: 'ph' } })
  for (const query of [{ id: 'nobody' }, { nm: 'Nobody Malee' }, { nm: 'Mr.' }])
    expect(await find(findPersons, { query })).toEqual({ list: [] })
})
