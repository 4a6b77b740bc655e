import { stream } from '@talad/shared/stream'
import { decide } from './decide.ts'
import { type Member, type MemberEvent, memberEvent } from './events.ts'
import { saveMembers } from './rows.ts'

function evolve(state: Member | undefined, { type, data }: MemberEvent): Member {
  const { projectId, accountId } = data
  if (type === 'RolesRevoked') return { projectId, accountId, grants: [] }
  const grant = { id: data.grantId, role: data.role, createdAt: data.at }
  return { projectId, accountId, grants: [...(state?.grants ?? []), grant] }
}

/** What an account is in a project: a stream for each of both. */
export const members = stream({
  name: 'member',
  event: memberEvent,
  initial: undefined as Member | undefined,
  evolve,
  decide,
  save: saveMembers,
})
