import { randomBytes } from 'node:crypto'
import { arrayText, columns, type Queryable, type Tx } from '@talad/shared/db'

/** By chance alone: what has the time in it could be told to be the same person's in two projects (ID-41). */
const newAppUserId = () => randomBytes(12).toString('hex')

async function known(
  db: Queryable,
  projectId: string,
  accountIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await db.query<{ account_id: string; id: string }>({
    name: 'campaign.app_users',
    text: 'select account_id, id from app_user where project_id = $1 and account_id = any($2::text[]) and is_main',
    values: [projectId, arrayText(accountIds)],
  })
  return new Map(rows.map(({ account_id, id }) => [account_id, id]))
}

/** ID-41: who accounts are in a project, by account; who was not there yet has an id from now on. */
export async function appUsersOf(
  db: Queryable,
  projectId: string,
  accountIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  const found = await known(db, projectId, accountIds)
  const missing = [...new Set(accountIds)].filter((id) => !found.has(id)).sort()
  if (missing.length === 0) return found
  await db.query(
    `insert into app_user (id, project_id, account_id, is_main, created_at)
     select id, $3, account_id, true, $4 from unnest($1::text[], $2::text[]) as u (id, account_id)
     on conflict (project_id, account_id) where is_main do nothing`,
    [
      ...columns(
        missing,
        () => newAppUserId(),
        (accountId) => accountId,
      ),
      projectId,
      now,
    ],
  )
  return known(db, projectId, accountIds)
}

/** Whose an app user of a project is; undefined: there is none with this id, or of another project. */
export async function accountOfAppUser(
  db: Queryable,
  projectId: string,
  id: string,
): Promise<string | undefined> {
  const { rows } = await db.query<{ account_id: string }>(
    'select account_id from app_user where id = $1 and project_id = $2',
    [id, projectId],
  )
  return rows[0]?.account_id
}

/** ID-35, ID-41: the ids of an account lead to the one that stays; where both were in a project its own is told on. */
export async function moveAppUsers(tx: Tx, from: string, to: string): Promise<void> {
  await tx.query(
    `update app_user u set account_id = $2, is_main = u.is_main and not exists (
       select 1 from app_user o where o.project_id = u.project_id and o.account_id = $2 and o.is_main)
     where account_id = $1`,
    [from, to],
  )
}
