import type { CryptoShipping as Wire } from '@talad/proto/http/shipping-payment/crypto-shipping'
import type { Queryable } from '@talad/shared/db'
import { decodeCursor, encodeCursor } from '@talad/shared/http/cursor'
import { loadAll } from '@talad/shared/stream'
import { toWire } from './response.ts'
import { cryptoShippings } from './stream.ts'

type Query = { cs?: string | undefined; lm: number; ha?: string | undefined }

/** SP-32: what the caller bought and sold in crypto, newest first. @throws Rejection BAD_CURSOR */
export async function cryptoHistory(
  db: Queryable,
  customerId: string,
  { cs, lm, ha }: Query,
): Promise<{ list: Wire[]; nextCursor: string | null }> {
  const after = cs === undefined ? undefined : decodeCursor(cs)
  const found = await db.query<{ id: string; created_at: Date }>(
    `select id, created_at from crypto_shipping
     where (buyer_customer_id = $1 or seller_customer_id = $1)
       and ($2::timestamptz is null or (created_at, id) < ($2, $3)) and ($5::text is null or order_hash = $5)
     order by created_at desc, id desc limit $4`,
    [customerId, after ? new Date(Number(after.sortKey)) : null, after?.id ?? null, lm + 1, ha ?? null],
  )
  const shown = found.rows.slice(0, lm)
  const ids = shown.map(({ id }) => id)
  const loaded = await loadAll(db, cryptoShippings, ids)
  const list = ids.flatMap((id) => {
    const shipping = loaded.get(id)?.state
    return (shipping && toWire(customerId, id, shipping)) ?? []
  })
  const last = shown.at(-1)
  const hasMore = found.rows.length > lm && last !== undefined
  return {
    list,
    nextCursor: hasMore ? encodeCursor({ sortKey: BigInt(last.created_at.getTime()), id: last.id }) : null,
  }
}
