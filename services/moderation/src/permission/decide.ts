import { type Permission, permissionNames } from '@talad/proto/http/permissions'
import { Rejection } from '@talad/shared/rejection'
import { requireVersion } from '@talad/shared/version'
import type { PermissionEvent } from './events.ts'
import type { Admin, Held } from './state.ts'

/** Who changes it, and what they may do at that moment; an operator at the command line may do everything. */
export type Changer = { customerId: string; held: Held } | { operator: string }

/** Everything about the customer is said anew; `version`: what the changer saw. */
export type SetPermissions = {
  type: 'SetPermissions'
  customerId: string
  held: Held
  version: number
  by: Changer
  /** super_admins besides this customer, counted under the lock */
  otherSuperAdmins: number
  note: string
  now: Date
}
/** A single thing is given or taken, whatever else there is: what operators do. */
export type ChangeOne = Omit<SetPermissions, 'type' | 'held' | 'version'> & {
  type: 'Grant' | 'Revoke'
  what: Permission | 'super_admin'
}
export type PermissionCommand = SetPermissions | ChangeOne

/** MO-39: what only a super_admin gives or takes, besides super_admin itself. */
const RESERVED: readonly Permission[] = ['permission.write', 'bank.decide', 'withdrawal.decide']

/** In the order of MO-38, each once. */
const ordered = (permissions: readonly Permission[]) =>
  permissionNames.filter((name) => permissions.includes(name))

function wanted(command: PermissionCommand, { superAdmin, permissions }: Admin): Held {
  if (command.type === 'SetPermissions')
    return { superAdmin: command.held.superAdmin, permissions: ordered(command.held.permissions) }
  const { what } = command
  const gives = command.type === 'Grant'
  if (what === 'super_admin') return { superAdmin: gives, permissions }
  const others = permissions.filter((name) => name !== what)
  return { superAdmin, permissions: ordered(gives ? [...others, what] : others) }
}

/** The names that one side has and the other hasn't. */
function differences(before: Held, after: Held): string[] {
  const differ = (name: Permission) => before.permissions.includes(name) !== after.permissions.includes(name)
  return [
    ...(before.superAdmin === after.superAdmin ? [] : ['super_admin']),
    ...permissionNames.filter(differ),
  ]
}

/** @throws Rejection PERMISSION_REQUIRED, OWN_PERMISSIONS, SUPER_ADMIN_REQUIRED */
function checkChanger(by: Changer, customerId: string, changed: readonly string[]): void {
  if ('operator' in by) return
  const { superAdmin, permissions } = by.held
  if (!superAdmin && !permissions.includes('permission.write'))
    throw new Rejection('PERMISSION_REQUIRED', { details: { permission: 'permission.write' } })
  if (by.customerId === customerId) throw new Rejection('OWN_PERMISSIONS') // MO-39: nobody edits themself
  const reserved = changed.filter((name) => name === 'super_admin' || RESERVED.some((one) => one === name))
  if (!superAdmin && reserved.length > 0)
    throw new Rejection('SUPER_ADMIN_REQUIRED', { details: { permissions: reserved } }) // MO-39
}

/** MO-38 to MO-40. @throws Rejection VERSION_CONFLICT, and as MO-39 says */
export function decide(command: PermissionCommand, admin: Admin): readonly PermissionEvent[] {
  const { by, customerId, note, now: at } = command
  const after = wanted(command, admin)
  const changed = differences(admin, after)
  checkChanger(by, customerId, changed)
  if (command.type === 'SetPermissions') requireVersion(admin, command.version)
  if (changed.length === 0) return []
  const isLast = admin.superAdmin && !after.superAdmin && command.otherSuperAdmins === 0
  if (isLast) throw new Rejection('LAST_SUPER_ADMIN') // MO-39
  const who = 'operator' in by ? `operator:${by.operator}` : by.customerId
  return [{ type: 'PermissionsSet', data: { ...after, by: who, note, at } }]
}
