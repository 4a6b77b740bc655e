import { allows, type Role } from '@talad/proto/http/campaign/abilities'
import { Rejection } from '@talad/shared/rejection'
import type { Member, MemberEvent } from './events.ts'

type About = { projectId: string; accountId: string; by: string; now: Date }
/** What was looked up under the lock of the project's members. */
type Looked = {
  /** of who asks */
  roles: readonly Role[]
  /** owners of the project besides this account */
  otherOwners: number
  archived: boolean
}
/** CA-5: who opens a project is its owner. */
export type Found = About & { type: 'Found'; grantId: string }
export type Grant = About & Looked & { type: 'Grant'; grantId: string; role: Role }
export type Revoke = About & Looked & { type: 'Revoke' }
export type MemberCommand = Found | Grant | Revoke

/** @throws Rejection PERMISSION_REQUIRED, OWNER_REQUIRED */
function checkChanger({ roles }: Looked, touched: readonly Role[]): void {
  if (!allows(roles, 'project.edit'))
    throw new Rejection('PERMISSION_REQUIRED', { details: { permission: 'project.edit' } }) // CA-1
  if (touched.includes('owner') && !allows(roles, 'project.own')) throw new Rejection('OWNER_REQUIRED') // CA-1
}

/** CA-1 to CA-5. @throws Rejection PROJECT_ARCHIVED, LAST_OWNER, and as CA-1 says */
export function decide(command: MemberCommand, member: Member | undefined): readonly MemberEvent[] {
  const { projectId, accountId, by, now: at } = command
  const data = { projectId, accountId, by, at }
  const held = (member?.grants ?? []).map(({ role }) => role)
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
