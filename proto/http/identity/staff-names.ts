import { z } from 'zod'
import { commaList, customerId, objectId } from '../common.ts'
import { base, endpoint } from '../contract.ts'

/** Admins that one call asks for. */
export const MOST_STAFF = 50

/** MO-40: who of the staff did something, for the others of the staff; of customers nothing is told. */
export const staffNames = endpoint({
  name: 'staffNames',
  service: 'identity',
  method: 'GET',
  path: `${base.admin}/iam/staff`,
  auth: { kind: 'user' },
  summary:
    'Names of those who are or were admins, by account or customer id; empty for who is no admin. An addition of this project.',
  query: z.object({
    ids: commaList(z.string().min(1).max(100), MOST_STAFF).describe(
      'account ids and customer ids by commas; who never was an admin is left out',
    ),
  }),
  status: 200,
  response: z.object({
    list: z
      .array(
        z.object({
          account_id: objectId.describe('id of the account'),
          customer_id: customerId.describe('the admin, `join-…`'),
          name: z.string().nullable().describe('public name, else the name at Join; null: none is known'),
        }),
      )
      .describe('in the order of their accounts'),
  }),
})

export const staffNamesHttp = { staffNames }
