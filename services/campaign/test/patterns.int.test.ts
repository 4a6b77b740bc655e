import { projectAdminHttp } from '@talad/proto/http/campaign/projects-admin'
import { until } from '@talad/shared/testing/wait'
import { expect, test } from 'vitest'
import { manifest } from '../manifest.ts'
import { accounts, admin, start } from './harness.ts'

const { owner, other, stranger } = accounts
const refused = { status: 403, body: { code: 'permission_required' } }
const PHONE = 'join:phone:+66812345678'

/** A project, and roles in it for whoever a pattern means. */
async function begin() {
  const running = await start()
  const { call, get, open, people } = running
  const id = await open('fair')
  const grant = async (idp_link_pattern: string, role = 'viewer', as: string = owner) =>
    call('POST', `${admin}/project/permission`, {
      as,
      body: { permission: { project_id: id, idp_link_pattern, role } },
    })
  const granted = async (pattern: string, role?: string) => {
    const { body } = await grant(pattern, role)
    return projectAdminHttp.grantProjectRole.response.parse(body).permission
  }
  const revoke = (_id: string, as: string = owner) =>
    call('DELETE', `${admin}/project/permission?project_id=${id}&_id=${_id}`, { as })
  const list = (as: string, more = '') => get(as, `/project/permission/list?project_id=${id}&count=1${more}`)
  people.verified.set(other, [PHONE, 'join:userId:somchai'])
  return { ...running, id, grant, granted, revoke, list, see: (as: string) => get(as, `/project?_id=${id}`) }
}

test('CA-3 whom a pattern means has its role at once, finds the project, and loses it with the pattern at once', async () => {
  const { id, granted, revoke, see, get, list, db, owner: asOwner } = await begin()
  expect(await see(other)).toMatchObject(refused)
  const permission = await granted('join:phone:+6681*')
  expect(permission).toMatchObject({
    role: 'viewer',
    resource_group: '',
    principal_type: 'idp_link_pattern',
    principal_group: 'join',
    principal_id: 'join:phone:+6681*',
  })
  expect(await granted('join:phone:+6681*')).toEqual(permission)
  expect(await see(other)).toMatchObject({ status: 200, body: { project: { roles: ['viewer'] } } })
  expect(await see(stranger)).toMatchObject(refused)
  expect(await get(other, '/project/list')).toMatchObject({
    body: { projects: { list: [{ _id: id, roles: ['viewer'] }] } },
  })
  expect(await get(other, '/project/count')).toMatchObject({ body: { count: 1 } })
  expect(await get(stranger, '/project/count')).toMatchObject({ body: { count: 0 } })

  expect(await list(owner)).toMatchObject({
    body: { permissions: { total: 2, list: [{}, { principal_id: 'join:phone:+6681*' }] } },
  })
  expect(await list(other, '&roles=viewer')).toMatchObject({
    body: { permissions: { list: [{ principal_id: 'join:phone:+66•••' }] }, idpLinks: [] },
  })
  expect(await revoke(permission._id, other)).toMatchObject(refused)
  expect(await revoke(permission._id)).toEqual({ status: 200, body: { revoked: 1 } })
  expect(await see(other)).toMatchObject(refused)
  expect(await revoke(permission._id)).toEqual({ status: 200, body: { revoked: 0 } })
  expect((await db.query('select 1 from grant_pattern')).rowCount).toBe(0)
  for (const { sql } of manifest.invariants) expect((await asOwner.query(sql)).rows).toEqual([])
})

test('CA-3 by a pattern nobody becomes an admin, and a pattern is none of a bare star or of what nobody verifies', async () => {
  const { grant, see, edit, id } = await begin()
  for (const role of ['owner', 'admin'])
    expect(await grant(PHONE, role)).toMatchObject({ status: 409, body: { code: 'pattern_role' } })
  for (const bad of ['*', 'join:phone:*', 'join:email:*@example.com', 'line:userId:U12'])
    expect(await grant(bad)).toMatchObject({
      status: 400,
      body: { code: 'validation', field: 'permission.idp_link_pattern' },
    })
  expect(await grant(PHONE, 'editor')).toMatchObject({ status: 201 })
  expect(await see(other)).toMatchObject({ body: { project: { roles: ['editor'] } } })
  expect(await edit(other, id, { name: 'x' })).toMatchObject(refused)
  expect(await grant('join:userId:x', 'viewer', other)).toMatchObject(refused)
})

test('CA-3 while identity is away a pattern gives nothing, but who has a role of their own goes on; what it said counts for seconds', async () => {
  const { granted, see, people, give, list, id } = await begin()
  await granted('join:userId:somchai')
  people.isAway = true
  expect(await see(other)).toMatchObject(refused)
  expect(await see(owner)).toMatchObject({ status: 200 })
  expect(await list(owner)).toMatchObject({ status: 200, body: { idpLinks: [] } })
  expect(await give(owner, id, stranger, 'viewer')).toMatchObject({ status: 503 })
  people.isAway = false
  await until('identity is asked again', async () => (await see(other)).status === 200)
  const { asked } = people
  await see(other)
  await see(other)
  expect(people.asked).toBe(asked)
  people.verified.delete(other)
  await until('the pattern no longer means them', async () => (await see(other)).status === 403, 5_000)
})

test('ID-42 the text of a pattern lies sealed, and no event or message holds it', async () => {
  const { grant, db } = await begin()
  expect(await grant(PHONE)).toMatchObject({ status: 201 })
  for (const table of ['kit.event', 'project_grant', 'grant_pattern']) {
    const { rows } = await db.query<{ text: string }>(`select t::text as text from ${table} t`)
    expect(rows.length).toBeGreaterThan(0)
    const all = rows.map(({ text }) => text).join()
    expect(all).not.toContain('66812345678')
    expect(all).not.toContain(Buffer.from('66812345678').toString('hex'))
  }
})

test('CA-2 a role is of an account that is there, of nobody or of two no role is given', async () => {
  const { id, call, people, list, give } = await begin()
  people.unknown.add(stranger)
  expect(await give(owner, id, stranger, 'viewer')).toMatchObject({
    status: 404,
    body: { code: 'account_unknown', field: 'permission.account_id' },
  })
  expect(await give(owner, id, other, 'viewer')).toMatchObject({ status: 201 })
  expect(await list(owner)).toMatchObject({
    body: {
      permissions: { total: 2 },
      idpLinks: [{ linked_account_id: owner }, { linked_account_id: other }],
    },
  })
  const grant = (whom: object) =>
    call('POST', `${admin}/project/permission`, {
      as: owner,
      body: { permission: { project_id: id, role: 'viewer', ...whom } },
    })
  expect(await grant({ app_user_id: other })).toMatchObject({
    status: 404,
    body: { code: 'app_user_unknown', field: 'permission.app_user_id' },
  })
  for (const whom of [
    {},
    { account_id: other, idp_link_pattern: PHONE },
    { account_id: other, app_user_id: other },
  ])
    expect(await grant(whom)).toMatchObject({ status: 400, body: { code: 'validation' } })
  for (const both of ['', `&account_id=${other}&_id=${other}`])
    expect(
      await call('DELETE', `${admin}/project/permission?project_id=${id}${both}`, { as: owner }),
    ).toMatchObject({ status: 400 })
})
