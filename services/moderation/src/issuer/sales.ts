import type { OrderChanged } from '@talad/proto/order-book/v1/events'
import { columns, type Queryable, type Tx } from '@talad/shared/db'
import { sheetIdOf } from '../fee/place.ts'

/** MO-32: notes whose something was sold, once for each; what a token stands for counts as well as the token. */
export async function saveSales(
  tx: Tx,
  sales: readonly Pick<OrderChanged, 'blockchain' | 'asset'>[],
  at: Date,
): Promise<void> {
  const sold = sales.flatMap(({ blockchain, asset }) =>
    asset ? [{ ...asset, blockchain, contractAddress: asset.contractAddress.toLowerCase() }] : [],
  )
  await tx.query(
    `insert into issuer_sale (issuer_id, at)
     select distinct r.issuer_id, $4::timestamptz
     from unnest($1::text[], $2::text[], $3::numeric[]) as s (sheet_id, contract, token)
     join issuer_range r on r.sheet_id = s.sheet_id and r.tokens @> s.token
     left join asset_replica a on a.contract_address = s.contract and a.token_id = s.token
     where r.about in ('', a.abstract_kind || '/' || a.abstract_collection_id,
       a.abstract_kind || '/' || a.abstract_collection_id || '/' || a.abstract_item_id)
     order by 1 on conflict do nothing`,
    [
      ...columns(
        sold,
        (one) => sheetIdOf(one),
        (one) => one.contractAddress,
        (one) => one.tokenId,
      ),
      at,
    ],
  )
}

/** MO-32: whether an issuer may have been paid: one that has or had a fee, or of whom something was sold. */
export async function wasPaid(db: Queryable, issuerId: string): Promise<boolean> {
  const { rows } = await db.query(
    `select 1 where exists (select 1 from fee where issuer_id = $1)
       or exists (select 1 from issuer_sale where issuer_id = $1)`,
    [issuerId],
  )
  return rows.length > 0
}
