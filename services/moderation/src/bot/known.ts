import { timestampDate } from '@bufbuild/protobuf/wkt'
import type { AssetMetadataRead } from '@talad/proto/asset-indexer/v1/events'
import { NEAR_PICTURES } from '@talad/proto/perceptual-hash'
import { arrayText, type Queryable, type Tx } from '@talad/shared/db'
import { toJson } from '@talad/shared/json'
import { sheetIdOf } from '../fee/place.ts'
import { keysNear } from './bands.ts'
import type { Known } from './rules.ts'

/** MO-15: a token that an active issuer has, or of a collection that was verified (AI-8). */
export const issuedAs = (
  row: string,
) => `(exists (select 1 from issuer_range i where i.sheet_id = ${row}.sheet_id
    and i.about = '' and i.tokens @> ${row}.token_id)
  or exists (select 1 from asset_replica v where v.asset_id = ${row}.asset_id and v.verified))`

type Where = Pick<AssetMetadataRead, 'blockchain' | 'contractAddress'>

export const sheetOf = ({ blockchain, contractAddress }: Where): string =>
  sheetIdOf({ blockchain, contractAddress: contractAddress.toLowerCase() })

const bitsOf = (hash: string) => BigInt(`0x${hash}`).toString(2).padStart(256, '0')

/** MO-15: pictures of a contract, each once, to be searched; one that no asset has any more goes. */
async function savePicture(tx: Tx, sheetId: string, before: string | null, picture: string | null) {
  if (picture === before) return
  if (picture !== null)
    await tx.query(
      'insert into sheet_picture (sheet_id, picture) values ($1, $2::text::bit(256)) on conflict do nothing',
      [sheetId, picture],
    )
  if (before !== null)
    await tx.query(
      `delete from sheet_picture p where sheet_id = $1 and picture = $2::text::bit(256)
         and not exists (select 1 from asset_reading r where r.sheet_id = p.sheet_id and r.picture = p.picture)`,
      [sheetId, before],
    )
}

/**
 * Keeps what an asset says and shows, in the line of all readings.
 * @returns whether it is news: older ones that come late change nothing
 */
export async function saveReading(tx: Tx, event: AssetMetadataRead): Promise<boolean> {
  if (!event.at) throw new Error(`the reading of asset ${event.assetId} has no time`)
  const at = timestampDate(event.at)
  const name = event.texts.find(({ field }) => field === 'name')?.text ?? ''
  await tx.query(
    `insert into collection_reading (sheet_id, name, at) values ($1, $2, $3)
     on conflict (sheet_id) do update set name = excluded.name, at = excluded.at
     where collection_reading.at <= excluded.at`,
    [sheetOf(event), event.collectionName, at],
  )
  const picture = event.pictureHash === '' ? null : bitsOf(event.pictureHash)
  const { rows } = await tx.query<{ picture: string | null }>(
    'select picture::text from asset_reading where asset_id = $1',
    [event.assetId],
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
  if (rowCount !== 1) return false
  await savePicture(tx, sheetOf(event), rows[0]?.picture ?? null, picture)
  return true
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

/**
 * The pictures nearest to that of an asset, of those that are issued or of those that are not: found by the index of
 * their bands, and then measured.
 */
export async function nearest(
  db: Queryable,
  event: Where & Pick<AssetMetadataRead, 'pictureHash'>,
  { issued, most }: { issued: boolean; most: number },
): Promise<Near[]> {
  const { pictureHash: hash } = event
  if (hash === '') return []
  const { rows } = await db.query<Near>(
    `select o.asset_id, coalesce(nullif(o.name, ''), c.name, '') as name, o.metadata_hash, n.distance
     from pictures_near($1::text::bit(256), $2::int[], $3) n join asset_reading o using (sheet_id, picture)
       left join collection_reading c using (sheet_id)
     where sheet_id <> $4 and ${issuedAs('o')} = $5 order by distance, o.asset_id limit $6`,
    [bitsOf(hash), arrayText(keysNear(hash)), NEAR_PICTURES, sheetOf(event), issued, most],
  )
  return rows
}

/** Copies that were read before what they copy are found when it is. */
const MOST_COPIES = 20

/** What an asset is compared with, and the copies of its own picture when it is a verified one. */
export async function lookAround(
  tx: Tx,
  event: AssetMetadataRead,
): Promise<Omit<Known, 'blacklist'> & { copies: Near[] }> {
  const { rows } = await tx.query<{ issued: boolean }>(
    `select ${issuedAs('a')} as issued from asset_reading a where asset_id = $1`,
    [event.assetId],
  )
  const isIssued = rows[0]?.issued === true
  if (isIssued) {
    const copies = await nearest(tx, event, { issued: false, most: MOST_COPIES })
    return { isIssued, names: [], near: undefined, copies }
  }
  const [near] = await nearest(tx, event, { issued: true, most: 1 })
  return { isIssued, names: await verifiedNames(tx), near, copies: [] }
}
