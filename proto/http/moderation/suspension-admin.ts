import { z } from 'zod'
import { abstractId } from '../asset-indexer/abstract-id.ts'
import { addressInput, isoTime, objectId, page, pageQuery, queryFlag, words } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { nftRange, nftRangeQuery, nftRangeShown } from '../nft-range.ts'
import { suspensionReason } from './suspension-reason.ts'

const service = 'moderation'
const path = `${base.admin}/moderation/suspension`
const read = { kind: 'admin', permission: 'suspension.read' } as const
const write = { kind: 'admin', permission: 'suspension.write' } as const

const status = z.enum(['suspended', 'unsuspended'])
/** MO-6 */
const note = words(5_000).min(1).describe('why; kept in the history and in the audit log')

/** A§3 Suspension. */
export const suspension = z.object({
  suspension_id: objectId.describe('follows from the range: one range has one suspension (MO-5)'),
  status: status.describe('suspended: in force'),
  nft_range: nftRangeShown.describe('what it covers'),
  until: isoTime.nullable().describe('when it ends by itself; null: somebody ends it'),
  reason: suspensionReason.nullable().describe('what sellers and makers are told; null: none is given'),
  note: z.string().describe('of the last decision'),
  version: z.int().describe('grows with each decision; to be sent back with one (AW-4)'),
  changed_by: z.string().describe('the admin of the last decision'),
  changed_at: isoTime.describe('when that was'),
  history: z
    .array(
      z.object({
        action: z.enum(['suspend', 'unsuspend']).describe('what was decided'),
        admin: z.string().describe('who decided: a customer id, or `service:<name>`'),
        note: z.string().describe('why it was decided'),
        at: isoTime.describe('when it was decided'),
      }),
    )
    .describe('the newest first, at most 10; the audit log has all of it (MO-6)'),
})
export type Suspension = z.infer<typeof suspension>

export const suspensionAdminHttp = {
  listSuspensions: endpoint({
    name: 'listSuspensions',
    service,
    method: 'GET',
    auth: read,
    path: `${path}/list`,
    summary: 'Suspensions, those that were decided on last first',
    query: z.object({
      status: status.optional().describe('only those in force, or only those that are not'),
      contract_address: addressInput.optional().describe('only of this contract'),
      abstract_collection_id: abstractId.optional().describe('only of this virtual collection'),
      count: queryFlag.optional().describe('1: total and pages are counted (GW-20)'),
      ...pageQuery,
    }),
    status: 200,
    response: page(suspension),
    errors: ['validation'],
  }),
  pickSuspension: endpoint({
    name: 'pickSuspension',
    service,
    method: 'GET',
    auth: read,
    path: `${path}/pick/:suspension_id`,
    summary: 'One suspension with its history',
    params: z.object({ suspension_id: objectId.describe('id of the suspension') }),
    status: 200,
    response: suspension,
    errors: ['validation', 'suspension_not_found'],
  }),
  previewSuspension: endpoint({
    name: 'previewSuspension',
    service,
    method: 'GET',
    auth: read,
    path: `${path}/preview`,
    summary: 'What is suspended already of a range (AW-7)',
    query: nftRangeQuery,
    status: 200,
    response: z.object({
      nft_range: nftRangeShown.describe('as it would be kept'),
      text: z.string().describe('the one text of the range; to be typed to confirm it (AW-3)'),
      same: suspension.nullable().describe('of exactly this range, in force or not (MO-5)'),
      overlapping: z
        .array(suspension)
        .describe(
          'others in force that have tokens in common with it, the narrowest first (MO-4), at most 20',
        ),
    }),
    errors: ['validation'],
  }),
  suspend: endpoint({
    name: 'suspend',
    service,
    method: 'POST',
    auth: write,
    path: `${path}/suspend`,
    summary:
      'Suspend a range of tokens, or what stands for a virtual collection; the same range again opens its suspension anew (MO-4, MO-5)',
    body: z.strictObject({
      nft_range: nftRange.describe('what to suspend (MO-1, MO-2)'),
      until: isoTime.optional().describe('when it ends by itself, in the future; absent: somebody ends it'),
      reason: suspensionReason.optional().describe('what sellers and makers are told (MO-7); absent: none'),
      note,
    }),
    status: 200,
    response: suspension,
    errors: ['validation', 'range_suspended'],
    idempotent: true,
  }),
  unsuspend: endpoint({
    name: 'unsuspend',
    service,
    method: 'POST',
    auth: write,
    path: `${path}/unsuspend`,
    summary:
      'End one suspension; others that overlap stay in force. Twice is a 200 that changes nothing (MO-4, MO-5)',
    body: z.strictObject({
      suspension_id: objectId.describe('which one'),
      version: z
        .int()
        .min(1)
        .optional()
        .describe('the version that was read (AW-4); absent: decides on whatever there is now'),
      note,
    }),
    status: 200,
    response: suspension,
    errors: ['validation', 'version_conflict', 'suspension_not_found'],
    idempotent: true,
  }),
}
