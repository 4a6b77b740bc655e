import { AccountMergedSchema } from '@talad/proto/identity/v1/events'
import { outgoing } from '@talad/shared/bus/port'
import { untilHeard } from '@talad/shared/testing/heard'
import { expect, test } from 'vitest'
import { appUsersOf } from '../src/app-user/rows.ts'
import { accounts, admin, start } from './harness.ts'

const { owner, other, stranger } = accounts
const refused = { status: 403, body: { code: 'permission_required' } }

async function begin() {
  const running = await start()
  const { call, open, bus, get } = running
  const [fair, second] = [await open('fair'), await open('second')]
  const whoIs = async (as: string, project_id: string) => {
    const { body } = await call('POST', '/api/v1/project/app-user', { as, body: { project_id } })
    return (body as { app_user_id: string }).app_user_id
  }
  const grant = (app_user_id: string, role: string, project_id = fair) =>
    call('POST', `${admin}/project/permission`, {
      as: owner,
      body: { permission: { project_id, app_user_id, role } },
    })
  const revoke = (query: string) =>
    call('DELETE', `${admin}/project/permission?project_id=${fair}&${query}`, { as: owner })
  const see = (as: string, id = fair) => get(as, `/project?_id=${id}`)
  const merge = async (accountId: string, intoAccountId: string) => {
    const merged = { mergeId: 'm', accountId, intoAccountId, intoCustomerId: '', number: 1n }
    const out = outgoing('identity.account.v1', accountId, AccountMergedSchema, merged)
    for (const id of ['once', 'twice'])
      await bus.publish([{ ...out, id: `${id} ${accountId}`, headers: {}, time: new Date() }])
    await untilHeard(bus, 'campaign.merge')
  }
  return { ...running, fair, second, whoIs, grant, revoke, see, merge }
}

test('ID-41 somebody has one id in a project, another in the next, the same however many ask at once', async () => {
  const { fair, second, whoIs, call, db, now } = await begin()
  const ids = await Promise.all(Array.from({ length: 8 }, () => whoIs(other, fair)))
  expect(new Set(ids).size).toBe(1)
  expect(await whoIs(other, second)).not.toBe(ids[0])
  expect(await whoIs(stranger, fair)).not.toBe(ids[0])
  const many = await appUsersOf(db, fair, [other, stranger, owner, owner], now())
  expect(many.get(other)).toBe(ids[0])
  expect(many.size).toBe(3)
  expect(
    await call('POST', '/api/v1/project/app-user', { as: other, body: { project_id: 'f'.repeat(24) } }),
  ).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test('CA-2 a role of an app user is the account’s in that project alone, and goes by its own revoke', async () => {
  const { fair, second, whoIs, grant, revoke, see } = await begin()
  const id = await whoIs(other, fair)
  expect(await grant(id, 'editor', second)).toMatchObject({
    status: 404,
    body: { code: 'app_user_unknown', field: 'permission.app_user_id' },
  })
  const given = await grant(id, 'editor')
  expect(given).toMatchObject({
    status: 201,
    body: { permission: { principal_type: 'app_user', principal_group: '', principal_id: id } },
  })
  expect(await grant(id, 'editor')).toMatchObject({ status: 201, body: given.body })
  expect(await see(other)).toMatchObject({ body: { project: { roles: ['editor'] } } })
  expect(await see(other, second)).toMatchObject(refused)
  const { _id } = (given.body as { permission: { _id: string } }).permission
  expect(await revoke(`_id=${_id}`)).toEqual({ status: 200, body: { revoked: 1 } })
  expect(await see(other)).toMatchObject(refused)
})

test('CA-4 a revoke of an account takes the roles of its app users too, never those of the last owner', async () => {
  const { fair, whoIs, grant, give, revoke, see } = await begin()
  await give(owner, fair, other, 'viewer')
  await grant(await whoIs(other, fair), 'minter')
  await grant(await whoIs(owner, fair), 'owner')
  expect(await revoke(`account_id=${other}`)).toEqual({ status: 200, body: { revoked: 2 } })
  expect(await see(other)).toMatchObject(refused)
  await grant(await whoIs(other, fair), 'minter')
  expect(await revoke(`account_id=${other}`)).toEqual({ status: 200, body: { revoked: 1 } })
  expect(await revoke(`account_id=${owner}`)).toMatchObject({ status: 409, body: { code: 'last_owner' } })
})

test('ID-35 ID-41 after a merge the ids of both accounts lead to the one that is left, with their roles', async () => {
  const { fair, second, whoIs, grant, see, merge } = await begin()
  const [mine, theirs, only] = [
    await whoIs(stranger, fair),
    await whoIs(other, fair),
    await whoIs(other, second),
  ]
  await grant(theirs, 'minter')
  await merge(other, stranger)
  expect(await whoIs(stranger, fair)).toBe(mine)
  expect(await whoIs(stranger, second)).toBe(only)
  expect(await see(stranger)).toMatchObject({ body: { project: { roles: ['minter'] } } })
  expect(await grant(theirs, 'viewer')).toMatchObject({ status: 201 })
  expect(await see(stranger)).toMatchObject({ body: { project: { roles: ['minter', 'viewer'] } } })
})
