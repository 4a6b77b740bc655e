import { type NftRange, type NftToken, rangeOf } from '@talad/proto/nft-range'
import type { Queryable } from '@talad/shared/db'
import { GENERAL, sheetIdOf } from '../replicas/fees.ts'
import { applicableFees, type ConfiguredFee, type Fee, type IssuerRange, issuerOf } from './decide.ts'

type Item = { blockchain: string; contractAddress: string; tokenId: string }

type FeeRow = {
  sheet_id: string
  type: ConfiguredFee['type']
  customer_id: string | null
  issuer_id: string | null
  basis_points: number
}

/** Enabled ones of the contract and the general one; issuer fees are of the collection that the contract is (OB-32). */
const FEES = `select sheet_id, type, customer_id, issuer_id, basis_points from fee_replica f
  where sheet_id = any($1) and enabled
    and (type <> 'issuer' or collection_id = (select a.collection_id from asset a where a.contract = $2 limit 1))
  order by array_position(array['service', 'royalty', 'issuer'], type), fee_id`

type RangeRow = {
  issuer_id: string
  customer_id: string
  token_from: bigint | null
  token_to: bigint | null
  abstract_kind: string | null
  abstract_collection_id: string | null
  abstract_item_id: string | null
}

function rangeIn({ blockchain, contractAddress }: Item, row: RangeRow): NftRange {
  const { abstract_kind: kind, abstract_collection_id: collectionId, abstract_item_id: itemId } = row
  return rangeOf({
    blockchain,
    contractAddress,
    tokenFrom: row.token_from?.toString(),
    tokenTo: row.token_to?.toString(),
    ...(kind !== null &&
      collectionId !== null && { abstract: { kind, collectionId, itemId: itemId ?? undefined } }),
  })
}

/** What active issuers issue of the contract of an item. */
async function rangesAt(db: Queryable, item: Item): Promise<IssuerRange[]> {
  const { rows } = await db.query<RangeRow>('select * from issuer_range where sheet_id = $1 order by place', [
    sheetIdOf(item),
  ])
  return rows.map((row) => ({
    issuerId: row.issuer_id,
    customerId: row.customer_id,
    range: rangeIn(item, row),
  }))
}

type StandsRow = { kind: string; collection_id: string; item_id: string }

/** A token with what it stands for (AI-7), as ranges may be about that (MO-1). */
async function tokenOf(
  db: Queryable,
  { blockchain, contractAddress: contract, tokenId }: Item,
): Promise<NftToken> {
  const { rows } = await db.query<StandsRow>(
    `select abstract_kind as kind, abstract_collection_id as collection_id, abstract_item_id as item_id from asset
     where contract = $1 and token_id = $2 and abstract_kind is not null`,
    [contract, tokenId],
  )
  const [stands] = rows
  return {
    blockchain,
    contract,
    tokenId: BigInt(tokenId),
    ...(stands && {
      abstract: { kind: stands.kind, collectionId: stands.collection_id, itemId: stands.item_id },
    }),
  }
}

/** OB-36: whether a token is one that a customer issues. */
export async function isIssuedBy(db: Queryable, customerId: string, item: Item): Promise<boolean> {
  const [ranges, token] = await Promise.all([rangesAt(db, item), tokenOf(db, item)])
  return issuerOf(ranges, token)?.customerId === customerId
}

/**
 * The fees on a sale of a token (OB-32), in a fixed order.
 * @throws Rejection UNAVAILABLE where news of the fees have come in part only
 */
export async function feesOf(db: Queryable, item: Item): Promise<Fee[]> {
  const sheetId = sheetIdOf(item)
  const [found, ranges, token] = await Promise.all([
    db.query<FeeRow>(FEES, [[sheetId, GENERAL], item.contractAddress]),
    rangesAt(db, item),
    tokenOf(db, item),
  ])
  const fees = found.rows.map((row) => ({
    type: row.type,
    isGeneral: row.sheet_id === GENERAL,
    basisPoints: row.basis_points,
    customerId: row.customer_id,
    issuerId: row.issuer_id,
  }))
  return applicableFees({ fees, ranges }, token)
}
