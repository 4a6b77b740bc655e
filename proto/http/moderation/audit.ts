import { z } from 'zod'
import { cursor, cursorList, isoTime, limit, objectId, timeInput, words } from '../common.ts'
import { base, endpoint } from '../contract.ts'

const hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .nullable()

/** One line of the audit log (GW-27). */
export const auditLine = z.object({
  id: objectId.describe('id of the line'),
  seq: z.int().min(1).describe('place in the log; without a gap'),
  service: z.string().describe('the service that decided'),
  who: z
    .string()
    .describe(
      'a customer id, an account id, `key:<id>` of an API key, `operator:<name>` or `service:<name>`',
    ),
  action: z.string().describe('`<noun>.<verb>`, for example `withdrawal.approve`'),
  target: z
    .object({
      kind: z.string().describe('kind of thing that was changed'),
      id: z.string().describe('its id'),
    })
    .describe('what it was done to'),
  before_hash: hash.describe('SHA-256 of the canonical JSON of what was there; null: nothing was'),
  after_hash: hash.describe('SHA-256 of the canonical JSON of what is there now; null: nothing is'),
  changes: z
    .array(
      z.object({
        field: z.string().describe('path of what was changed, by dots'),
        before: z.string().nullable().describe('what was there; null: nothing'),
        after: z.string().nullable().describe('what is there now; null: nothing'),
      }),
    )
    .describe('at most 20, masked where it is personal or secret; none of lines from before they were kept'),
  note: z.string().describe('the reason that was given; empty where none is asked for'),
  request_id: z.string().describe('as errors and logs quote it'),
  at: isoTime.describe('when it was decided'),
})
export type AuditLine = z.infer<typeof auditLine>

export const auditHttp = {
  /** GW-27: newest first. Filters are exact and taken together; from is inclusive, to exclusive, both by the time of the decision. */
  listAudit: endpoint({
    name: 'listAudit',
    service: 'moderation',
    method: 'GET',
    path: `${base.admin}/audit/list`,
    auth: { kind: 'admin', permission: 'audit.read' },
    summary: 'What admins and operators did',
    query: z.object({
      who: words(200).min(1).optional().describe('a customer id, or `operator:<name>`'),
      action: words(100).min(1).optional().describe('for example `withdrawal.approve`'),
      target_kind: words(100).min(1).optional().describe('for example `withdrawal`'),
      target_id: words(200).min(1).optional().describe('id of what was changed'),
      service: words(50).min(1).optional().describe('service that decided'),
      from: timeInput.optional().describe('from this moment on'),
      to: timeInput.optional().describe('before this moment'),
      cs: cursor.optional().describe('nextCursor of the page before'),
      lm: limit(20, 'lines a page (GW-22)'),
    }),
    status: 200,
    response: cursorList(auditLine),
    errors: ['bad_cursor'],
  }),
}
