import { z } from 'zod'
import { counted, isoTime, objectId, page, pageAndSize } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import {
  binding,
  bindingTerms,
  privilege,
  privilegeBindingId,
  privilegeId,
  privilegeTerms,
  projectId,
} from './privilege-shapes.ts'

const service = 'campaign'
const path = `${base.platformAdmin}/privilege`
/** CA-6 */
const read = { kind: 'project', ability: 'project.read', scope: 'privilege.read' } as const
const write = { kind: 'project', ability: 'project.manage' } as const

const updated = isoTime
  .optional()
  .describe('of what was read: refused where it was changed meanwhile (CA-15)')
const onePrivilege = z.object({ privilege: privilege.describe('the privilege') })
const oneBinding = z.object({ binding: binding.describe('the binding') })
const refusals = ['validation', 'project_archived']

export const privilegeAdminHttp = {
  listPrivileges: endpoint({
    name: 'listPrivileges',
    service,
    method: 'GET',
    path: `${path}/list`,
    auth: read,
    summary: 'The privileges of a project, the newest first',
    query: z.strictObject({ projectId, ...pageAndSize, count: counted }),
    status: 200,
    response: z.object({ privileges: page(privilege).describe('one page of the privileges') }),
    errors: ['validation'],
  }),
  getPrivilege: endpoint({
    name: 'getPrivilege',
    service,
    method: 'GET',
    path,
    auth: read,
    summary: 'One privilege',
    query: z.strictObject({ privilegeId }),
    status: 200,
    response: onePrivilege,
    errors: ['validation', 'privilege_not_found'],
  }),
  createPrivilege: endpoint({
    name: 'createPrivilege',
    service,
    method: 'POST',
    path,
    auth: write,
    summary: 'Make a privilege (CA-78)',
    body: z.strictObject({
      privilege: z
        .strictObject({ project_id: objectId.describe('its project'), ...privilegeTerms })
        .describe('what it is'),
    }),
    status: 201,
    response: onePrivilege,
    errors: [...refusals, 'slug_taken'],
    idempotent: true,
    limit: 'write',
  }),
  changePrivilege: endpoint({
    name: 'changePrivilege',
    service,
    method: 'PATCH',
    path,
    auth: write,
    summary: 'Change a privilege, or switch it off: what is not given stays (CA-15)',
    body: z.strictObject({
      privilegeId,
      privilege: z
        .strictObject({
          ...privilegeTerms,
          slug: privilegeTerms.slug.optional(),
          name: privilegeTerms.name.optional(),
          updated,
        })
        .describe('what changes'),
    }),
    status: 200,
    response: onePrivilege,
    errors: [...refusals, 'privilege_not_found', 'slug_taken', 'version_conflict'],
    idempotent: true,
    limit: 'write',
  }),
  listPrivilegeBindings: endpoint({
    name: 'listPrivilegeBindings',
    service,
    method: 'GET',
    path: `${path}/binding/list`,
    auth: read,
    summary: 'What carries a privilege, the newest binding first',
    query: z.strictObject({ privilegeId, ...pageAndSize, count: counted }),
    status: 200,
    response: z.object({ bindings: page(binding).describe('one page of the bindings') }),
    errors: ['validation'],
  }),
  getPrivilegeBinding: endpoint({
    name: 'getPrivilegeBinding',
    service,
    method: 'GET',
    path: `${path}/binding`,
    auth: read,
    summary: 'One binding',
    query: z.strictObject({ privilegeBindingId }),
    status: 200,
    response: oneBinding,
    errors: ['validation', 'binding_not_found'],
  }),
  createPrivilegeBinding: endpoint({
    name: 'createPrivilegeBinding',
    service,
    method: 'POST',
    path: `${path}/binding`,
    auth: write,
    summary:
      'Have a collection, an item, or tokens of one carry a privilege, also once they are on chain (CA-78)',
    body: z.strictObject({
      privilegeId,
      binding: z.strictObject(bindingTerms).describe('what carries it, and how'),
    }),
    status: 201,
    response: oneBinding,
    errors: [...refusals, 'privilege_not_found', 'virtual_not_found', 'too_many_bindings'],
    idempotent: true,
    limit: 'write',
  }),
  changePrivilegeBinding: endpoint({
    name: 'changePrivilegeBinding',
    service,
    method: 'PATCH',
    path: `${path}/binding`,
    auth: write,
    summary: 'Change a binding, or switch it off: what is not given stays (CA-15)',
    body: z.strictObject({
      privilegeBindingId,
      binding: z
        .strictObject({ ...bindingTerms, target: bindingTerms.target.optional(), updated })
        .describe('what changes'),
    }),
    status: 200,
    response: oneBinding,
    errors: [...refusals, 'binding_not_found', 'virtual_not_found', 'version_conflict'],
    idempotent: true,
    limit: 'write',
  }),
  deletePrivilegeBinding: endpoint({
    name: 'deletePrivilegeBinding',
    service,
    method: 'DELETE',
    path: `${path}/binding`,
    auth: write,
    summary: 'Delete a binding: what it bound carries the privilege no more by it',
    query: z.strictObject({ privilegeBindingId }),
    status: 200,
    response: z.object({ privilegeBindingId: objectId.describe('what is gone') }),
    errors: [...refusals, 'binding_not_found'],
    idempotent: true,
    limit: 'write',
  }),
}
