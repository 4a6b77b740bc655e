import { loseAnswers } from '@talad/shared/testing/lose-answers'
import { until } from '@talad/shared/testing/wait'
import { expect, test } from 'vitest'
import { admin, person, start } from './harness.ts'

test('MO-40 everybody who is signed in hears what they may do; who is no admin gets an empty list', async () => {
  const { call, get, grant } = await start()
  await grant('boss', 'super_admin')
  await grant('clerk', 'bank.decide')
  await grant('clerk', 'bank.read')
  const path = '/permissions'
  expect(await get('clerk', path)).toEqual({
    status: 200,
    body: { customer: 'join-clerk', super_admin: false, permissions: ['bank.read', 'bank.decide'] },
  })
  expect((await get('boss', path)).body).toEqual({
    customer: 'join-boss',
    super_admin: true,
    permissions: [],
  })
  const nothing = { super_admin: false, permissions: [] }
  expect(await get('mali', path)).toEqual({ status: 200, body: { customer: 'join-mali', ...nothing } })
  const user = await call('GET', admin + path, { as: 'no-customer' })
  expect(user).toEqual({ status: 200, body: { customer: null, ...nothing } })
  expect((await get(undefined, path)).status).toBe(401)
})

test('MO-40 admins are listed, set and removed by who has permission.write, and every change is written down', async () => {
  const { get, grant, set, remove, call, db } = await start()
  await grant('boss', 'super_admin')
  await grant('keeper', 'permission.write')
  await grant('clerk', 'bank.read')

  const given = await set('keeper', 'mali', { version: 0, permissions: ['flag.resolve', 'flag.read'] })
  expect(given).toMatchObject({
    status: 200,
    body: {
      customer: 'join-mali',
      super_admin: false,
      permissions: ['flag.read', 'flag.resolve'],
      version: 1,
      changed_by: 'join-keeper',
      note: 'because',
    },
  })
  const list = await get('keeper', '/permissions/list?count=1&ps=3')
  expect(list).toMatchObject({ status: 200, body: { size: 3, index: 0, total: 4, pages: 2 } })
  const customers = (body: unknown) =>
    (body as { list: { customer: string }[] }).list.map((one) => one.customer)
  expect(customers(list.body)).toEqual(['join-boss', 'join-clerk', 'join-keeper'])
  expect(customers((await get('keeper', '/permissions/list?ps=3&pi=1')).body)).toEqual(['join-mali'])

  // by permission: whoever has it, and who may do everything
  const whoMay = await get('keeper', '/permissions/list?permission=flag.read&count=1')
  expect([customers(whoMay.body), whoMay.body]).toMatchObject([['join-boss', 'join-mali'], { total: 2 }])
  expect((await get('keeper', '/permissions/list?permission=everything')).status).toBe(400)

  expect(await remove('keeper', 'mali', 1)).toMatchObject({
    status: 200,
    body: { permissions: [], version: 2 },
  })
  expect((await get('mali', '/permissions')).body).toMatchObject({ permissions: [] })
  expect(customers((await get('keeper', '/permissions/list')).body)).not.toContain('join-mali')
  const former = await get('keeper', '/permissions/list?customer=join-mali')
  expect(former.body).toMatchObject({ list: [{ version: 2, permissions: [], changed_by: 'join-keeper' }] })
  const unknown = await get('keeper', '/permissions/list?customer=join-nobody')
  expect(unknown.body).toMatchObject({ list: [{ version: 0, changed_by: null, changed_at: null }] })

  // what changes nothing is answered, and isn't written down
  expect((await remove('keeper', 'mali', 2)).status).toBe(200)
  const { rows } = await db.query(
    `select data->>'who' as who, data->>'action' as action, data->>'targetId' as target, data->>'note' as note
     from kit.event where stream like 'audit-%' order by position desc limit 2`,
  )
  expect(rows).toEqual(
    Array(2).fill({ who: 'join-keeper', action: 'permission.set', target: 'join-mali', note: 'because' }),
  )

  for (const [path, as] of [
    ['/permissions/list', 'clerk'],
    ['/permissions/list', 'mali'],
  ] as const)
    expect(await get(as, path)).toMatchObject({
      status: 403,
      body: { code: 'permission_required', details: { permission: 'permission.write' } },
    })
  expect((await set('clerk', 'mali', { version: 2 })).status).toBe(403)
  expect((await remove('clerk', 'boss', 1)).status).toBe(403)
  for (const body of [
    { version: 2, permissions: ['all'] },
    { version: 2, note: '' },
    { version: 2, note: 'a\0b' },
    { version: -1 },
    { customer: 'mali', version: 2 },
    { customer: 'join-ma\0li', version: 2 },
  ])
    expect(await set('keeper', 'mali', body), JSON.stringify(body)).toMatchObject({ status: 400 })
  const key = { as: person('keeper'), key: 'k' }
  const body = { customer: 'join-mali', permissions: ['fee.write'], version: 2, note: 'once' }
  const first = await call('POST', `${admin}/permissions/set`, { ...key, body })
  expect(await call('POST', `${admin}/permissions/set`, { ...key, body })).toEqual(first)
})

