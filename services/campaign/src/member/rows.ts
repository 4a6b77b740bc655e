import type { Role } from '@talad/proto/http/campaign/abilities'
import type { Queryable, Tx } from '@talad/shared/db'
import { countIf } from '@talad/shared/http/page'
import type { Change } from '@talad/shared/stream'
import type { Member, MemberEvent } from './events.ts'

/** The id of the stream of an account in a project, or of a pattern by its fingerprint. */
export const memberOf = (projectId: string, principal: string) => `${projectId}:${principal}`

export async function saveMembers(
  tx: Tx,
  changes: readonly Change<Member | undefined, MemberEvent>[],
): Promise<void> {
  for (const { before, state } of changes) {
    if (!state) continue
    const { projectId, principal, provider, isAppUser, grants } = state
    const type = provider !== '' ? 'idp_link_pattern' : isAppUser ? 'app_user' : 'account'
    await tx.query('delete from project_grant where project_id = $1 and principal_id = $2', [
      projectId,
      principal,
    ])
    for (const { id, role, createdAt } of grants)
      await tx.query(
        `insert into project_grant (id, project_id, principal_type, principal_group, principal_id, role, created_at)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [...[id, projectId, type, provider], ...[principal, role, createdAt]],
      )
    const gone = (before?.grants ?? []).filter((held) => !grants.some(({ id }) => id === held.id))
    if (provider !== '' && gone.length > 0)
      await tx.query('delete from grant_pattern where grant_id = any($1)', [gone.map(({ id }) => id)])
  }
}

/** The text of a pattern, beside its grant (ID-42). */
export async function savePattern(tx: Tx, grantId: string, sealed: Buffer): Promise<void> {
  await tx.query('insert into grant_pattern (grant_id, sealed) values ($1, $2)', [grantId, sealed])
}

/** CA-2: the grants of an account, or of its app users, in a project; each half by its index, as "or" would use none. */
export const heldBy = (project: string, account: string) =>
  `(select g.id, g.role, g.created_at from project_grant g
    where g.project_id = ${project} and g.principal_id = ${account}
    union all
    select g.id, g.role, g.created_at from app_user u
    join project_grant g on g.project_id = u.project_id and g.principal_id = u.id and g.principal_type = 'app_user'
    where u.project_id = ${project} and u.account_id = ${account})`

/** What an account itself, or as an app user, is in a project, at this moment. */
export async function rolesIn(db: Queryable, projectId: string, accountId: string): Promise<Role[]> {
  const { rows } = await db.query<{ role: Role }>({
    name: 'campaign.roles_3',
    text: `select role from ${heldBy('$1', '$2')} h`,
    values: [projectId, accountId],
  })
  return rows.map(({ role }) => role)
}

export type PatternRow = { id: string; project_id: string; role: Role; sealed: Buffer }

/** CA-3: the patterns of a project, at this moment; without one those of all projects, the newest first. */
export async function patternsOf(
  db: Queryable,
  projectId: string | undefined,
  most: number,
): Promise<PatternRow[]> {
  const { rows } = await db.query<PatternRow>({
    name: projectId === undefined ? 'campaign.all_patterns' : 'campaign.patterns',
    text: `select g.id, g.project_id, g.role, p.sealed from project_grant g join grant_pattern p on p.grant_id = g.id
      where g.principal_type = 'idp_link_pattern' ${projectId === undefined ? '' : 'and g.project_id = $2'}
      order by g.created_at desc, g.id desc limit $1`,
    values: projectId === undefined ? [most] : [most, projectId],
  })
  return rows
}

/** By what the principal of a grant is known: a pattern, or an app user; undefined where it is none of them in this project. */
export async function principalOf(
  db: Queryable,
  projectId: string,
  grantId: string,
): Promise<{ id: string; isAppUser: boolean } | undefined> {
  const { rows } = await db.query<{ id: string; isAppUser: boolean }>(
    `select principal_id as id, principal_type = 'app_user' as "isAppUser" from project_grant
     where id = $1 and project_id = $2 and principal_type <> 'account'`,
    [grantId, projectId],
  )
  return rows[0]
}

/** CA-4: the app users of an account that have a role in a project. */
export async function grantedAppUsers(
  db: Queryable,
  projectId: string,
  accountId: string,
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select distinct u.id from app_user u join project_grant g on g.project_id = u.project_id and g.principal_id = u.id
     where u.project_id = $1 and u.account_id = $2 order by 1`,
    [projectId, accountId],
  )
  return rows.map(({ id }) => id)
}

export async function countPatterns(db: Queryable, projectId: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from project_grant where project_id = $1 and principal_type = 'idp_link_pattern'`,
    [projectId],
  )
  return rows[0]?.count ?? 0
}

/** Owners of a project besides an account. */
export async function otherOwners(db: Queryable, projectId: string, accountId: string): Promise<number> {
  const { rows } = await db.query(
    `select 1 from project_grant where project_id = $1 and role = 'owner'
       and id not in (select h.id from ${heldBy('$1', '$2')} h) limit 1`,
    [projectId, accountId],
  )
  return rows.length
}

export type GrantRow = {
  id: string
  project_id: string
  principal_type: 'account' | 'app_user' | 'idp_link_pattern'
  principal_group: string
  principal_id: string
  role: Role
  created_at: Date
  /** of a pattern */
  sealed: Buffer | null
}

type Asked = {
  projectId: string
  roles: readonly Role[] | undefined
  size: number
  index: number
  count: boolean
}

/** Who got a role first comes first. */
export async function listGrants(db: Queryable, { projectId, roles, size, index, count }: Asked) {
  const from = 'from project_grant g where g.project_id = $1 and ($2::text[] is null or g.role = any($2))'
  const values = [projectId, roles ?? null]
  const { rows } = await db.query<GrantRow>(
    `select g.*, (select p.sealed from grant_pattern p where p.grant_id = g.id) as sealed ${from}
     order by g.created_at, g.id limit $3 offset $4`,
    [...values, size, size * index],
  )
  return { list: rows, total: await countIf(count, db, from, values) }
}

export async function isArchived(db: Queryable, projectId: string): Promise<boolean> {
  const { rows } = await db.query<{ archived: boolean }>('select archived from project where id = $1', [
    projectId,
  ])
  return rows[0]?.archived ?? true
}
