import { type Permission, permission } from '@talad/proto/http/permissions'
import type { Queryable, Tx } from '@talad/shared/db'
import { each } from '@talad/shared/each'
import type { Row } from '@talad/shared/event-log'
import { countIf } from '@talad/shared/http/page'
import type { ReadModel } from '@talad/shared/read-model'
import { permissionEvent } from './events.ts'
import { type Admin, type Held, nobody } from './state.ts'

const STREAM = 'permission-'

/** Everybody who is or was an admin. */
export const admins: ReadModel = {
  name: 'permission.admin',
  tables: ['admin'],
  apply: each(async (tx: Tx, { stream, version, type, data }: Row) => {
    if (!stream.startsWith(STREAM)) return
    const { superAdmin, permissions, by, note, at } = permissionEvent.parse({ type, data }).data
    await tx.query(
      `insert into admin (customer_id, super_admin, permissions, version, changed_by, changed_at, note)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (customer_id) do update set super_admin = excluded.super_admin,
         permissions = excluded.permissions, version = excluded.version, changed_by = excluded.changed_by,
         changed_at = excluded.changed_at, note = excluded.note
       where admin.version < excluded.version`,
      [stream.slice(STREAM.length), superAdmin, permissions, version, by, at, note],
    )
  }),
}

type AdminRow = {
  customer_id: string
  super_admin: boolean
  permissions: string[]
  version: number
  changed_by: string
  changed_at: Date
  note: string
}

const known = (names: readonly string[]): Permission[] =>
  names.flatMap((name) => permission.safeParse(name).data ?? [])

const fromRow = (row: AdminRow): Admin => ({
  superAdmin: row.super_admin,
  permissions: known(row.permissions),
  version: row.version,
  changedBy: row.changed_by,
  changedAt: row.changed_at,
  note: row.note,
})

/** A customer as an admin; version 0 where they never were one. */
export async function findAdmin(db: Queryable, customerId: string): Promise<Admin> {
  const { rows } = await db.query<AdminRow>('select * from admin where customer_id = $1', [customerId])
  return rows[0] ? fromRow(rows[0]) : nobody
}

export const heldOf = ({ superAdmin, permissions }: Admin): Held => ({ superAdmin, permissions })

/** Who may do anything, or `which`, by customer id. `total` only where it is asked for. */
export async function listAdmins(
  db: Queryable,
  {
    which,
    size,
    index,
    count,
  }: { which?: Permission | undefined; size: number; index: number; count: boolean },
): Promise<{ list: (Admin & { customerId: string })[]; total: number | bigint | undefined }> {
  const isAdmin = `(super_admin or permissions <> '{}') and ($1::text is null or super_admin or $1 = any(permissions))`
  const { rows } = await db.query<AdminRow>(
    `select * from admin where ${isAdmin} order by customer_id limit $2 offset $3`,
    [which ?? null, size, size * index],
  )
  const list = rows.map((row) => ({ customerId: row.customer_id, ...fromRow(row) }))
  return { list, total: await countIf(count, db, `from admin where ${isAdmin}`, [which ?? null]) }
}

/** MO-39: super_admins besides a customer. Counts only under the lock of all changes. */
export async function otherSuperAdmins(tx: Tx, customerId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    'select count(*)::int as count from admin where super_admin and customer_id <> $1',
    [customerId],
  )
  return rows[0]?.count ?? 0
}
