import { z } from 'zod'
import { customerId, isoTime, objectId, words } from '../common.ts'
import { base, endpoint } from '../contract.ts'

const service = 'moderation'
const auth = { kind: 'admin', permission: 'idp_profile.read' } as const
const customer = customerId.max(100)

/** What an admin keeps in mind of a customer for the others. */
export const customerNote = z.object({
  note_id: objectId.describe('id of the note'),
  text: z.string().describe('what was written'),
  written_by: z.string().describe('the admin'),
  written_at: isoTime.describe('when it was written'),
})
export type CustomerNote = z.infer<typeof customerNote>

export const customerAdminHttp = {
  listCustomerNotes: endpoint({
    name: 'listCustomerNotes',
    service,
    method: 'GET',
    auth,
    path: `${base.admin}/customer/:customer_id/notes`,
    summary:
      'What admins have noted of a customer, the newest first, at most 100; each look is a line of the audit log',
    params: z.object({ customer_id: customer.describe('id of the customer, join-…') }),
    status: 200,
    response: z.object({ list: z.array(customerNote).describe('the newest first') }),
    errors: ['validation'],
  }),
  addCustomerNote: endpoint({
    name: 'addCustomerNote',
    service,
    method: 'POST',
    auth,
    path: `${base.admin}/customer/note`,
    summary: 'Note something of a customer for the other admins; it stays until the person is erased (ID-42)',
    body: z.strictObject({
      customer_id: customer.describe('id of the customer, join-…'),
      text: words(2_000).min(1).describe('what the others should know'),
    }),
    status: 201,
    response: customerNote,
    errors: ['validation'],
    idempotent: true,
  }),
  /** GW-27: what leaves as a file is no longer masked by a desk. */
  noteExport: endpoint({
    name: 'noteExport',
    service,
    method: 'POST',
    auth: { kind: 'user' },
    path: `${base.admin}/audit/export`,
    summary: 'Written down before a desk saves a list as a file; of whoever is no admin nothing is written',
    body: z.strictObject({
      desk: z
        .string()
        .regex(/^[a-z][a-z-]{1,39}$/, 'must be the name of a desk')
        .describe('whose list'),
      rows: z.int().min(0).max(1_000_000).describe('how many rows the file has'),
      filters: z
        .record(z.string().max(40), z.string().max(200))
        .refine((given) => Object.keys(given).length <= 20, 'at most 20')
        .describe('by what the list was narrowed'),
    }),
    status: 200,
    response: z.object({ noted: z.boolean().describe('false: the caller is no admin') }),
    errors: ['validation'],
    limit: 'write',
  }),
}
