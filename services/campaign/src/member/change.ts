import type { Tx } from '@talad/shared/db'
import { lockKey } from '@talad/shared/lock-key'
import { isArchived, otherOwners, rolesIn } from './rows.ts'

/** CA-4: who may do what in a project is changed by one after the other: of its last two owners only one can go. */
export const lockMembers = (tx: Tx, projectId: string) => lockKey(tx, `project.members.${projectId}`)

/** What a change of a member rests on, under that lock. @param by who asks */
export async function lookUp(tx: Tx, about: { projectId: string; accountId: string; by: string }) {
  const { projectId, accountId, by } = about
  return {
    ...about,
    roles: await rolesIn(tx, projectId, by),
    otherOwners: await otherOwners(tx, projectId, accountId),
    archived: await isArchived(tx, projectId),
  }
}
