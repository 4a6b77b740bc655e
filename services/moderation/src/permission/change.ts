import { type AuditActor, audit, isAudited } from '@talad/shared/audit'
import type { Db, Tx } from '@talad/shared/db'
import { lockKey } from '@talad/shared/lock-key'
import { changeIn, transact } from '@talad/shared/stream'
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
  /** of the attempt */
  id: string
  /** whether it ran before and left no answer */
  again?: boolean
}

async function changerOf(tx: Tx, actor: AuditActor): Promise<Changer> {
  if ('operator' in actor) return actor
  const customerId = 'customerId' in actor ? actor.customerId : undefined
  if (customerId === undefined) throw new Error('only customers and operators change permissions')
  return { customerId, held: heldOf(await findAdmin(tx, customerId)) }
}

/**
 * Changes what a customer may do, in the caller's transaction, which it runs again on VersionConflict. All changes stand in one line (MO-39): who changes something has their permissions at
 * that moment, and of the last two super_admins only one can go. The same change that comes again after its answer was
 * lost finds what it made (GW-10).
 * @returns the customer as they are now
 * @throws Rejection as the decider does; nothing is stored then
 */
export async function changePermissionsIn(tx: Tx, asked: Asked, request: Request): Promise<Admin> {
  await lockKey(tx, 'talad.permissions')
  const { customerId, note, now } = asked
  const { again = false, ...by } = request
  const line = { ...by, action: 'permission.set', target: { kind: 'customer', id: customerId } }
  if (again && (await isAudited(tx, line))) return findAdmin(tx, customerId)
  const command: PermissionCommand = {
    ...asked,
    by: await changerOf(tx, request.actor),
    otherSuperAdmins: await otherSuperAdmins(tx, customerId),
  }
  const { before, state, events } = await changeIn(tx, permissions, customerId, command, now)
  if (events.length > 0) await audit(tx, { ...line, before: heldOf(before), after: heldOf(state), note, now })
  return state
}

/** As above, in a transaction of its own. */
export function changePermissions(deps: { db: Db }, asked: Asked, request: Request): Promise<Admin> {
  return transact(deps, (tx) => changePermissionsIn(tx, asked, request))
}
