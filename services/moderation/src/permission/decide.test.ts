import { type Permission, permissionNames } from '@talad/proto/http/permissions'
import { decider } from '@talad/shared/testing/decider'
import { expect, test } from 'vitest'
import type { Changer, PermissionCommand, SetPermissions } from './decide.ts'
import { permissions } from './stream.ts'

const { given } = decider(permissions)
const now = new Date('2026-11-22T00:00:00Z')
const boss: Changer = { customerId: 'join-boss', held: { superAdmin: true, permissions: [] } }
const keeper: Changer = {
  customerId: 'join-keeper',
  held: { superAdmin: false, permissions: ['permission.write', 'bank.decide'] },
}
const RESERVED: readonly Permission[] = ['permission.write', 'bank.decide', 'withdrawal.decide']

function set(
  by: Changer,
  version: number,
  names: readonly Permission[],
  more: Partial<SetPermissions> & { superAdmin?: boolean } = {},
): SetPermissions {
  const { superAdmin = false, ...rest } = more
  const held = { superAdmin, permissions: [...names] }
  const about = { customerId: 'join-mali', by, version, otherSuperAdmins: 1, note: 'because', now }
  return { type: 'SetPermissions', held, ...about, ...rest }
}

test('MO-38 every name can be given, each once and in their order; what is given already makes no event', () => {
  const all = [...permissionNames]
  const { state } = given(set(boss, 0, [...all.toReversed(), ...all]))
  expect(state.permissions).toEqual(all)
  expect(state).toMatchObject({ version: 1, changedBy: 'join-boss', changedAt: now, note: 'because' })
  given(set(boss, 0, ['fee.write']))
    .when(set(boss, 1, ['fee.write']))
    .makes()
  expect(given(set(boss, 0, all), set(boss, 1, ['fee.write'])).state.permissions).toEqual(['fee.write'])
})

test('MO-39 only a super_admin gives or takes permission.write, bank.decide, withdrawal.decide and super_admin', () => {
  for (const name of permissionNames) {
    const isReserved = RESERVED.includes(name)
    const gives = given().when(set(keeper, 0, [name]))
    const takes = given(set(boss, 0, [name])).when(set(keeper, 1, []))
    for (const outcome of [gives, takes])
      if (isReserved) outcome.rejects('SUPER_ADMIN_REQUIRED')
      else outcome.makes('PermissionsSet')
    given()
      .when(set(boss, 0, [name]))
      .makes('PermissionsSet')
  }
  given()
    .when(set(keeper, 0, [], { superAdmin: true }))
    .rejects('SUPER_ADMIN_REQUIRED')
  given(set(boss, 0, [], { superAdmin: true }))
    .when(set(keeper, 1, []))
    .rejects('SUPER_ADMIN_REQUIRED')
  // what is there and stays is neither given nor taken
  given(set(boss, 0, ['bank.decide']))
    .when(set(keeper, 1, ['bank.decide', 'fee.write']))
    .makes('PermissionsSet')
})

test('MO-39 nobody changes their own permissions, also not a super_admin', () => {
  for (const by of [boss, keeper])
    if ('customerId' in by)
      given()
        .when(set(by, 0, ['fee.write'], { customerId: by.customerId }))
        .rejects('OWN_PERMISSIONS')
})

test('MO-39 the last super_admin cannot be removed by anybody', () => {
  const one = given(set(boss, 0, ['fee.write'], { superAdmin: true }))
  const operator: Changer = { operator: 'somchai' }
  const revoke: PermissionCommand = {
    type: 'Revoke',
    what: 'super_admin',
    customerId: 'join-mali',
    by: operator,
    otherSuperAdmins: 0,
    note: 'n',
    now,
  }
  one.when(revoke).rejects('LAST_SUPER_ADMIN')
  one.when(set(boss, 1, ['fee.write'], { otherSuperAdmins: 0 })).rejects('LAST_SUPER_ADMIN')
  one.when({ ...revoke, otherSuperAdmins: 1 }).makes('PermissionsSet')
  one.when(set(boss, 1, [], { superAdmin: true, otherSuperAdmins: 0 })).makes('PermissionsSet')
  given(set(boss, 0, ['fee.write']))
    .when(set(boss, 1, [], { otherSuperAdmins: 0 }))
    .makes('PermissionsSet')
})

test('who has lost permission.write since the call began changes nothing', () => {
  const former: Changer = {
    customerId: 'join-former',
    held: { superAdmin: false, permissions: ['fee.write'] },
  }
  given()
    .when(set(former, 0, ['fee.write']))
    .rejects('PERMISSION_REQUIRED')
})

test('AW-4 a change of an older version is refused, with who came first and when', () => {
  const changed = given(set(boss, 0, ['fee.write']))
  for (const version of [0, 2]) changed.when(set(keeper, version, ['fee.write'])).rejects('VERSION_CONFLICT')
  expect(() => changed.when(set(keeper, 0, [])).events()).toThrow(
    expect.objectContaining({
      details: { version: 1, changed_by: 'join-boss', changed_at: now.toISOString() },
    }),
  )
})

test('an operator gives and takes one thing, whatever else there is', () => {
  const by: Changer = { operator: 'somchai' }
  const one = (type: 'Grant' | 'Revoke', what: Permission | 'super_admin'): PermissionCommand => ({
    type,
    what,
    customerId: 'join-mali',
    by,
    otherSuperAdmins: 1,
    note: 'n',
    now,
  })
  const { state } = given(one('Grant', 'fee.write'), one('Grant', 'super_admin'), one('Grant', 'bank.decide'))
  expect(state).toMatchObject({ superAdmin: true, permissions: ['fee.write', 'bank.decide'] })
  expect(state.changedBy).toBe('operator:somchai')
  given(one('Grant', 'fee.write')).when(one('Grant', 'fee.write')).makes()
  given().when(one('Revoke', 'fee.write')).makes()
  expect(given(one('Grant', 'fee.write'), one('Revoke', 'fee.write')).state.permissions).toEqual([])
})
