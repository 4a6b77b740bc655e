import { z } from 'zod'
import { customerId, objectId } from '../common.ts'
import { base, endpoint } from '../contract.ts'

/** BW-5, BW-15: asks Join at once, so that what is decided on it is decided on what holds now. */
export const verifiedPerson = endpoint({
  name: 'verifiedPerson',
  service: 'identity',
  method: 'GET',
  path: `${base.identity}/internal/verified-person`,
  auth: { kind: 'internal' },
  summary: 'Level and verified names of a customer, as Join has them now',
  query: z.object({ account_id: objectId.describe('of the customer') }),
  status: 200,
  response: z.object({
    customer_id: customerId.nullable().describe('null: no join identity any more'),
    kyc_level: z.int().min(0).max(3).describe('0 none, 1 BRONZE, 2 SILVER, 3 GOLD'),
    name_th: z.string().nullable().describe('null: none is known'),
    name_en: z.string().nullable().describe('null: none is known'),
  }),
  errors: ['not_found', 'unavailable'],
})

export const verifiedPersonHttp = { verifiedPerson }
