import type { Role } from '@talad/proto/http/campaign/abilities'
import { type Theme, theme } from '@talad/proto/http/campaign/theme'
import type { Queryable, Tx } from '@talad/shared/db'
import { countIf } from '@talad/shared/http/page'
import { toJson } from '@talad/shared/json'
import { Rejection } from '@talad/shared/rejection'
import type { Change } from '@talad/shared/stream'
import { heldBy } from '../member/rows.ts'
import type { Project, ProjectEvent } from './events.ts'

export async function saveProjects(
  tx: Tx,
  changes: readonly Change<Project | undefined, ProjectEvent>[],
): Promise<void> {
  for (const { id, state } of changes) {
    if (!state) continue
    const { slug, name, description, lineChannelId, lineLiffId, theme: look } = state.terms
    await tx.query(
      `insert into project_slug (slug, project_id)
         select $1, $2 where not exists (select 1 from project_slug where slug = $1 and project_id = $2)`,
      [slug, id],
    )
    await tx.query(
      `insert into project (id, slug, name, description, line_channel_id, line_liff_id, theme, archived, version,
         created_at, changed_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       on conflict (id) do update set slug = excluded.slug, name = excluded.name, description = excluded.description,
         line_channel_id = excluded.line_channel_id, line_liff_id = excluded.line_liff_id, theme = excluded.theme,
         archived = excluded.archived, version = excluded.version, changed_at = excluded.changed_at`,
      [
        ...[id, slug, name, description, lineChannelId, lineLiffId, toJson(look), state.archived],
        ...[state.version, state.createdAt, state.changedAt],
      ],
    )
  }
}

type Row = {
  id: string
  slug: string
  name: string
  description: string
  line_channel_id: string
  line_liff_id: string
  theme: unknown
  archived: boolean
  version: number
  created_at: Date
  changed_at: Date
  roles: Role[]
}
export type Listed = Omit<Row, 'theme'> & { theme: Theme }

const COLUMNS = `p.*, array(
  select h.role from ${heldBy('p.id', '$1')} h order by h.created_at, h.id) as roles`
const listed = (row: Row): Listed => ({ ...row, theme: theme.parse(row.theme) })

/** A project by its id or a slug that it has or had (CA-9), with the roles of an account. */
export async function findProject(
  db: Queryable,
  accountId: string,
  name: string,
): Promise<Listed | undefined> {
  const { rows } = await db.query<Row>(
    `select ${COLUMNS} from project p
     where p.id = coalesce((select project_id from project_slug where slug = $2), $2)`,
    [accountId, name],
  )
  return rows[0] && listed(rows[0])
}

/** `also`: ids of those in which the account has a role by a pattern (CA-3) */
type Asked = { all: boolean; archived: boolean | undefined; also: readonly string[] }

const SEEN = `from project p where ($3::boolean is null or p.archived = $3) and ($2::boolean or p.id = any($4)
  or p.id in (select g.project_id from project_grant g where g.principal_id = $1
    union all select g.project_id from app_user u join project_grant g
      on g.project_id = u.project_id and g.principal_id = u.id
    where u.account_id = $1))`

/** Those in which an account has a role, or all, the newest first. */
export async function listProjects(
  db: Queryable,
  accountId: string,
  { all, archived, also, size, index }: Asked & { size: number; index: number },
): Promise<Listed[]> {
  const { rows } = await db.query<Row>(
    `select ${COLUMNS} ${SEEN} order by p.created_at desc, p.id desc limit $5 offset $6`,
    [accountId, all, archived ?? null, also, size, size * index],
  )
  return rows.map(listed)
}

export const countProjects = (db: Queryable, accountId: string, { all, archived, also }: Asked) =>
  countIf(true, db, SEEN, [accountId, all, archived ?? null, also])

/** CA-5: what belongs to a project changes only while it isn't archived, until the transaction ends. @throws Rejection PROJECT_ARCHIVED */
export async function requireOpen(tx: Tx, projectId: string): Promise<void> {
  const { rows } = await tx.query('select 1 from project where id = $1 and not archived for share', [
    projectId,
  ])
  if (rows.length === 0) throw new Rejection('PROJECT_ARCHIVED') // CA-5
}

type Open = { id: string; slug: string; name: string; description: string; theme: Theme; archived: boolean }

/** What everybody may know of a project, by its id or a slug that it has or had (CA-9). Nobody knows of one without collections. */
export async function openProject(db: Queryable, name: string): Promise<Open | undefined> {
  const { rows } = await db.query<Omit<Open, 'theme'> & { theme: unknown }>(
    `select id, slug, name, description, theme, archived from project
     where id = coalesce((select project_id from project_slug where slug = $1), $1)
       and exists (select 1 from vcollection where project_id = project.id)`,
    [name],
  )
  return rows[0] && { ...rows[0], theme: theme.parse(rows[0].theme) }
}
