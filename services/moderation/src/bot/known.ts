import { timestampDate } from '@bufbuild/protobuf/wkt'
import type { AssetMetadataRead } from '@talad/proto/asset-indexer/v1/events'
import { NEAR_PICTURES } from '@talad/proto/perceptual-hash'
import type { Tx } from '@talad/shared/db'
import { toJson } from '@talad/shared/json'
import { sheetIdOf } from '../fee/place.ts'
import type { Known } from './rules.ts'

/** MO-15: a token that an active issuer has, or of a collection that was verified (AI-8). */
export const issuedAs = (
  row: string,
) => `(exists (select 1 from issuer_range i where i.sheet_id = ${row}.sheet_id
    and i.about = '' and i.tokens @> ${row}.token_id)
  or exists (select 1 from asset_replica v where v.asset_id = ${row}.asset_id and v.verified))`

export const sheetOf = ({ blockchain, contractAddress }: AssetMetadataRead): string =>
  sheetIdOf({ blockchain, contractAddress: contractAddress.toLowerCase() })

/** Keeps what an asset says and shows. @returns whether it is news: older ones that come late change nothing */
export async function saveReading(tx: Tx, event: AssetMetadataRead): Promise<boolean> {
  if (!event.at) throw new Error(`the reading of asset ${event.assetId} has no time`)
  const at = timestampDate(event.at)
  const name = event.texts.find(({ field }) => field === 'name')?.text ?? ''
  const picture =
    event.pictureHash === '' ? null : BigInt(`0x${event.pictureHash}`).toString(2).padStart(256, '0')
  await tx.query(
    `insert into collection_reading (sheet_id, name, at) values ($1, $2, $3)
     on conflict (sheet_id) do update set name = excluded.name, at = excluded.at
     where collection_reading.at <= excluded.at`,
    [sheetOf(event), event.collectionName, at],
  )
  const { rowCount } = await tx.query(
    `insert into asset_reading (asset_id, sheet_id, token_id, name, metadata_hash, picture, texts, at)
     values ($1, $2, $3, $4, $5, $6::text::bit(256), $7, $8)
     on conflict (asset_id) do update set name = excluded.name, metadata_hash = excluded.metadata_hash,
       picture = excluded.picture, texts = excluded.texts, at = excluded.at
     where asset_reading.at <= excluded.at`,
    [
      ...[event.assetId, sheetOf(event), event.tokenId, name, event.metadataHash, picture],
      ...[toJson(event.texts.map(({ field, text }) => ({ field, text }))), at],
    ],
  )
  return rowCount === 1
}

/** MO-15: verified is what active issuers issue, and whose collection was verified: their names, and those of these collections. */
async function verifiedNames(tx: Tx): Promise<string[]> {
  const { rows } = await tx.query<{ name: string }>(
    `select name from collection_reading c where exists (select 1 from issuer_range i where i.sheet_id = c.sheet_id)
       or exists (select 1 from asset_replica v where v.verified and v.blockchain || ':' || v.contract_address = c.sheet_id)
     union select name_th from issuer where active union select name_en from issuer where active order by 1`,
  )
  return rows.map(({ name }) => name)
}

type Near = { asset_id: string; name: string; metadata_hash: string; distance: number }

/** The pictures nearest to that of an asset, of those that are issued or of those that are not. */
async function nearest(tx: Tx, assetId: string, issued: boolean, most: number): Promise<Near[]> {
  const { rows } = await tx.query<Near>(
    `select o.asset_id, coalesce(nullif(o.name, ''), c.name, '') as name, o.metadata_hash,
       bit_count(o.picture # a.picture)::int as distance
     from asset_reading a join asset_reading o on o.picture is not null and o.sheet_id <> a.sheet_id
       left join collection_reading c on c.sheet_id = o.sheet_id
     where a.asset_id = $1 and bit_count(o.picture # a.picture) <= $2 and ${issuedAs('o')} = $3
     order by distance, o.asset_id limit $4`,
    [assetId, NEAR_PICTURES, issued, most],
  )
  return rows
}

/** Copies that were read before what they copy are found when it is. */
const MOST_COPIES = 20

/** What an asset is compared with, and the copies of its own picture when it is a verified one. */
export async function lookAround(
  tx: Tx,
  assetId: string,
): Promise<Omit<Known, 'blacklist'> & { copies: Near[] }> {
  const { rows } = await tx.query<{ issued: boolean }>(
    `select ${issuedAs('a')} as issued from asset_reading a where asset_id = $1`,
    [assetId],
  )
  const isIssued = rows[0]?.issued === true
  if (isIssued)
    return { isIssued, names: [], near: undefined, copies: await nearest(tx, assetId, false, MOST_COPIES) }
  const [near] = await nearest(tx, assetId, true, 1)
  return { isIssued, names: await verifiedNames(tx), near, copies: [] }
}
