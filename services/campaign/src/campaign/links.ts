import type { Tx } from '@talad/shared/db'
import { Rejection } from '@talad/shared/rejection'
import { findCampaigns, findGroup } from './rows.ts'

/** CA-14: a trigger locks the whole group. */
const MOST_LINKED = 20

/**
 * Held alone by who links campaigns of a project, and beside others, before it reads the group, by who notes uses of one:
 * a group doesn't change until the transaction ends (CA-14).
 */
export const linksKey = (projectId: string) => `campaign-links:${projectId}`

/** A campaign that is of another group from now on. */
export type Regrouped = { id: string; from: string; to: string }

const smallest = (ids: readonly [string, ...string[]]) => ids.toSorted()[0] ?? ids[0]

/**
 * CA-14: what becomes of groups where a campaign is linked anew, under `linksKey`: it leaves those that it was with, and
 * joins the groups of those that are named; of nobody it is alone.
 * @param own `groupId` undefined: it is new
 * @returns its group, and all others whose group is another one then
 * @throws Rejection LINK_UNKNOWN, TOO_MANY_LINKS
 */
export async function relink(
  tx: Tx,
  own: { id: string; projectId: string; groupId: string | undefined },
  linked: readonly string[],
): Promise<{ groupId: string; others: Regrouped[] }> {
  const names = [...new Set(linked)].filter((id) => id !== own.id)
  const named = await findCampaigns(tx, names)
  if (named.length < names.length || named.some((one) => one.project_id !== own.projectId))
    throw new Rejection('LINK_UNKNOWN', { field: 'linked_campaigns' }) // CA-14
  const groups = [...new Set([...named.map((one) => one.group_id), own.groupId ?? own.id])].sort()
  const members = []
  for (const group of groups) members.push(...(await findGroup(tx, group)))
  const joined = new Set(named.map((one) => one.group_id))
  const others = members.filter(({ id }) => id !== own.id)
  const mates = others.filter((one) => joined.has(one.group_id))
  if (mates.length >= MOST_LINKED)
    throw new Rejection('TOO_MANY_LINKS', { field: 'linked_campaigns', details: { most: MOST_LINKED } })
  const left = others.filter((one) => !joined.has(one.group_id))
  const groupId = smallest([own.id, ...mates.map(({ id }) => id)])
  const goes = (some: typeof others, to: string): Regrouped[] =>
    some.filter((one) => one.group_id !== to).map(({ id, group_id: from }) => ({ id, from, to }))
  const [first, ...more] = left.map(({ id }) => id)
  const rest = first === undefined ? [] : goes(left, smallest([first, ...more]))
  return { groupId, others: [...goes(mates, groupId), ...rest] }
}
