import type { ResponseError } from '@talad/proto/http/client'
import { adminPermissionsHttp } from '@talad/proto/http/moderation/admin-permissions'
import type { Permission } from '@talad/proto/http/permissions'
import { call } from '@talad/ui/client/call'
import { queryClient } from '@talad/ui/client/query'
import { useSession } from '@talad/ui/session/session'
import { useQuery } from '@tanstack/react-query'

export type Own = { customer: string | null; super_admin: boolean; permissions: readonly Permission[] }

const none: Own = { customer: null, super_admin: false, permissions: [] }

/** MO-39: a super admin may do everything. */
export function allows(own: Own, wanted: string): boolean {
  return own.super_admin || own.permissions.some((held) => held === wanted)
}

/** Begins the key of what whoever is signed in may do. */
const OWN = ['permissions', 'own'] as const

/** What may be done is asked again once something was refused for it: who has lost a permission sees no button for it. */
export async function reviewPermissions({ code }: Pick<ResponseError, 'code'>): Promise<void> {
  if (code === 'permission_required') void queryClient.invalidateQueries({ queryKey: OWN })
}

/** MO-40: what whoever is signed in may do; asked on every load. */
export function usePermissions() {
  const session = useSession()
  const account = session.kind === 'user' ? session.accountId : undefined
  const { data, isPending, error, refetch } = useQuery({
    queryKey: [...OWN, account],
    queryFn: ({ signal }) => call(adminPermissionsHttp.myPermissions, {}, { signal }),
    enabled: account !== undefined,
    staleTime: 60_000,
  })
  const own: Own = data ?? none
  return { own, isPending, error, refetch, can: (wanted: Permission) => allows(own, wanted) }
}
