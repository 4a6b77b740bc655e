import { auditHttp as http } from '@talad/proto/http/moderation/audit'
import type { App } from '@talad/shared/http/app'
import { decodeCursor, encodeCursor } from '@talad/shared/http/cursor'
import { cursorPage } from '@talad/shared/http/page'
import type { Deps } from '../deps.ts'
import { COLUMNS, type LineRow } from './log.ts'

/** The order is that of the log: `seq` alone tells where a page ends. */
const NO_ID = '0'.repeat(24)

/** GW-27. */
export function auditRoutes(app: App, { db }: Deps): void {
  app.route(http.listAudit, async ({ query }) => {
    const { who, action, target_kind, target_id, service, from, to, cs, lm } = query
    const before = cs === undefined ? null : decodeCursor(cs).sortKey
    const { rows } = await db.query<LineRow>(
      `select ${COLUMNS} from audit_line
       where ($1::bigint is null or seq < $1) and ($2::text is null or who = $2)
         and ($3::text is null or action = $3) and ($4::text is null or target_kind = $4)
         and ($5::text is null or target_id = $5) and ($6::text is null or service = $6)
         and ($7::timestamptz is null or at >= $7) and ($8::timestamptz is null or at < $8)
       order by seq desc limit $9`,
      [before, who, action, target_kind, target_id, service, from, to, lm + 1],
    )
    const { shown, nextCursor } = cursorPage(rows, lm, ({ seq }) => encodeCursor({ sortKey: seq, id: NO_ID }))
    return {
      list: shown.map(({ seq, hash: _, target_kind: kind, target_id: id, at, changes, ...line }) => ({
        ...line,
        changes: changes ?? [],
        seq: Number(seq),
        target: { kind, id },
        at: at.toISOString(),
      })),
      nextCursor,
    }
  })
}
