import { allows, type Role } from '@talad/proto/http/campaign/abilities'
import { projectAdminHttp as http, type ProjectPermission } from '@talad/proto/http/campaign/projects-admin'
import { type Pattern, parsePattern, patternText } from '@talad/proto/http/identity/verified-fields'
import type { Tx } from '@talad/shared/db'
import { type AdminCall, decide, decideIn } from '@talad/shared/decision'
import { type App, signedIn } from '@talad/shared/http/app'
import { page } from '@talad/shared/http/page'
import { Rejection } from '@talad/shared/rejection'
import { transact } from '@talad/shared/stream'
import { accountOfAppUser } from '../app-user/rows.ts'
import type { Deps } from '../deps.ts'
import { lockMembers, lookUp, lookUpAccount, lookUpAppUser, lookUpPattern } from './change.ts'
import type { MemberCommand } from './decide.ts'
import type { Member } from './events.ts'
import {
  type GrantRow,
  grantedAppUsers,
  listGrants,
  memberOf,
  principalOf,
  rolesIn,
  savePattern,
} from './rows.ts'
import { members } from './stream.ts'

/** @param text of a pattern, as who asks may see it */
const shown = (row: Omit<GrantRow, 'sealed'>, text?: string): ProjectPermission => ({
  _id: row.id,
  role: row.role,
  resource_type: 'project',
  resource_group: '',
  resource_id: row.project_id,
  principal_type: row.principal_type,
  principal_group: row.principal_group,
  principal_id: text ?? row.principal_id,
  created: row.created_at.toISOString(),
})

/** ID-42: what everybody in the project may know of a pattern. */
const masked = ({ provider, field, value }: Pattern) =>
  patternText({ provider, field, value: value.startsWith('*') ? '*•••' : `${value.slice(0, 3)}•••` })

type Call = AdminCall
type Changed = { before: Member | undefined; state: Member | undefined }
type Given = { projectId: string; role: Role; by: string }

/** The grant that was made, or was there. */
function grantIn(state: Member | undefined, projectId: string, role: Role): Omit<GrantRow, 'sealed'> {
  const grant = state?.grants.find((one) => one.role === role)
  if (!state || !grant) throw new Error('a role was given and is not there')
  return {
    id: grant.id,
    project_id: projectId,
    principal_type: state.provider !== '' ? 'idp_link_pattern' : state.isAppUser ? 'app_user' : 'account',
    principal_group: state.provider,
    principal_id: state.principal,
    role,
    created_at: grant.createdAt,
  }
}

type Looking = (tx: Tx) => ReturnType<typeof lookUpAccount>

/** @throws Rejection from the decider */
const grantTo = (deps: Deps, call: Call, principalId: string, { projectId, role }: Given, look: Looking) =>
  decide(deps, members, memberOf(projectId, principalId), {
    call,
    action: 'project.grant',
    lock: (tx) => lockMembers(tx, projectId),
    command: async ({ tx, now }) => ({
      type: 'Grant',
      grantId: call.attempt.id,
      role,
      now,
      ...(await look(tx)),
    }),
    answer: ({ state }) => ({ permission: shown(grantIn(state, projectId, role)) }),
  })

/** @throws Rejection ACCOUNT_UNKNOWN, UNAVAILABLE, and from the decider */
async function grantToAccount(deps: Deps, call: Call, named: string, given: Given) {
  const accountId = await deps.identity.living(named)
  if (accountId === undefined) throw new Rejection('ACCOUNT_UNKNOWN', { field: 'permission.account_id' }) // CA-2
  return grantTo(deps, call, accountId, given, (tx) => lookUpAccount(tx, { ...given, accountId }))
}

/** @throws Rejection APP_USER_UNKNOWN, and from the decider */
async function grantToAppUser(deps: Deps, call: Call, appUserId: string, given: Given) {
  if ((await accountOfAppUser(deps.db, given.projectId, appUserId)) === undefined)
    throw new Rejection('APP_USER_UNKNOWN', { field: 'permission.app_user_id' }) // ID-41
  return grantTo(deps, call, appUserId, given, (tx) => lookUpAppUser(tx, { ...given, appUserId }))
}

