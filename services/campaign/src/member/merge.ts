import type { Role } from '@talad/proto/http/campaign/abilities'
import type { Tx } from '@talad/shared/db'
import { changeMany } from '@talad/shared/stream'
import { lockMembers } from './change.ts'
import { memberOf } from './rows.ts'
import { members } from './stream.ts'

/**
 * ID-35: the roles of an account become another's, beside those that it has itself, and so do the keys that it made (a key
 * may do no more than who made it). Done again it changes nothing.
 */
export async function moveGrants(
  tx: Tx,
  { from, to, now }: { from: string; to: string; now: Date },
): Promise<void> {
  const { rows } = await tx.query<{ project_id: string }>(
    `select distinct project_id from project_grant where principal_id = $1 and principal_type = 'account' order by 1`,
    [from],
  )
  for (const { project_id: projectId } of rows) {
    await lockMembers(tx, projectId)
    const found = await tx.query<{ id: string; role: Role }>(
      'select id, role from project_grant where project_id = $1 and principal_id = $2 order by created_at, id',
      [projectId, from],
    )
    const about = { projectId, by: to, now }
    await changeMany(
      tx,
      [
        {
          stream: members,
          id: memberOf(projectId, from),
          command: { ...about, type: 'GiveRoles', accountId: from },
        },
        {
          stream: members,
          id: memberOf(projectId, to),
          command: { ...about, type: 'TakeRoles', accountId: to, grants: found.rows },
        },
      ],
      now,
    )
  }
  await tx.query('update api_key set created_by = $2 where created_by = $1', [from, to])
}
