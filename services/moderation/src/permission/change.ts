import type { AuditActor } from '@talad/shared/audit'
import type { Db, Tx } from '@talad/shared/db'
import { callAs, decideIn } from '@talad/shared/decision'
import { lockKey } from '@talad/shared/lock-key'
import { transact } from '@talad/shared/stream'
import type { ChangeOne, Changer, PermissionCommand, SetPermissions } from './decide.ts'
import { findAdmin, heldOf, otherSuperAdmins } from './read-model.ts'
import type { Admin } from './state.ts'
import { permissions } from './stream.ts'

/** What is to be changed; who asks, and what else there is, is looked up under the lock. */
type Asked = Omit<SetPermissions, Looked> | Omit<ChangeOne, Looked>
type Looked = 'by' | 'otherSuperAdmins'

export type Request = {
  actor: AuditActor
  requestId: string
  /** of the decision: the same one that comes again changes nothing (GW-10) */
  id: string
}

async function changerOf(tx: Tx, actor: AuditActor): Promise<Changer> {
  if ('operator' in actor) return actor
  const customerId = 'customerId' in actor ? actor.customerId : undefined
  if (customerId === undefined) throw new Error('only customers and operators change permissions')
  return { customerId, held: heldOf(await findAdmin(tx, customerId)) }
}

/**
 * All changes are decided one after the other (MO-39): who changes something has their permissions at that moment, and of the
 * last two super_admins only one can go.
 */
const lockPermissions = (tx: Tx) => lockKey(tx, 'talad.permissions')

/**
 * Changes what a customer may do, in the caller's transaction, which it runs again on VersionConflict.
 * @returns the customer as they are now
 * @throws Rejection as the decider does; nothing is stored then
 */
export async function changePermissionsIn(
  tx: Tx,
  asked: Asked,
  { actor, requestId, id }: Request,
): Promise<Admin> {
  const decision = {
    call: callAs(actor, id, requestId),
    action: 'permission.set' as const,
    target: { kind: 'customer', id: asked.customerId },
    note: asked.note,
    lock: lockPermissions,
    command: async (): Promise<PermissionCommand> => ({
      ...asked,
      by: await changerOf(tx, actor),
      otherSuperAdmins: await otherSuperAdmins(tx, asked.customerId),
    }),
  }
  return (await decideIn(tx, permissions, asked.customerId, decision, asked.now)).state
}

/** As above, in a transaction of its own. */
export function changePermissions(deps: { db: Db }, asked: Asked, request: Request): Promise<Admin> {
  return transact(deps, (tx) => changePermissionsIn(tx, asked, request))
}