/** @throws Rejection from the decider */
function grantToPattern(deps: Deps, call: Call, pattern: Pattern, given: Given) {
  const { patternTexts: texts } = deps
  const { projectId, role, by } = given
  const fingerprint = texts.fingerprint(projectId, pattern)
  const grantId = call.attempt.id
  return decide(deps, members, memberOf(projectId, fingerprint), {
    call,
    action: 'project.grant',
    lock: (tx) => lockMembers(tx, projectId),
    command: async ({ tx, now }) => ({
      type: 'GrantPattern',
      grantId,
      fingerprint,
      provider: pattern.provider,
      role,
      now,
      ...(await lookUpPattern(tx, { projectId, by })),
    }),
    beside: ({ tx }) => savePattern(tx, grantId, texts.seal(pattern, grantId)),
    answer: ({ state }) => ({ permission: shown(grantIn(state, projectId, role), patternText(pattern)) }),
  })
}

/** CA-1 to CA-4; refusals by the rows of rejections.ts. */
export function memberRoutes(app: App, deps: Deps): void {
  const { db, identity, patternTexts: texts } = deps

  app.route(http.listProjectPermissions, async ({ query, actor }) => {
    const { project_id: projectId, roles, count = false, size, index } = query
    const { list, total } = await listGrants(db, { projectId, roles, size, index, count })
    const whole = allows(await rolesIn(db, projectId, signedIn(actor).accountId), 'project.edit')
    const textOf = ({ sealed, id }: GrantRow) => {
      const pattern = sealed && texts.open(sealed, id)
      return pattern ? (whole ? patternText : masked)(pattern) : undefined
    }
    const accounts = list.filter((row) => row.principal_type === 'account')
    const linked = [...new Set(accounts.map((row) => row.principal_id))]
    return {
      permissions: page(
        list.map((row) => shown(row, textOf(row))),
        query,
        total,
      ),
      // who has which role is told without identity too
      idpLinks: linked.length === 0 ? [] : await identity.linksOf(linked).catch(() => []),
    }
  })

  app.route(http.grantProjectRole, async (call) => {
    const {
      project_id: projectId,
      role,
      account_id,
      app_user_id = '',
      idp_link_pattern,
    } = call.body.permission
    const given = { projectId, role, by: signedIn(call.actor).accountId }
    const pattern = idp_link_pattern === undefined ? undefined : parsePattern(idp_link_pattern)
    if (pattern) return grantToPattern(deps, call, pattern, given)
    if (account_id !== undefined) return grantToAccount(deps, call, account_id, given)
    return grantToAppUser(deps, call, app_user_id, given)
  })

  app.route(http.revokeProjectRoles, async (call) => {
    const { project_id: projectId, account_id: named, _id: grantId = '' } = call.query
    const by = signedIn(call.actor).accountId
    // ID-33: whose they are now, and by the name itself: the merge may not be heard of yet, or identity not know it
    const accountIds = named === undefined ? [] : [named, (await identity.living(named)) ?? named]
    return transact(deps, async (tx) => {
      const now = deps.now()
      let revoked = 0
      const revoke = (principal: string, command: () => Promise<MemberCommand>) => {
        const decision = {
          call,
          action: 'project.revoke' as const,
          lock: () => lockMembers(tx, projectId),
          command,
          beside: async (_: unknown, { before, state }: Changed) => {
            revoked += (before?.grants.length ?? 0) - (state?.grants.length ?? 0)
          },
        }
        return decideIn(tx, members, memberOf(projectId, principal), decision, now)
      }
      const revokeAppUser = (appUserId: string) =>
        revoke(appUserId, async () => ({
          type: 'Revoke',
          now,
          ...(await lookUpAppUser(tx, { projectId, appUserId, by })),
        }))
      for (const accountId of new Set(accountIds)) {
        await revoke(accountId, async () => ({
          type: 'Revoke',
          now,
          ...(await lookUpAccount(tx, { projectId, accountId, by })),
        }))
        for (const appUserId of await grantedAppUsers(tx, projectId, accountId))
          await revokeAppUser(appUserId)
      }
      const found = await principalOf(tx, projectId, grantId)
      if (found?.isAppUser) await revokeAppUser(found.id)
      else if (found)
        await revoke(found.id, async () => ({
          type: 'RevokePattern',
          now,
          grantId,
          fingerprint: found.id,
          ...(await lookUp(tx, { projectId, by })),
        }))
      return call.attempt.keep(tx, { revoked })
    })
  })
}
