import type { CryptoShipping as Wire } from '@talad/proto/http/shipping-payment/crypto-shipping'
import type { Queryable } from '@talad/shared/db'
import { afterCreated, createdCursor, cursorPage } from '@talad/shared/http/page'
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
  const found = await db.query<{ id: string; created_at: Date }>(
    `select id, created_at from crypto_shipping
     where (buyer_customer_id = $1 or seller_customer_id = $1)
       and ($2::timestamptz is null or (created_at, id) < ($2, $3)) and ($5::text is null or order_hash = $5)
     order by created_at desc, id desc limit $4`,
    [customerId, ...afterCreated(cs), lm + 1, ha ?? null],
  )
  const { shown, nextCursor } = cursorPage(found.rows, lm, createdCursor)
  const ids = shown.map(({ id }) => id)
  const loaded = await loadAll(db, cryptoShippings, ids)
  const list = ids.flatMap((id) => {
    const shipping = loaded.get(id)?.state
    return (shipping && toWire(customerId, id, shipping)) ?? []
  })
  return { list, nextCursor }
}
