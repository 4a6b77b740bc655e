import { type Role, roles } from '@talad/proto/http/campaign/abilities'
import { projectAdminHttp as http, type ProjectPermission } from '@talad/proto/http/campaign/projects-admin'
import { call } from '@talad/ui/client/call'
import { queryOptions } from '@tanstack/react-query'
import { fromIndexed, indexOf, oneOf } from '../../../lib/pages.ts'
import { act } from '../../../lib/step-up.ts'
import type { ListSource } from '../../../ui/data-table/column.ts'

/** Begins the keys of everything that is read of members. */
export const MEMBERS = 'members'

const PAGE = 100
/** Of a project with more grants only so many are looked through for those of one account. */
const MOST_PAGES = 20

const read = async (project_id: string, index: number, signal: AbortSignal, rest = {}) =>
  (await call(http.listProjectPermissions, { query: { project_id, index, ...rest } }, { signal })).permissions

export const memberSource = (project_id: string): ListSource<ProjectPermission> => ({
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
      const all: ProjectPermission[] = []
      for (let index = 0; index < MOST_PAGES; index += 1) {
        const { list } = await read(project_id, index, signal, { size: PAGE })
        all.push(...list)
        if (list.length < PAGE) break
      }
      return all
    },
  })

export const grantRole = (permission: { project_id: string; account_id: string; role: Role }, key: string) =>
  act(http.grantProjectRole, { body: { permission } }, { idempotencyKey: key })

export const revokeRoles = (about: { project_id: string; account_id: string }, key: string) =>
  act(http.revokeProjectRoles, { query: about }, { idempotencyKey: key })
