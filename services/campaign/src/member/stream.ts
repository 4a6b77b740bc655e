import { stream } from '@talad/shared/stream'
import { decide } from './decide.ts'
import { type Member, type MemberEvent, memberEvent } from './events.ts'
import { saveMembers } from './rows.ts'

function evolve(state: Member | undefined, { type, data }: MemberEvent): Member {
  const { projectId } = data
  const held = state?.grants ?? []
  const about =
    'accountId' in data
      ? { projectId, principal: data.accountId, provider: '', isAppUser: data.appUser ?? false }
      : { projectId, principal: data.fingerprint, provider: state?.provider ?? '', isAppUser: false }
  if (type === 'RolesRevoked') return { ...about, grants: [] }
  if (type === 'PatternRevoked') return { ...about, grants: held.filter(({ id }) => id !== data.grantId) }
  const grants = [...held, { id: data.grantId, role: data.role, createdAt: data.at }]
  return type === 'RoleGranted' ? { ...about, grants } : { ...about, provider: data.provider, grants }
}

/** What an account is in a project: a stream for each of both; so is a pattern that means people (CA-3). */
export const members = stream({
  name: 'member',
  event: memberEvent,
  initial: undefined as Member | undefined,
  evolve,
  decide,
  save: saveMembers,
})
