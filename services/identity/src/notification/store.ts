import {
  type Notification,
  type NotificationKind,
  notificationKind,
} from '@talad/proto/http/identity/notifications'
import { suspensionReason } from '@talad/proto/http/moderation/suspension-reason'
import type { Db, Queryable, Tx } from '@talad/shared/db'
import { decodeCursor, encodeCursor } from '@talad/shared/http/cursor'
import { cursorPage } from '@talad/shared/http/page'
import { toJsonInteger } from '@talad/shared/money'
import type { Sealer } from '@talad/shared/sealing'
import { place, terms, tokenRange } from './events.ts'

type Row = {
  id: string
  seq: bigint
  kind: string
  created_at: Date
  read_at: Date | null
  asset: unknown
  range: unknown
  quantity: string | null
  amount: bigint | null
  terms: unknown
  sender: string | null
  reason: string | null
  domain: string | null
  shipping_id: string | null
  withdrawal_id: string | null
  sealed_text: Buffer | null
}

const sealedFor = (id: string) => `notification ${id}`

function toResponse(personal: Sealer, row: Row): Notification {
  return {
    _id: row.id,
    kind: notificationKind.parse(row.kind),
    created: row.created_at.toISOString(),
    read: row.read_at !== null,
    asset: row.asset === null ? null : place.parse(row.asset),
    range: row.range === null ? null : tokenRange.parse(row.range),
    quantity: row.quantity,
    amount: row.amount === null ? null : toJsonInteger(row.amount),
    terms: row.terms === null ? null : terms.parse(row.terms),
    sender: row.sender,
    // a reason that only a newer version knows is none here
    reason: suspensionReason.safeParse(row.reason).data ?? null,
    domain: row.domain,
    text: row.sealed_text && personal.open(row.sealed_text, sealedFor(row.id)),
    shipping_id: row.shipping_id,
    withdrawal_id: row.withdrawal_id,
  }
}

/** How many an account has not marked as read. */
export async function unreadOf(db: Queryable, accountId: string): Promise<number> {
  const found = await db.query<{ count: bigint }>(
    'select count(*) as count from notification where account_id = $1 and read_at is null',
    [accountId],
  )
  return Number(found.rows[0]?.count ?? 0n)
}

/** How many of a kind accounts were told of since a moment. */
export async function toldSince(
  db: Queryable,
  accountIds: readonly string[],
  kind: NotificationKind,
  since: Date,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ account_id: string; count: bigint }>(
    `select account_id, count(*) as count from notification
     where account_id = any($1) and kind = $2 and created_at >= $3 group by account_id`,
    [accountIds, kind, since],
  )
  return new Map(rows.map(({ account_id, count }) => [account_id, Number(count)]))
}

/** A page of an account's notifications, the newest first. @throws Rejection BAD_CURSOR */
export async function notificationsOf(
  { db, personal }: { db: Queryable; personal: Sealer },
  accountId: string,
  query: { cs?: string | undefined; lm: number },
): Promise<{ list: Notification[]; nextCursor: string | null; unread: number }> {
  const after = query.cs === undefined ? undefined : decodeCursor(query.cs)
  const found = await db.query<Row>(
    `select id, seq, kind, created_at, read_at, asset, range, quantity::text as quantity, amount, terms, sender,
       reason, domain, shipping_id, withdrawal_id, sealed_text
     from notification where account_id = $1 and ($2::bigint is null or seq < $2) order by seq desc limit $3`,
    [accountId, after?.sortKey ?? null, query.lm + 1],
  )
  const { shown, nextCursor } = cursorPage(found.rows, query.lm, ({ seq, id }) =>
    encodeCursor({ sortKey: seq, id }),
  )
  return {
    list: shown.map((row) => toResponse(personal, row)),
    nextCursor,
    unread: await unreadOf(db, accountId),
  }
}

/** Marks one of an account's notifications and all older ones as read. */
export async function markRead(db: Db, accountId: string, until: string, now: Date): Promise<void> {
  await db.query(
    `update notification set read_at = $3 where account_id = $1 and read_at is null
       and seq <= (select seq from notification where account_id = $1 and id = $2)`,
    [accountId, until, now],
  )
}

/** Keeps what was written beside its notification (ID-42). */
export async function saveText(tx: Tx, personal: Sealer, id: string, text: string): Promise<void> {
  await tx.query('update notification set sealed_text = $2 where id = $1', [
    id,
    personal.seal(text, sealedFor(id)),
  ])
}
