import type { shippingAdminHttp as http } from '@talad/proto/http/shipping-payment/shipping-admin'
import type {
  AdminShipping,
  AdminTopup,
  CardRefund,
} from '@talad/proto/http/shipping-payment/shipping-admin-shapes'
import type { Queryable } from '@talad/shared/db'
import { load, loadAll } from '@talad/shared/stream'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { shippings } from '../shipping/stream.ts'
import { evolve, type Topup } from '../topup/state.ts'
import { existing, topups } from '../topup/stream.ts'
import { type Inquired, toAdminShipping, toAdminTopup, toRefund } from './answers.ts'
import { type Filter, filled, type PageOf, pageOfIds } from './page.ts'

type Query<E extends { query?: z.ZodType }> = z.output<NonNullable<E['query']>>
type Listed = { sd: 'asc' | 'desc'; ps: number; pi: number; count: boolean }

const within = (
  column: string,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Filter[] => [
  [`${column} >= $$::timestamptz`, from],
  [`${column} < $$::timestamptz`, to],
]
/** What was bought, as the orders name it. */
const bought = ({ bc, ad, ti }: Partial<Record<'bc' | 'ad' | 'ti', string | undefined>>): Filter[] =>
  Object.entries({ blockchain: bc, contract_address: ad?.toLowerCase(), token_id: ti }).map(
    ([column, value]) => [`s.order_hash in (select hash from order_replica where ${column} = $$)`, value],
  )
const paging = (by: string, id: string, { sd: dir, ps: size, pi: index, count }: Listed) => ({
  order: { by, id, dir },
  size,
  index,
  count,
})

/** Purchases by what an admin knows of them. */
export async function listShippings(
  { db, now }: Deps,
  query: Query<typeof http.adminShippingList>,
): Promise<PageOf<AdminShipping>> {
  const page = await pageOfIds(db, {
    from: 'shipping s',
    filters: [
      ['s.status = any($$)', query.st],
      ['s.payment_status = any($$)', query.pay],
      ['s.fiat_refund = any($$)', query.fr],
      ['(s.buyer_customer_id = $$ or s.seller_customer_id = $$)', query.customer],
      ['s.order_hash = $$', query.order],
      ['s.id in (select shipping_id from topup where transaction_id = $$ or order_no = $$)', query.ref],
      [
        `s.id in (select substr(job_id, ${'delivery:'.length + 1}) from kit.chain_tx_attempt where hash = $$)`,
        query.tx,
      ],
      ['(s.incident is not null) = $$', query.incident],
      ['s.gross = $$', query.value],
      ...bought(query),
      ...within('s.created_at', query),
    ],
    ...paging(
      { created: 's.created_at', updated: 's.updated_at', value: 's.gross' }[query.sr],
      's.id',
      query,
    ),
  })
  const loaded = await loadAll(db, shippings, page.list)
  return filled(page, (id) => {
    const shipping = loaded.get(id)?.state
    return shipping && toAdminShipping(id, shipping, now())
  })
}

async function inquired(db: Queryable, ids: readonly string[]): Promise<Map<string, Inquired>> {
  const { rows } = await db.query<Inquired & { id: string }>(
    'select id, inquiries, inquired_at from topup where id = any($1)',
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Card payments by their ids, in that order. */
export async function topupsOf(db: Queryable, ids: readonly string[]): Promise<Map<string, AdminTopup>> {
  const [loaded, asked] = [await loadAll(db, topups, ids), await inquired(db, ids)]
  return new Map(
    ids.flatMap((id) => {
      const [topup, about] = [loaded.get(id)?.state, asked.get(id)]
      return topup && about ? [[id, toAdminTopup(id, topup, about)] as const] : []
    }),
  )
}

/** Card payments by what an admin knows of them; those that are held are the desk of mismatches (SP-18). */
export async function listTopups(
  { db }: Deps,
  query: Query<typeof http.adminTopupList>,
): Promise<PageOf<AdminTopup>> {
  const page = await pageOfIds(db, {
    from: 'topup t',
    filters: [
      ['t.status = any($$)', query.st],
      ['t.refund_status = any($$)', query.fr],
      ['t.mismatch = $$', query.held],
      ['t.unreturned = $$', query.unreturned],
      ['(t.unknown_status is not null) = $$', query.unknown],
      ['t.customer_id = $$', query.customer],
      ['t.shipping_id = $$', query.shipping],
      ['(t.amount = $$ or t.taken = $$)', query.value],
      ['(t.transaction_id = $$ or t.order_no = $$)', query.ref],
      ...within('t.opened_at', query),
    ],
    ...paging(
      { created: 't.opened_at', updated: 't.updated_at', value: 't.amount' }[query.sr],
      't.id',
      query,
    ),
  })
  const found = await topupsOf(db, page.list)
  return filled(page, (id) => found.get(id))
}

/** Every refund that was tried of one card payment, oldest first: the state of each as its stream leaves it. */
export async function refundsOf(db: Queryable, topupId: string): Promise<CardRefund[]> {
  const found = await db.query<{ type: string; data: object }>(
    'select type, data from kit.event where stream = $1 order by version',
    [`topup-${topupId}`],
  )
  const refunds = new Map<string, CardRefund>()
  let topup: Topup | undefined
  for (const row of found.rows) {
    topup = evolve(topup, topups.event.parse(row))
    if (topup?.refund) refunds.set(topup.refund.id, toRefund(topupId, topup, topup.refund))
  }
  return [...refunds.values()]
}

/** @throws Rejection TOPUP_NOT_FOUND */
export async function topupOf(db: Queryable, id: string): Promise<AdminTopup> {
  const topup = existing((await load(db, topups, id)).state)
  const about = (await inquired(db, [id])).get(id) ?? { inquiries: 0, inquired_at: null }
  return toAdminTopup(id, topup, about)
}

/** SP-26: what failed and was tried again waits for nobody any more. */
const NEWEST_TRY = `not exists (select 1 from card_refund l where l.topup_id = r.topup_id
  and (l.created_at, l.id) > (r.created_at, r.id)) = $$`

/** Refunds to cards, newest first. */
export async function listRefunds(
  { db }: Deps,
  query: Query<typeof http.adminRefundList>,
): Promise<PageOf<CardRefund>> {
  const page = await pageOfIds(db, {
    from: 'card_refund r',
    filters: [
      ['r.status = any($$)', query.st],
      ['r.customer_id = $$', query.customer],
      [NEWEST_TRY, query.newest],
      ...within('r.created_at', query),
    ],
    ...paging('r.created_at', 'r.id', query),
  })
  const { rows } = await db.query<{ topup_id: string }>(
    'select distinct topup_id from card_refund where id = any($1)',
    [page.list],
  )
  const lists = await Promise.all(rows.map(({ topup_id: id }) => refundsOf(db, id)))
  const found = new Map(lists.flat().map((refund) => [refund._id, refund]))
  return filled(page, (id) => found.get(id))
}
