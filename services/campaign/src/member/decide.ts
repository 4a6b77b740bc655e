import { allows, type Role } from '@talad/proto/http/campaign/abilities'
import { Rejection } from '@talad/shared/rejection'
import type { Member, MemberEvent } from './events.ts'

type About = { projectId: string; by: string; now: Date }
/** What was looked up under the lock of the project's members. */
type Looked = {
  /** of who asks */
  roles: readonly Role[]
  archived: boolean
}
type OfAccount = {
  /** or of an app user */
  accountId: string
  appUser?: true | undefined
  /** owners of the project besides this account */
  otherOwners: number
}
/** CA-5: who opens a project is its owner. */
export type Found = About & { type: 'Found'; grantId: string; accountId: string }
export type Grant = About & Looked & OfAccount & { type: 'Grant'; grantId: string; role: Role }
export type Revoke = About & Looked & OfAccount & { type: 'Revoke' }
/** CA-3; `patterns`: how many there are in the project */
export type GrantPattern = About &
  Looked & {
    type: 'GrantPattern'
    grantId: string
    role: Role
    fingerprint: string
    provider: string
    patterns: number
  }
export type RevokePattern = About & Looked & { type: 'RevokePattern'; grantId: string; fingerprint: string }
/** ID-35: the account was absorbed, and gives its roles to the one that stays */
export type GiveRoles = About & { type: 'GiveRoles'; accountId: string }
export type TakeRoles = About & {
  type: 'TakeRoles'
  accountId: string
  grants: readonly { id: string; role: Role }[]
}
export type MemberCommand = Found | Grant | Revoke | GrantPattern | RevokePattern | GiveRoles | TakeRoles

/** CA-3: so many are judged for each request of somebody who has no role of their own. */
export const MOST_PATTERNS_OF_PROJECT = 100

/** @throws Rejection PERMISSION_REQUIRED, OWNER_REQUIRED */
function checkChanger({ roles }: Looked, touched: readonly Role[]): void {
  if (!allows(roles, 'project.edit'))
    throw new Rejection('PERMISSION_REQUIRED', { details: { permission: 'project.edit' } }) // CA-1
  if (touched.includes('owner') && !allows(roles, 'project.own')) throw new Rejection('OWNER_REQUIRED') // CA-1
}

function decidePattern(
  command: GrantPattern | RevokePattern,
  { grants }: Pick<Member, 'grants'>,
): readonly MemberEvent[] {
  const { projectId, fingerprint, grantId, by, now: at } = command
  const data = { projectId, fingerprint, grantId, by, at }
  checkChanger(command, [])
  if (command.type === 'RevokePattern')
    return grants.some(({ id }) => id === grantId) ? [{ type: 'PatternRevoked', data }] : []
  const { role, provider, archived, patterns } = command
  if (role === 'owner' || role === 'admin') throw new Rejection('PATTERN_ROLE', { field: 'permission.role' }) // CA-3
  if (grants.some((held) => held.role === role)) return [] // CA-2: the same grant twice is one
  if (archived) throw new Rejection('PROJECT_ARCHIVED') // CA-5
  if (patterns >= MOST_PATTERNS_OF_PROJECT)
    throw new Rejection('TOO_MANY_PATTERNS', { details: { most: MOST_PATTERNS_OF_PROJECT } }) // CA-3
  return [{ type: 'PatternGranted', data: { ...data, role, provider } }]
}

/** CA-1 to CA-5. @throws Rejection PROJECT_ARCHIVED, LAST_OWNER, PATTERN_ROLE, TOO_MANY_PATTERNS, and as CA-1 says */
export function decide(command: MemberCommand, member: Member | undefined): readonly MemberEvent[] {
  if ('fingerprint' in command) return decidePattern(command, { grants: member?.grants ?? [] })
  const { projectId, accountId, by, now: at } = command
  const appUser = 'appUser' in command ? command.appUser : undefined
  const data = { projectId, accountId, by, at, ...(appUser && { appUser }) }
  const held = (member?.grants ?? []).map(({ role }) => role)
  if (command.type === 'GiveRoles') return held.length === 0 ? [] : [{ type: 'RolesRevoked', data }]
  if (command.type === 'TakeRoles')
    return command.grants
      .filter(({ role }) => !held.includes(role))
      .map(({ id: grantId, role }) => ({ type: 'RoleGranted', data: { ...data, grantId, role } })) // ID-35: the union
  if (command.type === 'Revoke') {
    checkChanger(command, held)
    if (held.length === 0) return []
    if (held.includes('owner') && command.otherOwners === 0) throw new Rejection('LAST_OWNER') // CA-4
    return [{ type: 'RolesRevoked', data }]
  }
  const { grantId } = command
  if (command.type === 'Found')
    return held.length > 0 ? [] : [{ type: 'RoleGranted', data: { ...data, grantId, role: 'owner' } }] // CA-5
  const { role, archived } = command
  checkChanger(command, [role])
  if (held.includes(role)) return [] // CA-2: the same grant twice is one
  if (archived) throw new Rejection('PROJECT_ARCHIVED') // CA-5
  return [{ type: 'RoleGranted', data: { ...data, grantId, role } }]
}
