import { allows, type Scope, scopes } from '@talad/proto/http/campaign/abilities'
import type { Actor, CallerPorts } from '@talad/shared/http/auth'
import { findUsable, noteUse } from '../api-key/use.ts'
import type { Deps } from '../deps.ts'
import type { PatternRoles } from '../member/patterns.ts'
import { rolesIn } from '../member/rows.ts'
import { projectNamed } from './named.ts'

type Known = Pick<Deps, 'auth' | 'db' | 'now'> & { patternRoles: Pick<PatternRoles, 'in'> }

/** CA-2: whether somebody is of the site's staff, who see every project. */
export async function isStaff({ auth }: Pick<Deps, 'auth'>, { customerId }: Actor): Promise<boolean> {
  const grant = customerId === undefined ? undefined : await auth.grantOf(customerId)
  return grant !== undefined && (grant.superAdmin || grant.permissions.has('project.create'))
}

/** What campaign knows of its callers, looked up for each request: what was revoked is so for the next one (CA-4, CA-6). */
export function callersOf(deps: Known): CallerPorts {
  const { db, now, patternRoles } = deps
  return {
    async projectRoles(actor, ability, request) {
      const project = await projectNamed(db, request)
      if (project === undefined) return false
      const { accountId } = actor
      if (allows(await rolesIn(db, project, accountId), ability)) return true
      if (allows(await patternRoles.in(project, accountId), ability)) return true // CA-3
      // CA-82: staff see projects, and not what a payload keeps for its holders
      const isOfVirtual = /\/(vnft|wallet|coupon)\//.test(request.routeOptions.url ?? '/vnft/')
      return ability === 'project.read' && !isOfVirtual && isStaff(deps, actor)
    },
    async apiKeys(digest, scope, request) {
      // both always, so that no refusal asks for more than another
      const [key, project] = await Promise.all([findUsable(db, digest, now()), projectNamed(db, request)])
      // CA-6: never more than its creator at this moment
      const enough: readonly Scope[] = scope === 'coupon.check' ? [scope, 'coupon.consume'] : [scope] // CA-72: who may use one may look
      const may = key && enough.some((one) => key.scopes.includes(one) && allows(key.roles, scopes[one]))
      if (!key || !may || project !== key.project_id) return undefined
      await noteUse(db, key, now())
      return key.id
    },
  }
}
