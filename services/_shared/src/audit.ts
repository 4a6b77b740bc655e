import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import type { AuditAction } from '@talad/proto/http/audit-actions'
import { AuditRecordedSchema } from '@talad/proto/moderation/v1/events'
import { z } from 'zod'
import { appendOnce } from './append.ts'
import { type Outgoing, outgoing } from './bus/port.ts'
import { currentContext } from './context.ts'
import type { Queryable, Tx } from './db.ts'
import { differencesOf } from './difference.ts'
import type { Row } from './event-log.ts'
import type { Actor } from './http/auth.ts'
import { newId } from './ids.ts'
import { hashOf } from './json.ts'
import { AUDIT_TOPIC } from './manifest.ts'

/** Who did it: an admin, an API key of a project, an operator at the command line, or a service by itself. */
export type AuditActor =
  | Pick<Actor, 'accountId' | 'customerId'>
  | { apiKey: string }
  | { operator: string }
  | { service: string }

export type AuditEntry = {
  actor: AuditActor
  action: AuditAction
  target: { kind: string; id: string }
  /** what was there before; its hash is kept, and in what it differs, masked where it is personal or secret */
  before?: unknown
  /** what is there now; kept as `before` is */
  after?: unknown
  note?: string | undefined
  requestId: string
  now: Date
  /**
   * the decision's own id, `attempt.id` of a call: the same one twice is one line. Absent: each call is a line of its own.
   * Never one that the caller chooses, such as the request id: it would let them write over what is to be written down.
   */
  id?: string
}

const AUDIT_STREAM = 'audit-'

type Line = Required<Pick<AuditEntry, 'id' | 'action' | 'target'>>

// GW-12
const streamOf = ({ id, action, target }: Line) =>
  `${AUDIT_STREAM}${hashOf([id, action, target]).slice(0, 24)}`

const recorded = z.object({
  who: z.string(),
  action: z.string(),
  targetKind: z.string(),
  targetId: z.string(),
  beforeHash: z.string(),
  afterHash: z.string(),
  note: z.string(),
  requestId: z.string(),
  /** absent of lines from before differences were kept */
  changes: z
    .array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }))
    .optional(),
})

function nameOf(actor: AuditActor): string {
  if ('operator' in actor) return `operator:${actor.operator}`
  if ('apiKey' in actor) return `key:${actor.apiKey}`
  if ('service' in actor) return `service:${actor.service}`
  return actor.customerId ?? actor.accountId
}

const hashed = (value: unknown) => (value === undefined ? '' : hashOf(value))

/**
 * GW-27: writes down what somebody decided, in the transaction of the decision: both are there or neither. Call it only
 * where something was decided, not where a repeated call changes nothing. The service's relay publishes it, and
 * moderation keeps the one log.
 */
export async function audit(tx: Tx, entry: AuditEntry): Promise<void> {
  const { actor, action, target, now, id = newId(now) } = entry
  const data: z.infer<typeof recorded> = {
    who: nameOf(actor),
    action,
    targetKind: target.kind,
    targetId: target.id,
    beforeHash: hashed(entry.before),
    afterHash: hashed(entry.after),
    note: entry.note ?? '',
    requestId: entry.requestId,
    changes: differencesOf(entry.before, entry.after),
  }
  await appendOnce(
    tx,
    streamOf({ id, action, target }),
    { type: 'AuditRecorded', data },
    { meta: currentContext(), at: now },
  )
}

/** Whether a decision was made already, for a call that comes again because its answer was lost (GW-10). */
export async function isAudited(tx: Queryable, line: Line): Promise<boolean> {
  return (await tx.query('select 1 from kit.event where stream = $1', [streamOf(line)])).rows.length > 0
}

/** The version that a stream had after the decision of a line. */
export async function auditedVersion(tx: Queryable, line: Line, stream: string): Promise<number | undefined> {
  const { rows } = await tx.query<{ version: number | null }>(
    `select max(e.version) as version from kit.event a join kit.event e on e.txid = a.txid
     where a.stream = $1 and e.stream = $2`,
    [streamOf(line), stream],
  )
  return rows[0]?.version ?? undefined
}

/** Whether an event of the log is the kit's own and none of the service's streams. */
export const isAudit = ({ stream }: Pick<Row, 'stream'>) => stream.startsWith(AUDIT_STREAM)

/** @param id of the line, the same however often it is sent */
function auditMessage(service: string, row: Row): Outgoing {
  const { changes = [], ...data } = recorded.parse(row.data)
  return outgoing(AUDIT_TOPIC, `${data.targetKind}:${data.targetId}`, AuditRecordedSchema, {
    ...data,
    changes: changes.map(({ field, before, after }) => ({
      field,
      ...(before !== null && { before }),
      ...(after !== null && { after }),
    })),
    id: row.stream.slice(AUDIT_STREAM.length),
    service,
    at: timestampFromDate(row.at),
  })
}

/** Publishes the audit beside what the service publishes itself. */
export function publishingAudit(
  service: string,
  publish: (row: Row) => readonly Outgoing[],
): (row: Row) => readonly Outgoing[] {
  return (row) => (isAudit(row) ? [auditMessage(service, row)] : publish(row))
}
