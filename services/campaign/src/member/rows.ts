import type { Role } from '@talad/proto/http/campaign/abilities'
import type { Queryable, Tx } from '@talad/shared/db'
import { countIf } from '@talad/shared/http/page'
import type { Change } from '@talad/shared/stream'
import type { Member, MemberEvent } from './events.ts'

/** The id of the stream of an account in a project. */
export const memberOf = (projectId: string, accountId: string) => `${projectId}:${accountId}`

export async function saveMembers(
  tx: Tx,
  changes: readonly Change<Member | undefined, MemberEvent>[],
): Promise<void> {
  for (const { state } of changes) {
    if (!state) continue
    const { projectId, accountId, grants } = state
    await tx.query('delete from project_grant where project_id = $1 and account_id = $2', [
      projectId,
      accountId,
    ])
    for (const { id, role, createdAt } of grants)
      await tx.query(
        'insert into project_grant (id, project_id, account_id, role, created_at) values ($1, $2, $3, $4, $5)',
        [id, projectId, accountId, role, createdAt],
      )
  }
}

/** What an account is in a project, at this moment. */
export async function rolesIn(db: Queryable, projectId: string, accountId: string): Promise<Role[]> {
  const { rows } = await db.query<{ role: Role }>({
    name: 'campaign.roles',
    text: 'select role from project_grant where project_id = $1 and account_id = $2',
    values: [projectId, accountId],
  })
  return rows.map(({ role }) => role)
}

/** Owners of a project besides an account. */
export async function otherOwners(db: Queryable, projectId: string, accountId: string): Promise<number> {
  const { rows } = await db.query(
    `select 1 from project_grant where project_id = $1 and role = 'owner' and account_id <> $2 limit 1`,
    [projectId, accountId],
  )
  return rows.length
}

export type GrantRow = { id: string; project_id: string; account_id: string; role: Role; created_at: Date }

type Asked = {
  projectId: string
  roles: readonly Role[] | undefined
  size: number
  index: number
  count: boolean
}

/** Who got a role first comes first. */
export async function listGrants(db: Queryable, { projectId, roles, size, index, count }: Asked) {
  const from = 'from project_grant where project_id = $1 and ($2::text[] is null or role = any($2))'
  const values = [projectId, roles ?? null]
  const { rows } = await db.query<GrantRow>(`select * ${from} order by created_at, id limit $3 offset $4`, [
    ...values,
    size,
    size * index,
  ])
  return { list: rows, total: await countIf(count, db, from, values) }
}

export async function isArchived(db: Queryable, projectId: string): Promise<boolean> {
  const { rows } = await db.query<{ archived: boolean }>('select archived from project where id = $1', [
    projectId,
  ])
  return rows[0]?.archived ?? true
}
