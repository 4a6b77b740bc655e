import { roles } from '@talad/proto/http/campaign/abilities'
import { decider } from '@talad/shared/testing/decider'
import { expect, test } from 'vitest'
import type { Found, Grant, Revoke } from './decide.ts'
import { members } from './stream.ts'

const { given } = decider(members)
const about = { projectId: 'p', accountId: 'a', by: 'b', now: new Date('2026-11-27T00:00:00Z') }
const looked = { roles: ['owner'], otherOwners: 1, archived: false } as const
const found: Found = { type: 'Found', grantId: 'g0', ...about }
const grant = (more: Partial<Grant> = {}): Grant => ({
  type: 'Grant',
  grantId: 'g1',
  role: 'editor',
  ...about,
  ...looked,
  ...more,
})
const revoke = (more: Partial<Revoke> = {}): Revoke => ({ type: 'Revoke', ...about, ...looked, ...more })

test('CA-5 who opens a project is its owner, once', () => {
  expect(given(found).state?.grants).toMatchObject([{ id: 'g0', role: 'owner' }])
  given(found).when(found).makes()
})

test('CA-1 an admin gives and takes roles up to admin, an owner all, nobody else any', () => {
  for (const role of roles) {
    given().when(grant({ role })).makes('RoleGranted')
    const byAdmin = given().when(grant({ role, roles: ['admin'] }))
    const taking = given(grant({ role })).when(revoke({ roles: ['admin'] }))
    if (role === 'owner') {
      byAdmin.rejects('OWNER_REQUIRED')
      taking.rejects('OWNER_REQUIRED')
    } else {
      byAdmin.makes('RoleGranted')
      taking.makes('RolesRevoked')
    }
    for (const others of [['editor', 'minter', 'viewer'], []] as const) {
      given()
        .when(grant({ role, roles: others }))
        .rejects('PERMISSION_REQUIRED')
      given(grant({ role }))
        .when(revoke({ roles: others }))
        .rejects('PERMISSION_REQUIRED')
    }
  }
})

test('CA-2 an account has each role once, beside others', () => {
  const both = given(grant(), grant({ grantId: 'g2', role: 'minter' }))
  expect(both.state?.grants.map(({ role }) => role)).toEqual(['editor', 'minter'])
  both.when(grant()).makes()
})

test('CA-4 all roles of an account are taken at once, but never those of the last owner', () => {
  const member = given(found, grant())
  member.when(revoke({ otherOwners: 0 })).rejects('LAST_OWNER')
  member.when(revoke()).makes('RolesRevoked')
  expect(given(found, grant(), revoke()).state?.grants).toEqual([])
  given(grant())
    .when(revoke({ otherOwners: 0 }))
    .makes('RolesRevoked')
  given().when(revoke()).makes()
})

test('CA-5 nobody gets a role in an archived project; roles are taken there too', () => {
  given()
    .when(grant({ archived: true }))
    .rejects('PROJECT_ARCHIVED')
  given(grant())
    .when(revoke({ archived: true }))
    .makes('RolesRevoked')
})
