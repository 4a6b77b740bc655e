import type { Shipping as WireShipping } from '@talad/proto/http/shipping-payment/shipping'
import { afterCreated, createdCursor, cursorPage } from '@talad/shared/http/page'
import { loadAll } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { toSideOf } from './response.ts'
import { shippings } from './stream.ts'

type HistoryQuery = {
  cs?: string | undefined
  lm: number
  ac?: 'buy' | 'sell' | undefined
  st?: readonly WireShipping['status'][] | undefined
  from?: string | undefined
  to?: string | undefined
  id?: readonly string[] | undefined
}

/**
 * SP-32: bought, sold or both, newest first.
 * @throws Rejection BAD_CURSOR
 */
export async function historyOf(
  deps: Deps,
  customerId: string,
  query: HistoryQuery,
): Promise<{ list: WireShipping[]; nextCursor: string | null }> {
  const mine = {
    buy: 'buyer_customer_id = $1',
    sell: 'seller_customer_id = $1',
    both: '(buyer_customer_id = $1 or seller_customer_id = $1)',
  }[query.ac ?? 'both']
  const found = await deps.db.query<{ id: string; created_at: Date }>(
    `select id, created_at from shipping where ${mine}
       and ($2::timestamptz is null or (created_at, id) < ($2, $3))
       and ($5::text[] is null or status = any($5)) and ($6::timestamptz is null or created_at >= $6)
       and ($7::timestamptz is null or created_at < $7) and ($8::text[] is null or id = any($8)
         or id in (select shipping_id from topup where id = any($8) and customer_id = $1))
     order by created_at desc, id desc limit $4`,
    [
      ...[customerId, ...afterCreated(query.cs), query.lm + 1],
      ...[query.st ?? null, query.from ?? null, query.to ?? null, query.id ?? null],
    ],
  )
  const { shown, nextCursor } = cursorPage(found.rows, query.lm, createdCursor)
  const loaded = await loadAll(
    deps.db,
    shippings,
    shown.map(({ id }) => id),
  )
  const list = shown.flatMap(({ id }) => {
    const shipping = loaded.get(id)?.state
    const seen = shipping && toSideOf(customerId, id, shipping, deps.now())
    return seen ? [seen] : []
  })
  return { list, nextCursor }
}
