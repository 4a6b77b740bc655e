import { saveGrant } from '@talad/shared/admin-grants'
import type { Tx } from '@talad/shared/db'
import { each } from '@talad/shared/each'
import { type Change, stream } from '@talad/shared/stream'
import { decide } from './decide.ts'
import { type PermissionEvent, permissionEvent } from './events.ts'
import { publish } from './publish.ts'
import { admins } from './read-model.ts'
import { type Admin, evolve, nobody } from './state.ts'

/** Moderation judges its own calls by the same rows as the others, and at once. */
function save(tx: Tx, { id: customerId, state, version }: Change<Admin, PermissionEvent>): Promise<void> {
  const { superAdmin, permissions } = state
  return saveGrant(tx, { customerId, superAdmin, permissions, revision: version })
}

/** What one customer may do as an admin; the id is the customer's. */
export const permissions = stream({
  name: 'permission',
  event: permissionEvent,
  initial: nobody,
  evolve,
  decide,
  publish,
  save: each(save),
  readModels: [admins],
})
