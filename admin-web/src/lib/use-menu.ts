import { projectAdminHttp } from '@talad/proto/http/campaign/projects-admin'
import { call } from '@talad/ui/client/call'
import { useSession } from '@talad/ui/session/session'
import { useQuery } from '@tanstack/react-query'
import { menuFor, type Need } from './menu.ts'
import { usePermissions } from './permissions.ts'

/** AW-2: the desks of whoever is signed in: by permissions of the site, and by roles in projects, which want no customer. */
export function useMenu() {
  const session = useSession()
  const account = session.kind === 'user' ? session.accountId : undefined
  const may = usePermissions()
  const projects = useQuery({
    queryKey: ['projects', 'count', account],
    queryFn: async ({ signal }) =>
      (await call(projectAdminHttp.countProjects, { query: {} }, { signal })).count,
    enabled: account !== undefined,
    staleTime: 60_000,
  })
  const can = (need: Need) => (need === 'project.read' ? (projects.data ?? 0) > 0 : may.can(need))
  const groups = menuFor(can)
  // who has other desks works at them while this one is not known
  const waits = groups.length > 0 ? may : may.isPending || may.error ? may : projects
  return {
    groups,
    account,
    customer: may.own.customer,
    isPending: waits.isPending,
    error: waits.error,
    refetch: waits.refetch,
  }
}
