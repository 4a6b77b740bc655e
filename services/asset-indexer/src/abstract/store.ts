import { type AbstractPart, abstractParts } from '@talad/proto/http/asset-indexer/abstract-rule'
import { arrayText, columns, type Queryable, type Tx } from '@talad/shared/db'
import type { AssetView } from '../chain/events.ts'
import { mintedAmong } from './minted.ts'
import { abstractReader, type StandsFor } from './read-abstract.ts'

/** AI-7: which tokens of a collection stand for what. */
export async function readParts(db: Queryable, collectionId: string): Promise<AbstractPart[]> {
  const { rows } = await db.query<{ abstract_parts: unknown }>(
    'select abstract_parts from collection where id = $1',
    [collectionId],
  )
  return abstractParts.parse(rows[0]?.abstract_parts ?? [])
}

/** What new assets stand for, by their ids; whoever calls stands in line of the contracts. */
export async function abstractAmong(
  db: Queryable,
  assets: readonly AssetView[],
): Promise<ReadonlyMap<string, StandsFor>> {
  const found = new Map<string, StandsFor>()
  if (assets.length === 0) return found
  const { rows } = await db.query<{ id: string; abstract_parts: unknown }>(
    `select id, abstract_parts from collection where id = any($1::text[]) and abstract_parts <> '[]'`,
    [arrayText([...new Set(assets.map(({ collectionId }) => collectionId))])],
  )
  const readers = new Map(
    rows.map(({ id, abstract_parts }) => [id, abstractReader(abstractParts.parse(abstract_parts))]),
  )
  const minted = await mintedAmong(
    db,
    assets.map(({ assetId }) => assetId),
  )
  for (const { assetId, collectionId, token } of assets) {
    const stands = minted.get(assetId) ?? readers.get(collectionId)?.(BigInt(token))
    if (stands) found.set(assetId, stands)
  }
  return found
}

/** New assets as they are told of. */
export const asStanding = (
  assets: readonly AssetView[],
  found: ReadonlyMap<string, StandsFor>,
): readonly AssetView[] =>
  assets.map((asset) => {
    const stands = found.get(asset.assetId)
    return stands ? { ...asset, abstract: withoutTag(stands) } : asset
  })

const withoutTag = ({ tag: _tag, source: _source, ...stands }: StandsFor) => stands

type Standing = { id: string; stands: StandsFor | undefined }

/** Writes what assets stand for; what a minting record says stays, whatever the parts of their contract say. */
export async function saveAbstracts(tx: Tx, assets: readonly Standing[]): Promise<void> {
  if (assets.length === 0) return
  await tx.query(
    `update asset a set abstract_kind = r.kind, abstract_collection_id = r.collection, abstract_item_id = r.item,
       abstract_token_id = r.token, abstract_tag = r.tag, abstract_source = r.source
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[],
         $7::text[]) as r (id, kind, collection, item, token, tag, source)
     where a.id = r.id and (r.source = 'minting' or a.abstract_source is distinct from 'minting')`,
    columns(
      assets,
      ({ id }) => id,
      ({ stands }) => stands?.kind ?? null,
      ({ stands }) => stands?.collectionId ?? null,
      ({ stands }) => stands?.itemId ?? null,
      ({ stands }) => stands?.tokenId ?? null,
      ({ stands }) => stands?.tag ?? null,
      ({ stands }) => stands?.source ?? null,
    ),
  )
}
