import { type Role, roles } from '@talad/proto/http/campaign/abilities'
import { projectAdminHttp as http, type ProjectPermission } from '@talad/proto/http/campaign/projects-admin'
import type { IdentityLink } from '@talad/proto/http/identity/accounts'
import { call } from '@talad/ui/client/call'
import { act } from '@talad/ui/session/step-up'
import { queryOptions } from '@tanstack/react-query'
import { fromIndexed, indexOf, oneOf } from '../../../lib/pages.ts'
import type { ListSource } from '../../../ui/data-table/column.ts'
import type { Principal } from './principal.ts'

/** Begins the keys of everything that is read of members. */
export const MEMBERS = 'members'

const PAGE = 100
/** Of a project with more grants only so many are looked through for those of one account. */
const MOST_PAGES = 20

/** A grant, with what identity says of whom it is for: masked, and nothing while identity is away. */
export type Grant = ProjectPermission & { links: readonly IdentityLink[] }

async function read(project_id: string, index: number, signal: AbortSignal, rest = {}) {
  const query = { project_id, index, ...rest }
  const { permissions, idpLinks } = await call(http.listProjectPermissions, { query }, { signal })
  const linksOf = ({ principal_id }: ProjectPermission) =>
    idpLinks.filter(({ linked_account_id }) => linked_account_id === principal_id)
  return { ...permissions, list: permissions.list.map((one): Grant => ({ ...one, links: linksOf(one) })) }
}

export const memberSource = (project_id: string): ListSource<Grant> => ({
  key: MEMBERS,
  read: async ({ search, at, size }, signal) => {
    const role = oneOf(roles, search.role)
    return fromIndexed(await read(project_id, indexOf(at), signal, { roles: role, size, count: '1' }))
  },
})

/** Every grant of a project, as far as they are looked through; who got it first before the others. */
export const grantsQuery = (project_id: string) =>
  queryOptions({
    queryKey: [MEMBERS, 'all', project_id],
    queryFn: async ({ signal }) => {
      const all: Grant[] = []
      for (let index = 0; index < MOST_PAGES; index += 1) {
        const { list } = await read(project_id, index, signal, { size: PAGE })
        all.push(...list)
        if (list.length < PAGE) break
      }
      return all
    },
  })

export const grantRole = (permission: Principal & { project_id: string; role: Role }, key: string) =>
  act(http.grantProjectRole, { body: { permission } }, { idempotencyKey: key })

/** All roles of an account, or the one grant to a pattern (CA-4). */
export const revokeRoles = (
  about: { project_id: string } & ({ account_id: string } | { _id: string }),
  key: string,
) => act(http.revokeProjectRoles, { query: about }, { idempotencyKey: key })
