import { timestampDate } from '@bufbuild/protobuf/wkt'
import type { AuditChange, AuditRecorded } from '@talad/proto/moderation/v1/events'
import type { Queryable, Tx } from '@talad/shared/db'
import { GENESIS, linkHash } from '@talad/shared/hash-chain'

/** One decision as it was told to us. Hashes are null where nothing was, or is, there. */
type Change = { field: string; before: string | null; after: string | null }
export type Line = {
  id: string
  service: string
  who: string
  action: string
  target_kind: string
  target_id: string
  before_hash: string | null
  after_hash: string | null
  note: string
  request_id: string
  at: Date
  /** null: told before differences were kept, or nothing was told of any */
  changes: Change[] | null
}
export type LineRow = Line & { seq: bigint; hash: string }

export const COLUMNS =
  'id, service, who, action, target_kind, target_id, before_hash, after_hash, note, request_id, at, changes, seq, hash'

const changeOf = ({ field, before, after }: AuditChange): Change => ({
  field,
  before: before ?? null,
  after: after ?? null,
})

function lineOf(event: AuditRecorded): Line {
  if (!event.at) throw new Error(`audit ${event.id} has no time`)
  return {
    id: event.id,
    service: event.service,
    who: event.who,
    action: event.action,
    target_kind: event.targetKind,
    target_id: event.targetId,
    before_hash: event.beforeHash || null,
    after_hash: event.afterHash || null,
    note: event.note,
    request_id: event.requestId,
    at: timestampDate(event.at),
    changes: event.changes.length === 0 ? null : event.changes.map(changeOf),
  }
}

/** Everything that a line says, bound to all lines before it. */
function hashOfLine(previous: string, seq: bigint, line: Line): string {
  const { id, service, who, action, target_kind, target_id, before_hash, after_hash, note, request_id } = line
  return linkHash(previous, {
    seq,
    id,
    service,
    who,
    action,
    target_kind,
    target_id,
    before_hash,
    after_hash,
    note,
    request_id,
    at: line.at.toISOString(),
    changes: line.changes ?? undefined,
  })
}

type Head = { count: bigint; hash: string }

/** GW-27: adds a line at the end of the log; one that is there is passed over. */
export async function appendLine(tx: Tx, event: AuditRecorded): Promise<void> {
  const line = lineOf(event)
  // the log has one end: whoever adds to it waits for the others here
  const head = await tx.query<Head>('select count, hash from audit_head for update')
  const there = await tx.query('select 1 from audit_line where id = $1', [line.id])
  if (there.rows.length > 0) return
  const { count, hash: previous } = head.rows[0] ?? { count: 0n, hash: GENESIS }
  const seq = count + 1n
  const hash = hashOfLine(previous, seq, line)
  await tx.query(
    `insert into audit_line (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      ...[line.id, line.service, line.who, line.action, line.target_kind, line.target_id, line.before_hash],
      ...[
        line.after_hash,
        line.note,
        line.request_id,
        line.at,
        line.changes && JSON.stringify(line.changes),
        seq,
        hash,
      ],
    ],
  )
  await tx.query('update audit_head set count = $1, hash = $2', [seq, hash])
}

const BATCH = 500

/**
 * Computes the chain again from the lines and compares its end with the head that is kept beside it: an edited, removed,
 * moved, added or cut line is found.
 * @param db sees all as of one moment
 * @returns the first fault in one line; none: the log is whole
 */
export async function verifyAuditLog(db: Queryable): Promise<{ lines: bigint; faults: string[] }> {
  let last: Head = { count: 0n, hash: GENESIS }
  const broken = (fault: string) => ({ lines: last.count, faults: [fault] })
  for (;;) {
    const { rows } = await db.query<LineRow>(
      `select ${COLUMNS} from audit_line where seq > $1 order by seq limit $2`,
      [last.count, BATCH],
    )
    for (const row of rows) {
      const seq = last.count + 1n
      if (row.seq !== seq) return broken(`line ${seq} is missing`)
      const hash = hashOfLine(last.hash, seq, row)
      if (row.hash !== hash) return broken(`line ${seq} was changed`)
      last = { count: seq, hash }
    }
    if (rows.length < BATCH) break
  }
  const { rows } = await db.query<Head>('select count, hash from audit_head')
  const [head] = rows
  if (!head) return broken('the log has lost its head')
  if (head.count === last.count && head.hash === last.hash) return { lines: last.count, faults: [] }
  return broken(`the log ends with line ${last.count}, its head says ${head.count}`)
}
