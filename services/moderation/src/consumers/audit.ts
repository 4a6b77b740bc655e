import { AuditRecordedSchema } from '@talad/proto/moderation/v1/events'
import { consumer } from '@talad/shared/consumer'
import { AUDIT_TOPIC } from '@talad/shared/manifest'
import { appendLine } from '../audit/log.ts'
import type { Deps } from '../deps.ts'

/** GW-27: what admins did anywhere, written down in one log. */
export const auditRecorded = consumer<typeof AuditRecordedSchema, Deps>({
  topic: AUDIT_TOPIC,
  group: 'moderation.audit',
  event: AuditRecordedSchema,
  each: (event, { tx }) => appendLine(tx, event),
})
