import { orders } from '@talad/order-book/order/stream'
import { isOpen, type OrderView, orderView } from '@talad/order-book/public-state/order'
import type { Db } from '@talad/shared/db'
import { canonicalJson } from '@talad/shared/json'
import { published } from '@talad/shared/stream'
import { SUSPENSIONS } from './known-story.ts'
import { rowsOf, type Seen } from './steps.ts'
import { eventsOf, lastTold, toldBy } from './told.ts'

const COPIES = `
  select concat_ws(' ', 'account', a.account_id, a.kyc_level, a.revision,
    (select count(*) from wallet w where w.account_id = a.account_id)) as row from account a
  union all select concat_ws(' ', 'asset', token_id, tradable, name) from asset
  union all select concat_ws(' ', 'assessment', customer_id, questions_version, revision) from assessment_replica
  union all select concat_ws(' ', 'shipping', shipping_id, status, revision) from shipping
  union all select concat_ws(' ', 'fees', split_part(s.sheet_id, ':', 2), s.revision, f.basis_points,
    (select count(*) from issuer_range r where r.sheet_id = s.sheet_id)) as row
    from fee_sheet s join fee_replica f using (sheet_id)
  union all ${SUSPENSIONS} order by 1`

/** An order as lists show it, apart from the order in which its facts were heard, and from reasons after its end. */
function standing({ terms, after }: OrderView): string {
  const txs = [...after.txs].sort((a, b) => Number(a.block - b.block) || a.logIndex - b.logIndex)
  const reasons = isOpen(after.status) ? after.reasons : []
  return canonicalJson({ hash: terms.hash, after: { ...after, txs, reasons } })
}

/** What the order book has stored and said. */
export async function seeOrderBook(db: Db): Promise<Seen> {
  // which of two orders is looked at first is nobody's business
  const events = (await eventsOf(db)).sort(
    (a, b) => Number(a.stream > b.stream) - Number(a.stream < b.stream),
  )
  const told = toldBy(events, published(orders).messages)
  const shown = await db.query<{ doc: unknown }>('select doc from order_view order by hash')
  const views = shown.rows.map(({ doc }) => orderView.parse(doc))
  const known = {
    account: [],
    wallet: [],
    asset: [],
    assessment_replica: [],
    fee_sheet: [],
    fee_replica: [],
    issuer_range: [],
    shipping: [],
    holding: [],
    transfer_check: [],
    heard_transfer: [],
  }
  // a transfer that is found out after something else has ended the order isn't noted in it
  const rows = { raised_counter: [], order_row: ['departure_facts'], order_view: ['doc'] }
  const stored = await rowsOf(db, { ...known, ...rows, suspension_replica: [] })
  const copies = await db.query<{ row: string }>(COPIES)
  return {
    every: [
      ...stored,
      ...views.map((view) => canonicalJson(view)),
      ...events.map(
        ({ stream, version, type, data }) => `${stream} ${version} ${type} ${canonicalJson(data)}`,
      ),
      ...told.map((one) => canonicalJson(one)),
    ],
    last: [...stored, ...views.map(standing), ...lastTold(told, ['revision', 'change', 'at'])],
    copies: copies.rows.map(({ row }) => row).sort(),
  }
}
