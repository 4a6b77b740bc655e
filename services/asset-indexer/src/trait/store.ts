import { type TraitConfig, traitConfig } from '@talad/proto/http/asset-indexer/collection-admin'
import type { Queryable, Tx } from '@talad/shared/db'
import { toJson } from '@talad/shared/json'
import { z } from 'zod'
import type { Attribute } from './attribute.ts'
import { type Derived, traitReader } from './derive.ts'
import { foldTrait } from './fold.ts'

const storedConfigs = z.array(traitConfig)

/** AI-10: how the traits of a collection are read. */
export async function readConfigs(db: Queryable, collectionId: string): Promise<TraitConfig[]> {
  const { rows } = await db.query<{ trait_configs: unknown }>(
    'select trait_configs from collection where id = $1',
    [collectionId],
  )
  return storedConfigs.parse(rows[0]?.trait_configs ?? [])
}

export type GivenAsset = { id: string; attributes: Attribute[] }

/** Writes how the traits of some assets of a collection, which are held, are read. */
export async function saveTraits(
  tx: Tx,
  collectionId: string,
  read: (given: readonly Attribute[]) => Derived,
  assets: readonly GivenAsset[],
): Promise<void> {
  const derived = assets.map(({ id, attributes }) => ({ id, ...read(attributes) }))
  const rows = derived.flatMap(({ id, attributes }) =>
    attributes.map((trait, position) => ({
      asset_id: id,
      position,
      key: trait.key,
      key_folded: foldTrait(trait.key),
      value: trait.value,
      value_folded: foldTrait(trait.value),
      number: trait.number,
      original: trait.original,
      display_type: trait.displayType,
      star: trait.star,
    })),
  )
  await tx.query('delete from attribute where asset_id = any($1)', [derived.map(({ id }) => id)])
  await tx.query(
    `insert into attribute (asset_id, position, collection_id, key, key_folded, value, value_folded, number,
       original, display_type, star)
     select asset_id, position, $1, key, key_folded, value, value_folded, number, original, display_type, star
     from json_to_recordset($2::json) as a (asset_id text, position integer, key text, key_folded text, value text,
       value_folded text, number numeric, original text, display_type text, star boolean)`,
    [collectionId, toJson(rows)],
  )
  await tx.query(
    `update asset set dropped = d.dropped from json_to_recordset($1::json) as d (id text, dropped text[])
     where asset.id = d.id and asset.dropped <> d.dropped`,
    [toJson(derived.map(({ id, dropped }) => ({ id, dropped })))],
  )
}

/** Reads the traits of an asset, which is held, as its collection's are read just now. */
export async function readTraitsAnew(tx: Tx, collectionId: string, asset: GivenAsset): Promise<void> {
  await saveTraits(tx, collectionId, traitReader(await readConfigs(tx, collectionId)), [asset])
}
