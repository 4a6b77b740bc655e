import type { Permission } from '@talad/proto/http/permissions'
import { saveGrant } from '../admin-grants.ts'
import type { Db } from '../db.ts'
import { inTx } from '../db.ts'

let revision = 0

/**
 * Makes a customer an admin of one service, as moderation's news would; a later call replaces an earlier one.
 * @param db the service's own database
 * @param permissions none: no admin any more; `super_admin`: everything
 */
export async function grantPermissions(
  db: Db,
  customerId: string,
  permissions: readonly Permission[] | 'super_admin',
): Promise<void> {
  revision += 1
  const superAdmin = permissions === 'super_admin'
  const grant = { customerId, superAdmin, permissions: superAdmin ? [] : permissions, revision }
  await inTx(db, (tx) => saveGrant(tx, grant))
}
