import { isOpen, type OrderView, orderView } from '@talad/order-book/public-state/order'
import type { Db } from '@talad/shared/db'
import { canonicalJson } from '@talad/shared/json'
import { SUSPENSIONS } from './known-story.ts'
import type { Look } from './seen.ts'

/** An order as lists show it, apart from the order in which its facts were heard, and from reasons after its end. */
function standing({ terms, after }: OrderView): string {
  const txs = [...after.txs].sort((a, b) => Number(a.block - b.block) || a.logIndex - b.logIndex)
  const reasons = isOpen(after.status) ? after.reasons : []
  return canonicalJson({ hash: terms.hash, after: { ...after, txs, reasons } })
}

async function standings(db: Db): Promise<string[]> {
  const { rows } = await db.query<{ doc: unknown }>('select doc from order_view')
  return rows.map(({ doc }) => standing(orderView.parse(doc)))
}

export const orderBookLook: Look = {
  copies: `
    select concat_ws(' ', 'account', a.account_id, a.kyc_level, a.revision,
      (select count(*) from wallet w where w.account_id = a.account_id)) as row from account a
    union all select concat_ws(' ', 'asset', token_id, tradable, name) from asset
    union all select concat_ws(' ', 'assessment', customer_id, questions_version, revision) from assessment_replica
    union all select concat_ws(' ', 'shipping', shipping_id, status, revision) from shipping
    union all select concat_ws(' ', 'fees', split_part(s.sheet_id, ':', 2), s.revision, f.basis_points,
      (select count(*) from issuer_range r where r.sheet_id = s.sheet_id)) as row
      from fee_sheet s join fee_replica f using (sheet_id)
    union all ${SUSPENSIONS}`,
  // a transfer that is found out after something else has ended the order isn't noted in it
  without: { order_row: ['departure_facts'] },
  unordered: { order_view: ['doc'] },
  streamsApart: true,
  counting: ['revision', 'change', 'at'],
  unorderedBesides: standings,
}
