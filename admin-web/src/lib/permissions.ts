import { adminPermissionsHttp } from '@talad/proto/http/admin-permissions'
import type { Permission } from '@talad/proto/http/permissions'
import { call } from '@talad/ui/client/call'
import { useSession } from '@talad/ui/session/session'
import { useQuery } from '@tanstack/react-query'

export type Own = { customer: string | null; super_admin: boolean; permissions: readonly Permission[] }

const none: Own = { customer: null, super_admin: false, permissions: [] }

/** MO-39: a super admin may do everything. */
export function allows(own: Own, wanted: Permission): boolean {
  return own.super_admin || own.permissions.includes(wanted)
}

/** MO-40: what whoever is signed in may do; asked on every load. */
export function usePermissions() {
  const session = useSession()
  const account = session.kind === 'user' ? session.accountId : undefined
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['permissions', 'own', account],
    queryFn: ({ signal }) => call(adminPermissionsHttp.myPermissions, {}, { signal }),
    enabled: account !== undefined,
    staleTime: 60_000,
  })
  const own: Own = data ?? none
  return { own, isPending, error, refetch, can: (wanted: Permission) => allows(own, wanted) }
}
