import { type AdminGrant, adminPermissionsHttp as http } from '@talad/proto/http/moderation/admin-permissions'
import { type App, customer, signedIn } from '@talad/shared/http/app'
import { page } from '@talad/shared/http/page'
import { transact } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { requireCustomer } from '../identity/known.ts'
import { changePermissionsIn } from './change.ts'
import { findAdmin, listAdmins } from './read-model.ts'
import type { Admin } from './state.ts'

const answerOf = (customerId: string, admin: Admin): AdminGrant => ({
  customer: customerId,
  super_admin: admin.superAdmin,
  permissions: [...admin.permissions],
  version: admin.version,
  changed_by: admin.changedBy ?? null,
  changed_at: admin.changedAt?.toISOString() ?? null,
  note: admin.note ?? null,
})

/** MO-39: who becomes an admin is somebody; who is one may have gone since. */
async function requireNewcomer(deps: Deps, customerId: string): Promise<void> {
  const { superAdmin, permissions } = await findAdmin(deps.db, customerId)
  if (!superAdmin && permissions.length === 0) await requireCustomer(deps, customerId, 'customer')
}

/** MO-38 to MO-40. */
export function permissionRoutes(app: App, deps: Deps): void {
  app.route(http.myPermissions, async ({ actor }) => {
    const { customerId } = signedIn(actor)
    if (customerId === undefined) return { customer: null, super_admin: false, permissions: [] }
    const { superAdmin, permissions } = await findAdmin(deps.db, customerId)
    return { customer: customerId, super_admin: superAdmin, permissions: [...permissions] }
  })

  app.route(http.listPermissions, async ({ query }) => {
    const { customer: only, permission: which, count = false, ps: size, pi: index } = query
    const found =
      only === undefined
        ? await listAdmins(deps.db, { which, size, index, count })
        : { list: [{ customerId: only, ...(await findAdmin(deps.db, only)) }], total: count ? 1 : undefined }
    const list = found.list.map(({ customerId, ...admin }) => answerOf(customerId, admin))
    return page(list, query, found.total)
  })

  app.route(http.setPermissions, async ({ actor, attempt, body, request }) => {
    const { customer: customerId, super_admin: superAdmin, permissions, version, note } = body
    const held = { superAdmin, permissions }
    await requireNewcomer(deps, customerId)
    const asked = { type: 'SetPermissions' as const, customerId, held, version, note, now: deps.now() }
    const by = { actor: customer(actor), requestId: request.id, id: attempt.id }
    return transact(deps, async (tx) =>
      attempt.keep(tx, answerOf(customerId, await changePermissionsIn(tx, asked, by))),
    )
  })

  app.route(http.removePermissions, async ({ actor, attempt, body, request }) => {
    const { customer: customerId, version, note } = body
    const held = { superAdmin: false, permissions: [] }
    const asked = { type: 'SetPermissions' as const, customerId, held, version, note, now: deps.now() }
    const by = { actor: customer(actor), requestId: request.id, id: attempt.id }
    return transact(deps, async (tx) =>
      attempt.keep(tx, answerOf(customerId, await changePermissionsIn(tx, asked, by))),
    )
  })
}
