import { type Permission, permission } from '@talad/proto/http/permissions'
import type { Queryable, Tx } from './db.ts'

/** What a customer may do as an admin. */
export type Grant = { superAdmin: boolean; permissions: ReadonlySet<Permission> }

export type Grants = {
  /** @returns undefined where the customer is no admin */
  of(customerId: string): Promise<Grant | undefined>
}

export type GrantRow = {
  customerId: string
  superAdmin: boolean
  permissions: readonly string[]
  /** version of the customer's stream, from 1 */
  revision: number
}

/** Keeps what a customer may do; an older revision that comes late is passed over. */
export async function saveGrant(tx: Tx, grant: GrantRow): Promise<void> {
  await tx.query({
    name: 'kit.save_admin_grant',
    text: `
      insert into kit.admin_grant (customer_id, super_admin, permissions, revision) values ($1, $2, $3, $4)
      on conflict (customer_id) do update
        set super_admin = excluded.super_admin, permissions = excluded.permissions, revision = excluded.revision
      where admin_grant.revision < excluded.revision`,
    values: [grant.customerId, grant.superAdmin, [...grant.permissions], grant.revision],
  })
}

/** What admins may do, as this service's database knows it at the moment of each question. */
export function grantsIn(db: Queryable): Grants {
  return {
    async of(customerId) {
      const { rows } = await db.query<{ super_admin: boolean; permissions: string[] }>({
        name: 'kit.admin_grant',
        text: 'select super_admin, permissions from kit.admin_grant where customer_id = $1',
        values: [customerId],
      })
      const row = rows[0]
      if (!row) return undefined
      // a name that only a newer version of moderation knows allows nothing here
      const known = row.permissions.flatMap((name) => permission.safeParse(name).data ?? [])
      return { superAdmin: row.super_admin, permissions: new Set(known) }
    },
  }
}

/** The customer ids of all who may do something as admins. */
export async function adminsWith(db: Queryable, permitted: Permission): Promise<string[]> {
  const { rows } = await db.query<{ customer_id: string }>(
    'select customer_id from kit.admin_grant where super_admin or $1 = any(permissions) order by customer_id',
    [permitted],
  )
  return rows.map(({ customer_id: id }) => id)
}
