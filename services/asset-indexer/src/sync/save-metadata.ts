import type { Tx } from '@talad/shared/db'
import { toJson } from '@talad/shared/json'
import { touchTraits } from '../due/figures.ts'
import { renew, rest } from './decide.ts'
import type { Metadata } from './metadata.ts'
import { holdSync, saveSync } from './store.ts'

/** Writes what the metadata says. A picture from another source than before is due at once. */
export async function saveMetadata(tx: Tx, assetId: string, metadata: Metadata, now: Date): Promise<void> {
  const before = await tx.query<{ image_source: string | null; collection_id: string }>(
    'select image_source, collection_id from asset where id = $1 for update',
    [assetId],
  )
  const old = before.rows[0]
  if (!old) return
  const { name, description, image, externalUrl } = metadata
  await tx.query(
    'update asset set name = $2, description = $3, image_source = $4, external_url = $5 where id = $1',
    [assetId, name, description, image, externalUrl],
  )
  const rows = metadata.attributes.map((attribute, position) => ({
    ...attribute,
    position,
    key_folded: attribute.key.toLowerCase(), // AI-11
    value_folded: attribute.value.toLowerCase(),
  }))
  await tx.query('delete from attribute where asset_id = $1', [assetId])
  await tx.query(
    `insert into attribute (asset_id, position, collection_id, key, key_folded, value, value_folded, number, display_type)
     select $1, position, $2, key, key_folded, value, value_folded, number, "displayType"
     from json_to_recordset($3::json) as a (position integer, key text, key_folded text, value text,
       value_folded text, number numeric, "displayType" text)`,
    [assetId, old.collection_id, toJson(rows)],
  )
  await touchTraits(tx, old.collection_id, now)

  const picture = await holdSync(tx, assetId, 'image')
  if (!picture) return
  if (image === null) {
    await saveSync(tx, assetId, 'image', rest(picture))
    await tx.query('update asset set image_mime = null, r360 = null, r800 = null where id = $1', [assetId])
  } else if (image !== old.image_source) await saveSync(tx, assetId, 'image', renew(picture, now))
}