test('MO-39 nobody becomes an admin whom identity does not know, or while it is away; an admin may have gone since', async () => {
  const { grant, set, remove, identity } = await start()
  await grant('boss', 'super_admin')
  const permissions = ['fee.write']
  expect(await set('boss', 'nobody', { version: 0, permissions })).toMatchObject({
    status: 404,
    body: { code: 'customer_not_found', field: 'customer' },
  })
  identity.isAway = true
  expect(await set('boss', 'mali', { version: 0, permissions })).toMatchObject({
    status: 503,
    body: { code: 'unavailable' },
  })
  await grant('nobody', 'fee.write')
  expect(await set('boss', 'nobody', { version: 1, permissions: [] })).toMatchObject({ status: 200 })
  expect(await remove('boss', 'nobody', 2)).toMatchObject({ status: 200 })
})

test('GW-10 a change whose process died before its answer was kept is found by the repeated call', async () => {
  const { grant, call, db } = await start()
  await grant('boss', 'super_admin')
  const path = `${admin}/permissions/set`
  const body = { customer: 'join-mali', permissions: ['fee.write'], version: 0, note: 'once' }
  const asked = { as: person('boss'), key: 'k', body }
  const first = await call('POST', path, asked)
  expect(first).toMatchObject({ status: 200, body: { version: 1 } })
  await loseAnswers(db, ['k'])
  expect(await call('POST', path, asked)).toEqual(first)
  const { rows } = await db.query(
    `select data->>'targetId' as target from kit.event where stream like 'audit-%' and data->>'note' = 'once'`,
  )
  expect(rows).toEqual([{ target: 'join-mali' }])
})

test('AW-14 a change of permissions asks for a sign-in of at most fifteen minutes ago, looking at them does not', async () => {
  const { call, grant } = await start()
  await grant('boss', 'super_admin')
  const signedIn = Math.floor(Date.now() / 1_000) - 960
  const as = person('boss', { auth_time: signedIn })
  const body = { customer: 'join-mali', permissions: ['fee.write'], version: 0, note: 'n' }
  for (const path of ['/permissions/set', '/permissions/remove'])
    expect(await call('POST', admin + path, { as, body })).toMatchObject({
      status: 401,
      body: { code: 'reauth_required', details: { maxAgeSeconds: 900, ways: [] } },
    })
  expect((await call('GET', `${admin}/permissions/list`, { as })).status).toBe(200)
})

test('MO-39 no way of asking lets anybody promote themself or remove the last super_admin', async () => {
  const { get, grant, set, remove } = await start()
  await grant('boss', 'super_admin')
  await grant('keeper', 'permission.write')
  expect(await set('keeper', 'keeper', { version: 1, permissions: ['fee.write'] })).toMatchObject({
    body: { code: 'own_permissions' },
  })
  expect(await remove('boss', 'boss', 1)).toMatchObject({ status: 403, body: { code: 'own_permissions' } })
  expect(await remove('keeper', 'boss', 1)).toMatchObject({
    status: 403,
    body: { code: 'super_admin_required', details: { permissions: ['super_admin'] } },
  })
  expect(await set('keeper', 'mali', { version: 0, permissions: ['withdrawal.decide'] })).toMatchObject({
    body: { code: 'super_admin_required', details: { permissions: ['withdrawal.decide'] } },
  })
  await expect(grant('boss', 'super_admin', 'Revoke')).rejects.toMatchObject({ code: 'LAST_SUPER_ADMIN' })
  expect((await get('boss', '/permissions')).body).toMatchObject({ super_admin: true })
})

test('MO-39 of many super_admins who remove one another at once exactly one is left', async () => {
  const { db, grant, remove } = await start()
  const names = Array.from({ length: 10 }, (_, index) => `s${index}`)
  for (const name of names) await grant(name, 'super_admin')
  const codes = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const by = names[index % 10] ?? ''
      const whom = names[((index % 10) + 1 + (index % 7)) % 10] ?? ''
      return (await remove(by, whom, 1)).status
    }),
  )
  expect(codes.filter((status) => ![200, 403, 409].includes(status))).toEqual([])
  // whoever is left removes all the others, and then nobody can remove them
  const left = async () =>
    (await db.query<{ customer_id: string; version: number }>('select * from admin where super_admin')).rows
  const [last] = await left()
  const by = last?.customer_id.slice('join-'.length) ?? ''
  for (const { customer_id, version } of (await left()).slice(1))
    await remove(by, customer_id.slice('join-'.length), version)
  expect(await left()).toEqual([last])
  await expect(grant(by, 'super_admin', 'Revoke')).rejects.toMatchObject({ code: 'LAST_SUPER_ADMIN' })
  expect(codes).toContain(200)
})

test('AW-4 of fifty who change one admin from the same version one gets through, the others hear who did', async () => {
  const { grant, set, db } = await start()
  await grant('boss', 'super_admin')
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      set('boss', 'mali', {
        version: 0,
        permissions: [index % 2 ? 'fee.write' : 'flag.read'],
        note: `${index}`,
      }),
    ),
  )
  expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { status, body } of outcomes)
    if (status !== 200)
      expect(body).toMatchObject({
        code: 'version_conflict',
        details: { version: 1, changed_by: 'join-boss', changed_at: expect.stringMatching(/Z$/) },
      })
  const { rows } = await db.query(`select 1 from kit.event where stream = 'permission-join-mali'`)
  expect(rows).toHaveLength(1)
  await until('the change is in the audit log', async () => {
    const lines = await db.query(`select 1 from audit_line where target_id = 'join-mali'`)
    return lines.rows.length === 1
  })
})
