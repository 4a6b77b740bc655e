import type { Tx } from '@talad/shared/db'
import { lockKey } from '@talad/shared/lock-key'
import { accountOfAppUser } from '../app-user/rows.ts'
import { countPatterns, isArchived, otherOwners, rolesIn } from './rows.ts'

/** CA-4: who may do what in a project is changed by one after the other: of its last two owners only one can go. */
export const lockMembers = (tx: Tx, projectId: string) => lockKey(tx, `project.members.${projectId}`)

/** What a change of a member rests on, under that lock. @param by who asks */
export async function lookUp<About extends { projectId: string; by: string }>(tx: Tx, about: About) {
  const { projectId, by } = about
  return {
    ...about,
    roles: await rolesIn(tx, projectId, by),
    archived: await isArchived(tx, projectId),
  }
}

/** The same of an account. */
export async function lookUpAccount(tx: Tx, about: { projectId: string; accountId: string; by: string }) {
  const { projectId, accountId } = about
  return { ...(await lookUp(tx, about)), otherOwners: await otherOwners(tx, projectId, accountId) }
}

/** The same of an app user: what counts is whose it is. */
export async function lookUpAppUser(
  tx: Tx,
  { appUserId, ...about }: { projectId: string; appUserId: string; by: string },
) {
  const accountId = (await accountOfAppUser(tx, about.projectId, appUserId)) ?? ''
  const looked = await lookUpAccount(tx, { ...about, accountId })
  return { ...looked, accountId: appUserId, appUser: true as const }
}

/** The same of a pattern. */
export async function lookUpPattern<About extends { projectId: string; by: string }>(tx: Tx, about: About) {
  return { ...(await lookUp(tx, about)), patterns: await countPatterns(tx, about.projectId) }
}
