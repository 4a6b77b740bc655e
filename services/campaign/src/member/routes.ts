import { projectAdminHttp as http, type ProjectPermission } from '@talad/proto/http/campaign/projects-admin'
import { decide, decideIn } from '@talad/shared/decision'
import { type App, signedIn } from '@talad/shared/http/app'
import { page } from '@talad/shared/http/page'
import { transact } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { lockMembers, lookUp } from './change.ts'
import { type GrantRow, listGrants, memberOf } from './rows.ts'
import { members } from './stream.ts'

const shown = ({ id: _id, role, project_id, account_id, created_at }: GrantRow): ProjectPermission => ({
  _id,
  role,
  resource_type: 'project',
  resource_id: project_id,
  principal_type: 'account',
  principal_id: account_id,
  created: created_at.toISOString(),
})

/** CA-1 to CA-4; refusals by the rows of rejections.ts. */
export function memberRoutes(app: App, deps: Deps): void {
  app.route(http.listProjectPermissions, async ({ query }) => {
    const { project_id: projectId, roles, count = false, size, index } = query
    const { list, total } = await listGrants(deps.db, { projectId, roles, size, index, count })
    return { permissions: page(list.map(shown), query, total) }
  })

  app.route(http.grantProjectRole, async (call) => {
    const { project_id: projectId, account_id: accountId, role } = call.body.permission
    const about = { projectId, accountId, by: signedIn(call.actor).accountId }
    return decide(deps, members, memberOf(projectId, accountId), {
      call,
      action: 'project.grant',
      lock: (tx) => lockMembers(tx, projectId),
      command: async ({ tx, now }) => ({
        type: 'Grant',
        grantId: call.attempt.id,
        role,
        now,
        ...(await lookUp(tx, about)),
      }),
      answer: ({ state }) => {
        const grant = state?.grants.find((one) => one.role === role)
        if (!grant) throw new Error('a role was given and is not there')
        const { id, createdAt: created_at } = grant
        return { permission: shown({ id, role, project_id: projectId, account_id: accountId, created_at }) }
      },
    })
  })

  app.route(http.revokeProjectRoles, async (call) => {
    const { project_id: projectId, account_id: accountId } = call.query
    const about = { projectId, accountId, by: signedIn(call.actor).accountId }
    return transact(deps, async (tx) => {
      const now = deps.now()
      let revoked = 0
      const decision = {
        call,
        action: 'project.revoke',
        lock: () => lockMembers(tx, projectId),
        command: async () => ({ type: 'Revoke' as const, now, ...(await lookUp(tx, about)) }),
        beside: async (_: unknown, { before }: { before: { grants: readonly unknown[] } | undefined }) => {
          revoked = before?.grants.length ?? 0
        },
      }
      await decideIn(tx, members, memberOf(projectId, accountId), decision, now)
      return call.attempt.keep(tx, { revoked })
    })
  })
}
