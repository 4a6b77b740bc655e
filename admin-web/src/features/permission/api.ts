import { type AdminGrant, adminPermissionsHttp } from '@talad/proto/http/moderation/admin-permissions'
import { type Permission, permissionNames } from '@talad/proto/http/permissions'
import { call } from '@talad/ui/client/call'
import { act } from '@talad/ui/session/step-up'
import { queryOptions } from '@tanstack/react-query'
import { fromIndexed, indexOf, oneOf } from '../../lib/pages.ts'
import type { ListSource } from '../../ui/data-table/column.ts'

export const PERMISSIONS = 'permissions'

export const grantSource: ListSource<AdminGrant> = {
  key: PERMISSIONS,
  async read({ search, at, size }, signal) {
    const which = oneOf(permissionNames, search.permission)
    const query = {
      customer: search.customer,
      permission: which,
      ps: size,
      pi: indexOf(at),
      count: '1' as const,
    }
    return fromIndexed(await call(adminPermissionsHttp.listPermissions, { query }, { signal }))
  },
}

/** One customer, also one who is no admin yet. */
export const grantQuery = (customer: string) =>
  queryOptions({
    queryKey: [PERMISSIONS, 'one', customer],
    queryFn: async ({ signal }) => {
      const page = await call(adminPermissionsHttp.listPermissions, { query: { customer } }, { signal })
      return page.list[0] ?? null
    },
  })

type Change = { customer: string; version: number; note: string }

export const setPermissions = (change: Change & { super_admin: boolean; permissions: Permission[] }) =>
  act(adminPermissionsHttp.setPermissions, { body: change })

export const removePermissions = (change: Change) =>
  act(adminPermissionsHttp.removePermissions, { body: change })
