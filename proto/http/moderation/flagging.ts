import { z } from 'zod'
import {
  address,
  blockchain,
  cursor,
  cursorList,
  decimalString,
  isoTime,
  limit,
  objectId,
  words,
} from '../common.ts'
import { base, endpoint } from '../contract.ts'

export const flagClassification = z.enum(['inappropriate', 'spam', 'other'])
export type FlagClassification = z.infer<typeof flagClassification>

/** M§9 */
export const FLAG_NOTES_MAX = 5000

/** A report as its reporter sees it: nothing of other reporters (MO-18). */
export const flagging = z.object({
  _id: objectId.describe('id of the report'),
  asset_id: objectId.describe('what was reported'),
  blockchain: blockchain.describe('of the asset'),
  contract_address: address.describe('of the asset'),
  token_id: decimalString.describe('of the asset'),
  asset_name: z.string().describe('its name now, text of a stranger'),
  resolution: z.enum(['flagged', 'resolved']).describe('resolved: moderators have decided (MO-13)'),
  flag_classification: flagClassification.describe('what is wrong with it'),
  flag_user_notes: z.string().describe("the reporter's words; empty without any, and once they were erased"),
  created: isoTime.describe('when it was reported'),
  updated: isoTime.describe('when the reporter last changed it'),
})
export type Flagging = z.infer<typeof flagging>

const service = 'moderation'
const path = `${base.user}/moderation/flagging`

export const flaggingHttp = {
  /** MO-9, MO-10, MO-17: adds the caller's report to the asset's open case, or changes the one that is there. */
  requestFlagging: endpoint({
    name: 'requestFlagging',
    service,
    method: 'POST',
    path: `${path}/request`,
    auth: { kind: 'user' },
    summary: 'Report an asset to the moderators; again: the own report is changed',
    body: z.strictObject({
      asset_id: objectId.describe('what is reported; an own asset is allowed'),
      flag_classification: flagClassification.describe('what is wrong with it'),
      flag_user_notes: words(FLAG_NOTES_MAX)
        .default('')
        .describe('plain text for the moderators; needed for `other`'),
    }),
    status: 200,
    response: z.object({ flagging: flagging.describe('the report as it stands') }),
    errors: ['asset_not_found', 'flag_notes_required', 'too_many_flags'],
    idempotent: true,
    limit: 'write',
  }),
  /** MO-18: what the caller has reported, newest first. */
  listFlaggings: endpoint({
    name: 'listFlaggings',
    service,
    method: 'GET',
    path: `${path}/requests`,
    auth: { kind: 'user' },
    summary: "The caller's own reports, newest first",
    query: z.object({
      cs: cursor.optional().describe('where the list goes on: `nextCursor` of the page before'),
      lm: limit(20, 'reports a page (GW-22)'),
    }),
    status: 200,
    response: cursorList(flagging),
    errors: ['bad_cursor'],
  }),
}
