import { z } from 'zod'
import { bothLanguages, customerId, isoTime, objectId, page, pageQuery, queryFlag, slug } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { nftRange, nftRangeShown } from '../nft-range.ts'
import { decidedVersion, decisionNote } from './fees.ts'

const service = 'moderation'
const path = `${base.admin}/issuer`
const read = { kind: 'admin', permission: 'issuer.read' } as const
const write = { kind: 'admin', permission: 'issuer.write' } as const

/** A§3 Issuer, MO-32. */
export const issuer = z.object({
  issuer_id: objectId.describe('id of the issuer'),
  slug: z.string().describe('its name in addresses, of no other issuer'),
  names: z
    .object({ th: z.string().describe('in Thai'), en: z.string().describe('in English') })
    .describe('its name for people'),
  nft_ranges: z.array(nftRangeShown).describe('what it issues; no other active issuer has any of it'),
  primary_customer_id: customerId.describe('who gets its fees'),
  is_active: z.boolean().describe('false: gets no fees of new orders'),
  version: z.int().describe('grows with each decision; to be sent back with one (AW-4)'),
  changed_by: z.string().describe('who decided last'),
  changed_at: isoTime.describe('when that was'),
})
export type Issuer = z.infer<typeof issuer>

/** MO-32: what is said of an issuer. */
export const issuerTerms = z.strictObject({
  slug: slug.describe('its name in addresses'),
  names: bothLanguages(500).describe('its name for people'),
  nft_ranges: z.array(nftRange).min(1).max(100).describe('what it issues (MO-1, MO-2)'),
  primary_customer_id: customerId.max(100).describe('who gets its fees: join-…'),
})
const issuerId = objectId.describe('id of the issuer')

export const issuerAdminHttp = {
  listIssuers: endpoint({
    name: 'listIssuers',
    service,
    method: 'GET',
    auth: read,
    path: `${path}/list`,
    summary: 'Issuers by their slug (MO-32)',
    query: z.object({
      q: z.string().max(100).optional().describe('part of a slug or a name'),
      active: queryFlag.optional().describe('1: only those that are active; 0: only those that are not'),
      count: queryFlag.optional().describe('1: total and pages are counted (GW-20)'),
      ...pageQuery,
    }),
    status: 200,
    response: page(issuer),
    errors: ['validation'],
  }),
  pickIssuer: endpoint({
    name: 'pickIssuer',
    service,
    method: 'GET',
    auth: read,
    path: `${path}/pick/:issuer_id`,
    summary: 'One issuer',
    params: z.object({ issuer_id: issuerId }),
    status: 200,
    response: issuer,
    errors: ['validation', 'issuer_not_found'],
  }),
  addIssuer: endpoint({
    name: 'addIssuer',
    service,
    method: 'POST',
    auth: write,
    path: `${path}/add`,
    summary: 'Add an issuer (MO-32)',
    body: issuerTerms.extend({ note: decisionNote }),
    status: 201,
    response: issuer,
    errors: ['validation', 'customer_not_found', 'unavailable', 'slug_taken', 'issuer_ranges_overlap'],
    idempotent: true,
  }),
  modifyIssuer: endpoint({
    name: 'modifyIssuer',
    service,
    method: 'POST',
    auth: write,
    path: `${path}/modify`,
    summary: 'Say anew what an issuer is; orders that stand keep their fees (MO-32, OB-30)',
    body: issuerTerms.extend({
      issuer_id: issuerId,
      is_active: z.boolean().describe('false: gets no fees of new orders, and its ranges are free'),
      version: decidedVersion,
      note: decisionNote,
    }),
    status: 200,
    response: issuer,
    errors: [
      ...['validation', 'customer_not_found', 'unavailable', 'issuer_not_found'],
      ...['slug_taken', 'issuer_ranges_overlap', 'version_conflict'],
    ],
    idempotent: true,
  }),
  removeIssuer: endpoint({
    name: 'removeIssuer',
    service,
    method: 'POST',
    auth: write,
    path: `${path}/remove`,
    summary: 'Remove an issuer; one that ever had a fee stays, and is not active any more (MO-32)',
    body: z.strictObject({ issuer_id: issuerId, version: decidedVersion, note: decisionNote }),
    status: 200,
    response: z.object({ issuer: issuer.nullable().describe('null: it is gone') }),
    errors: ['validation', 'issuer_not_found', 'version_conflict'],
    idempotent: true,
  }),
}
