import { AccountMergedSchema } from '@talad/proto/identity/v1/events'
import { outgoing } from '@talad/shared/bus/port'
import { untilHeard } from '@talad/shared/testing/heard'
import { expect, test } from 'vitest'
import { manifest } from '../manifest.ts'
import { accounts, admin, help, start } from './harness.ts'

const { owner, other, stranger } = accounts
const refused = { status: 403, body: { code: 'permission_required' } }

test('CA-1 CA-2 a role is given once, listed by roles, and lets its holder do what it allows, without a wallet', async () => {
  const { open, give, get, edit } = await start()
  const id = await open('fair')
  expect(await edit(other, id, { name: 'x' })).toMatchObject(refused)
  const given = await give(owner, id, other, 'editor', 'key')
  expect(given).toMatchObject({
    status: 201,
    body: { permission: { role: 'editor', resource_id: id, principal_type: 'account', principal_id: other } },
  })
  expect(await give(owner, id, other, 'editor', 'key')).toEqual(given)
  expect(await give(owner, id, other, 'editor')).toMatchObject({ status: 201, body: given.body })
  await give(owner, id, other, 'minter')
  expect(await get(other, `/project?_id=${id}`)).toMatchObject({
    body: { project: { roles: ['editor', 'minter'] } },
  })
  expect(await edit(other, id, { name: 'x' })).toMatchObject(refused)
  const list = (roles: string) => get(other, `/project/permission/list?project_id=${id}&count=1${roles}`)
  expect(await list('')).toMatchObject({
    body: { permissions: { total: 3, list: [{ role: 'owner' }, {}, {}] } },
  })
  expect(await list('&roles=owner,minter')).toMatchObject({
    body: { permissions: { total: 2, list: [{ role: 'owner' }, { role: 'minter' }] } },
  })
  expect(await list('&roles=king')).toMatchObject({ status: 400 })
  expect(await get(stranger, `/project/permission/list?project_id=${id}`)).toMatchObject(refused)
  expect(await get(help, `/project/permission/list?project_id=${id}`)).toMatchObject({ status: 200 })
})

test('CA-1 an admin grants up to admin and touches no owner', async () => {
  const { open, give, take, edit } = await start()
  const id = await open('fair')
  await give(owner, id, other, 'admin')
  expect(await edit(other, id, { name: 'x' })).toMatchObject({ status: 200 })
  expect(await edit(other, id, { archived: true })).toMatchObject({
    status: 403,
    body: { code: 'owner_required' },
  })
  expect(await give(other, id, stranger, 'admin')).toMatchObject({ status: 201 })
  expect(await give(other, id, stranger, 'owner')).toMatchObject({ body: { code: 'owner_required' } })
  expect(await take(other, id, owner)).toMatchObject({ body: { code: 'owner_required' } })
  expect(await take(other, id, stranger)).toMatchObject({ status: 200, body: { revoked: 1 } })
})

test('CA-4 a revoked role is gone for the next request, with all others of the account', async () => {
  const { open, give, take, get, edit, db } = await start()
  const id = await open('fair')
  await give(owner, id, other, 'admin')
  await give(owner, id, other, 'minter')
  expect(await edit(other, id, { name: 'x' })).toMatchObject({ status: 200 })
  expect(await take(owner, id, other)).toEqual({ status: 200, body: { revoked: 2 } })
  expect(await edit(other, id, { name: 'y' })).toMatchObject(refused)
  expect(await get(other, `/project?_id=${id}`)).toMatchObject(refused)
  expect(await take(owner, id, other)).toEqual({ status: 200, body: { revoked: 0 } })
  const lines = `select count(*)::int as n from kit.event where data->>'action' = 'project.revoke'`
  expect((await db.query(lines)).rows).toEqual([{ n: 1 }])
})

test('CA-4 ID-33 who takes a role by the name of an absorbed account takes it of whom it is, or is told that it can not be', async () => {
  const { open, give, take, people } = await start()
  const id = await open('fair')
  people.absorbed.set(other, stranger)
  await give(owner, id, other, 'admin')
  people.isAway = true
  expect(await take(owner, id, other)).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  people.isAway = false
  expect(await take(owner, id, other)).toEqual({ status: 200, body: { revoked: 1 } })
  // a merge that isn't heard of yet, and one that identity doesn't know
  people.absorbed.clear()
  await give(owner, id, other, 'viewer')
  people.absorbed.set(other, stranger)
  await give(owner, id, stranger, 'viewer')
  expect(await take(owner, id, other)).toEqual({ status: 200, body: { revoked: 2 } })
  await give(owner, id, stranger, 'viewer')
  people.unknown.add(stranger)
  expect(await take(owner, id, stranger)).toEqual({ status: 200, body: { revoked: 1 } })
})

test('CA-4 of the last two owners who take each other’s role, or leave, at once one stays', async () => {
  const { open, give, take, db, owner: asOwner } = await start()
  for (const round of [1, 2, 3, 4, 5]) {
    const id = await open(`fair_${round}`)
    await give(owner, id, other, 'owner')
    const each = await Promise.all([
      take(owner, id, round % 2 ? other : owner),
      take(other, id, round % 2 ? owner : other),
    ])
    expect(each.map(({ status }) => status).sort()).not.toEqual([200, 200])
    const { rows } = await db.query(`select 1 from project_grant where project_id = $1 and role = 'owner'`, [
      id,
    ])
    expect(rows).toHaveLength(1)
  }
  const id = await open('alone')
  expect(await take(owner, id, owner)).toMatchObject({ status: 409, body: { code: 'last_owner' } })
  for (const { sql } of manifest.invariants) expect((await asOwner.query(sql)).rows).toEqual([])
})

test('CA-5 an archived project gets nobody new', async () => {
  const { open, give, take, edit } = await start()
  const id = await open('fair')
  await give(owner, id, other, 'viewer')
  await edit(owner, id, { archived: true })
  expect(await give(owner, id, stranger, 'viewer')).toMatchObject({
    status: 409,
    body: { code: 'project_archived' },
  })
  expect(await take(owner, id, other)).toMatchObject({ status: 200 })
})

test('ID-35 the roles and keys of an absorbed account are the other’s, beside its own, also when it is said twice', async () => {
  const { open, give, get, call, bus, db } = await start()
  const [id, second] = [await open('fair'), await open('second')]
  await give(owner, id, other, 'admin')
  await give(owner, id, other, 'viewer')
  await give(owner, id, stranger, 'viewer')
  await give(owner, second, other, 'owner')
  const key = await call('POST', `${admin}/api-key`, {
    as: other,
    body: { projectId: id, name: 'till', permissions: ['campaign.read'] },
  })
  expect(key.status).toBe(201)
  const merged = { mergeId: 'm', accountId: other, intoAccountId: stranger, intoCustomerId: '', number: 1n }
  const out = outgoing('identity.account.v1', other, AccountMergedSchema, merged)
  for (const time of ['once', 'twice'])
    await bus.publish([{ ...out, id: time, headers: {}, time: new Date() }])
  await untilHeard(bus, 'campaign.merge')
  const rolesOf = async (project: string) =>
    ((await get(stranger, `/project?_id=${project}`)).body as { project: { roles: string[] } }).project.roles
  expect((await rolesOf(id)).sort()).toEqual(['admin', 'viewer'])
  expect(await rolesOf(second)).toEqual(['owner'])
  expect(await get(other, `/project?_id=${id}`)).toMatchObject(refused)
  expect((await db.query('select created_by from api_key')).rows).toEqual([{ created_by: stranger }])
  expect((await db.query('select 1 from project_grant where principal_id = $1', [other])).rows).toEqual([])
})
