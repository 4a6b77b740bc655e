import { allows } from '@talad/proto/http/campaign/abilities'
import type { Actor, CallerPorts } from '@talad/shared/http/auth'
import type { Deps } from '../deps.ts'
import { rolesIn } from '../member/rows.ts'
import { projectNamed } from './named.ts'

/** CA-2: whether somebody is of the site's staff, who see every project. */
export async function isStaff({ auth }: Pick<Deps, 'auth'>, { customerId }: Actor): Promise<boolean> {
  const grant = customerId === undefined ? undefined : await auth.grantOf(customerId)
  return grant !== undefined && (grant.superAdmin || grant.permissions.has('project.create'))
}

/** What campaign knows of its callers, looked up for each request: what was revoked is so for the next one (CA-4). */
export function callersOf(deps: Deps): CallerPorts {
  return {
    async projectRoles(actor, ability, request) {
      const project = await projectNamed(deps.db, request)
      if (project === undefined) return false
      if (allows(await rolesIn(deps.db, project, actor.accountId), ability)) return true
      return ability === 'project.read' && isStaff(deps, actor)
    },
  }
}
