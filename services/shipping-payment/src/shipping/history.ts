import type { Shipping as WireShipping } from '@talad/proto/http/shipping-payment'
import { decodeCursor, encodeCursor } from '@talad/shared/http/cursor'
import { loadAll } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { toResponse } from './response.ts'
import { shippings } from './stream.ts'

/**
 * SP-32: bought, sold or both, newest first.
 * @throws Rejection BAD_CURSOR
 */
export async function historyOf(
  deps: Deps,
  customerId: string,
  query: { cs?: string | undefined; lm: number; ac?: 'buy' | 'sell' | undefined; id?: string[] | undefined },
): Promise<{ list: WireShipping[]; nextCursor: string | null }> {
  const after = query.cs === undefined ? undefined : decodeCursor(query.cs)
  const mine = {
    buy: 'buyer_customer_id = $1',
    sell: 'seller_customer_id = $1',
    both: '(buyer_customer_id = $1 or seller_customer_id = $1)',
  }[query.ac ?? 'both']
  const found = await deps.db.query<{ id: string; created_at: Date }>(
    `select id, created_at from shipping where ${mine}
       and ($2::timestamptz is null or (created_at, id) < ($2, $3)) and ($5::text[] is null or id = any($5))
     order by created_at desc, id desc limit $4`,
    [
      customerId,
      after ? new Date(Number(after.sortKey)) : null,
      after?.id ?? null,
      query.lm + 1,
      query.id ?? null,
    ],
  )
  const shown = found.rows.slice(0, query.lm)
  const loaded = await loadAll(
    deps.db,
    shippings,
    shown.map(({ id }) => id),
  )
  const list = shown.flatMap(({ id }) => {
    const shipping = loaded.get(id)?.state
    return shipping ? [toResponse(id, shipping, deps.now())] : []
  })
  const last = shown.at(-1)
  const more = found.rows.length > query.lm && last !== undefined
  return {
    list,
    nextCursor: more ? encodeCursor({ sortKey: BigInt(last.created_at.getTime()), id: last.id }) : null,
  }
}
