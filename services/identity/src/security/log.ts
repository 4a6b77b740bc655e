import {
  type SecurityEvent as Answered,
  type SecurityKind,
  securityKind,
} from '@talad/proto/http/identity/sessions'
import type { Queryable } from '@talad/shared/db'
import { decodeCursor, encodeCursor } from '@talad/shared/http/cursor'
import { cursorPage } from '@talad/shared/http/page'
import { newId } from '@talad/shared/ids'

/** What happened to the ways into somebody's account. */
export type SecurityEvent = {
  accountId: string
  kind: SecurityKind
  provider?: string
  device?: string
  site?: string
}

/** Writes it down for the owner of the account, with the transaction that did it. */
export async function noteSecurity(
  db: Queryable,
  events: readonly SecurityEvent[],
  now: Date,
): Promise<void> {
  for (const { accountId, kind, provider = '', device = '', site = '' } of events)
    await db.query(
      `insert into security_event (id, account_id, kind, at, provider, device, site)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [newId(now), accountId, kind, now, provider, device, site],
    )
}

type Row = { id: string; seq: bigint; kind: string; at: Date; provider: string; device: string; site: string }

const toAnswer = ({ id, kind, at, provider, device, site }: Row): Answered => ({
  _id: id,
  kind: securityKind.parse(kind),
  at: at.toISOString(),
  provider: provider || null,
  device: device || null,
  site: site || null,
})

/** A page of what happened to an account, the newest first. @throws Rejection BAD_CURSOR */
export async function securityLogOf(
  db: Queryable,
  accountId: string,
  query: { cs?: string | undefined; lm: number },
): Promise<{ list: Answered[]; nextCursor: string | null }> {
  const after = query.cs === undefined ? undefined : decodeCursor(query.cs)
  const found = await db.query<Row>(
    `select id, seq, kind, at, provider, device, site from security_event
     where account_id = $1 and ($2::bigint is null or seq < $2) order by seq desc limit $3`,
    [accountId, after?.sortKey ?? null, query.lm + 1],
  )
  const { shown, nextCursor } = cursorPage(found.rows, query.lm, ({ seq, id }) =>
    encodeCursor({ sortKey: seq, id }),
  )
  return { list: shown.map(toAnswer), nextCursor }
}
