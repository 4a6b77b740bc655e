import type { binding, privilege } from '@talad/proto/http/campaign/privilege-shapes'
import { privilegeAdminHttp as http } from '@talad/proto/http/campaign/privileges-admin'
import { call } from '@talad/ui/client/call'
import { act } from '@talad/ui/session/step-up'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { fromIndexed, indexOf } from '../../../lib/pages.ts'
import type { ListSource } from '../../../ui/data-table/column.ts'

/** Begins the keys of everything that is read of privileges. */
export const PRIVILEGES = 'privileges'

export type Privilege = z.output<typeof privilege>
export type Binding = z.output<typeof binding>
type BodyOf<E extends { body?: z.ZodType }> = z.input<NonNullable<E['body']>>
export type NewPrivilege = BodyOf<typeof http.createPrivilege>['privilege']
export type PrivilegeChange = BodyOf<typeof http.changePrivilege>
export type NewBinding = BodyOf<typeof http.createPrivilegeBinding>
export type BindingChange = BodyOf<typeof http.changePrivilegeBinding>

/** More are looked for by what carries them. */
const MOST_SHOWN = 100

export const privilegeSource = (projectId: string): ListSource<Privilege> => ({
  key: PRIVILEGES,
  read: async ({ at, size }, signal) => {
    const query = { projectId, size, page: indexOf(at), count: '1' as const }
    return fromIndexed((await call(http.listPrivileges, { query }, { signal })).privileges)
  },
})

export const privilegeQuery = (privilegeId: string) =>
  queryOptions({
    queryKey: [PRIVILEGES, 'one', privilegeId],
    queryFn: async ({ signal }) =>
      (await call(http.getPrivilege, { query: { privilegeId } }, { signal })).privilege,
    refetchOnWindowFocus: false,
  })

export const bindingsQuery = (privilegeId: string) =>
  queryOptions({
    queryKey: [PRIVILEGES, 'bindings', privilegeId],
    queryFn: async ({ signal }) => {
      const query = { privilegeId, size: MOST_SHOWN, count: '1' as const }
      return (await call(http.listPrivilegeBindings, { query }, { signal })).bindings
    },
  })

export const createPrivilege = (privilege: NewPrivilege, key: string) =>
  act(http.createPrivilege, { body: { privilege } }, { idempotencyKey: key })

export const changePrivilege = (body: PrivilegeChange, key: string) =>
  act(http.changePrivilege, { body }, { idempotencyKey: key })

export const bind = (body: NewBinding, key: string) =>
  act(http.createPrivilegeBinding, { body }, { idempotencyKey: key })

export const changeBinding = (body: BindingChange, key: string) =>
  act(http.changePrivilegeBinding, { body }, { idempotencyKey: key })

export const unbind = (privilegeBindingId: string, key: string) =>
  act(http.deletePrivilegeBinding, { query: { privilegeBindingId } }, { idempotencyKey: key })
