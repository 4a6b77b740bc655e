import { z } from 'zod'
import { customerId, isoTime, page, pageQuery, queryFlag, words } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { permission } from '../permissions.ts'

const service = 'moderation'
const path = `${base.admin}/permissions`
const grants = { kind: 'admin', permission: 'permission.write', fresh: true } as const

/** As identity makes them: no spaces, no control characters. */
const anyCustomer = customerId.max(100).regex(/^[\x21-\x7e]+$/)

/** Why it is changed: whoever reads the audit log is to understand it. */
const note = words(5_000).min(1).describe('why; kept in the audit log')

/** What one customer may do as an admin. */
export const adminGrant = z.object({
  customer: customerId.describe('the admin, `join-…`'),
  super_admin: z.boolean().describe('may do everything (MO-39)'),
  permissions: z.array(permission).describe('in the order of MO-38; what super_admin implies is not listed'),
  version: z
    .int()
    .min(0)
    .describe('to be sent back with a change; 0: never was an admin; grows with each change'),
  changed_by: z.string().nullable().describe('a customer id, or `operator:<name>`; null at version 0'),
  changed_at: isoTime.nullable().describe('null at version 0'),
  note: z.string().nullable().describe('why it was changed last; null at version 0'),
})
export type AdminGrant = z.infer<typeof adminGrant>

/** Moved on by somebody else, and what MO-39 refuses. */
const changeErrors = [
  'version_conflict',
  'own_permissions',
  'super_admin_required',
  'last_super_admin',
  'permission_required',
]

export const adminPermissionsHttp = {
  /** MO-40: what the caller may do; who is no admin gets an empty list. The admins' app asks at each start. */
  myPermissions: endpoint({
    name: 'myPermissions',
    service,
    method: 'GET',
    path,
    auth: { kind: 'user' },
    summary: "The caller's own permissions; empty for who is no admin",
    status: 200,
    response: z.object({
      customer: customerId.nullable().describe('the caller; null without a Join identity'),
      super_admin: z.boolean().describe('may do everything (MO-39)'),
      permissions: z
        .array(permission)
        .describe('in the order of MO-38; what super_admin implies is not listed'),
    }),
  }),
  /** MO-40: by customer id. `customer` finds one also where they are no admin (any more), with the version to send back. */
  listPermissions: endpoint({
    name: 'listPermissions',
    service,
    method: 'GET',
    path: `${path}/list`,
    auth: { kind: 'admin', permission: 'permission.write' },
    summary: 'All admins and what they may do',
    query: z.object({
      customer: anyCustomer.optional().describe('only this one, also when they are no admin'),
      permission: permission.optional().describe('only who may do this, super admins among them (MO-39)'),
      count: queryFlag.optional().describe('1: total and pages are counted (GW-20)'),
      ...pageQuery,
    }),
    status: 200,
    response: page(adminGrant),
  }),
  /** MO-40: replaces all that a customer may do. */
  setPermissions: endpoint({
    name: 'setPermissions',
    service,
    method: 'POST',
    path: `${path}/set`,
    auth: grants,
    summary: 'Say what a customer may do as an admin, in place of what they could before',
    body: z.strictObject({
      customer: anyCustomer.describe('who; need not be an admin yet'),
      super_admin: z.boolean().default(false).describe('only a super_admin changes this (MO-39)'),
      permissions: z.array(permission).max(100).describe('all of them: what is not named is taken away'),
      version: z.int().min(0).describe('the version that the change was made from; 0: of who never was one'),
      note: note.describe('why, for the audit log'),
    }),
    status: 200,
    response: adminGrant,
    errors: [...changeErrors, 'customer_not_found', 'unavailable'],
    idempotent: true,
    limit: 'write',
  }),
  /** MO-40: takes everything; 200 also where there was nothing. */
  removePermissions: endpoint({
    name: 'removePermissions',
    service,
    method: 'POST',
    path: `${path}/remove`,
    auth: grants,
    summary: 'Take from a customer all that they may do as an admin',
    body: z.strictObject({
      customer: anyCustomer.describe('who; need not be an admin yet'),
      version: z.int().min(0).describe('the version that the change was made from'),
      note: note.describe('why, for the audit log'),
    }),
    status: 200,
    response: adminGrant,
    errors: changeErrors,
    idempotent: true,
    limit: 'write',
  }),
}
