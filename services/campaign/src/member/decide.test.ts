import { roles } from '@talad/proto/http/campaign/abilities'
import { decider } from '@talad/shared/testing/decider'
import { expect, test } from 'vitest'
import {
  type Found,
  type Grant,
  type GrantPattern,
  MOST_PATTERNS_OF_PROJECT,
  type Revoke,
  type TakeRoles,
} from './decide.ts'
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
        .rejects('PERMISSION_REQUIRED', { details: { permission: 'project.edit' } })
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

test('ID-35 an account that is absorbed gives all its roles, the one that stays takes those that it lacks', () => {
  const { now } = about
  const give = { type: 'GiveRoles', ...about } as const
  const take = (...grants: TakeRoles['grants']): TakeRoles => ({ type: 'TakeRoles', ...about, grants })
  given().when(give).makes()
  expect(given(found, grant(), give).state?.grants).toEqual([])
  expect(given(grant(), take({ id: 'g1', role: 'editor' }, { id: 'g3', role: 'owner' })).state).toEqual({
    projectId: 'p',
    principal: 'a',
    provider: '',
    isAppUser: false,
    grants: [
      { id: 'g1', role: 'editor', createdAt: now },
      { id: 'g3', role: 'owner', createdAt: now },
    ],
  })
})

test('ID-41 an app user stays one with each role that comes and goes', () => {
  const ofAppUser = { accountId: 'u', appUser: true } as const
  expect(given(grant(ofAppUser)).state).toMatchObject({ principal: 'u', isAppUser: true })
  expect(given(grant(ofAppUser), revoke(ofAppUser)).state).toMatchObject({ isAppUser: true, grants: [] })
})

test('CA-5 nobody gets a role in an archived project; roles are taken there too', () => {
  given()
    .when(grant({ archived: true }))
    .rejects('PROJECT_ARCHIVED')
  given(grant())
    .when(revoke({ archived: true }))
    .makes('RolesRevoked')
})

const byAnAdmin = { projectId: 'p', by: 'b', now: about.now, roles: ['admin'], archived: false } as const
const grantPattern = (more: Partial<GrantPattern> = {}): GrantPattern => ({
  type: 'GrantPattern',
  grantId: 'g1',
  role: 'editor',
  fingerprint: 'f',
  provider: 'join',
  patterns: 0,
  ...byAnAdmin,
  ...more,
})
const revokePattern = (grantId: string) => ({
  type: 'RevokePattern' as const,
  grantId,
  fingerprint: 'f',
  ...byAnAdmin,
})

test('CA-3 by a pattern people become at most editors, and each role is given once', () => {
  for (const role of roles) {
    const granting = given().when(grantPattern({ role }))
    if (role === 'owner' || role === 'admin') granting.rejects('PATTERN_ROLE', { field: 'permission.role' })
    else granting.makes('PatternGranted')
  }
  given(grantPattern())
    .when(grantPattern({ grantId: 'g2' }))
    .makes()
  given()
    .when(grantPattern({ roles: ['editor'] }))
    .rejects('PERMISSION_REQUIRED')
  given()
    .when(grantPattern({ archived: true }))
    .rejects('PROJECT_ARCHIVED')
})

test('CA-3 a project has so many patterns and no more', () => {
  given()
    .when(grantPattern({ patterns: MOST_PATTERNS_OF_PROJECT - 1 }))
    .makes('PatternGranted')
  given()
    .when(grantPattern({ patterns: MOST_PATTERNS_OF_PROJECT }))
    .rejects('TOO_MANY_PATTERNS', { details: { most: MOST_PATTERNS_OF_PROJECT } })
})

test('CA-4 of a pattern one role is taken, by its own id, also in an archived project', () => {
  const both = given(grantPattern(), grantPattern({ grantId: 'g2', role: 'viewer' }))
  both.when(revokePattern('g3')).makes()
  both.when({ ...revokePattern('g2'), roles: ['viewer'] }).rejects('PERMISSION_REQUIRED')
  both.when({ ...revokePattern('g2'), archived: true }).makes('PatternRevoked')
  const { state } = given(
    grantPattern(),
    grantPattern({ grantId: 'g2', role: 'viewer' }),
    revokePattern('g1'),
  )
  expect(state).toEqual({
    projectId: 'p',
    principal: 'f',
    provider: 'join',
    isAppUser: false,
    grants: [{ id: 'g2', role: 'viewer', createdAt: about.now }],
  })
})
