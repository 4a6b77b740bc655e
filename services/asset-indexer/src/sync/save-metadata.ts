import type { Tx } from '@talad/shared/db'
import { toJson } from '@talad/shared/json'
import { touchTraits } from '../due/figures.ts'
import { mediaDue } from '../due/media.ts'
import { isPlayed, typeByExtension } from '../media/kind.ts'
import { readTraitsAnew } from '../trait/store.ts'
import { renew, rest } from './decide.ts'
import type { Metadata } from './metadata.ts'
import { holdSync, saveSync } from './store.ts'

type Read = { metadata: Metadata /** where it was */; source: string; now: Date }

/** Where something lies, as a text to look at: what is written in the address itself is no place. */
export const placeOf = (source: string) => (/^data:/i.test(source) ? '' : source.slice(0, MAX_PLACE))
const MAX_PLACE = 2_048

const SAME = 'image_source is not distinct from $4 and animation_source is not distinct from $8'

/** Writes what the metadata says. A picture from another source than before is due at once. */
export async function saveMetadata(tx: Tx, assetId: string, { metadata, source, now }: Read): Promise<void> {
  const before = await tx.query<{ image_source: string | null; collection_id: string; contract: string }>(
    'select image_source, collection_id, contract from asset where id = $1 for update',
    [assetId],
  )
  const old = before.rows[0]
  if (!old) return
  const { name, description, image, animation, externalUrl, attributes } = metadata
  await tx.query(
    `update asset set name = $2, description = $3, image_source = $4, external_url = $5, attributes = $6,
       metadata_source = $7, picture_hash = case when image_source is not distinct from $4 then picture_hash else '' end,
       animation_source = $8,
       media_source = case when ${SAME} then media_source end, media_type = case when ${SAME} then media_type end
     where id = $1`,
    [assetId, name, description, image, externalUrl, toJson(attributes), placeOf(source), animation],
  )
  // AI-21: a picture that is none is asked about when it could not be made
  if (animation !== null || (image !== null && isPlayed(typeByExtension(image))))
    await mediaDue.enqueue(tx, [{ payload: { assetId, contract: old.contract }, key: assetId, at: now }])
  await readTraitsAnew(tx, old.collection_id, { id: assetId, attributes })
  await touchTraits(tx, old.collection_id, now)

  const picture = await holdSync(tx, assetId, 'image')
  if (!picture) return
  if (image === null) {
    await saveSync(tx, assetId, 'image', rest(picture))
    await tx.query('update asset set image_mime = null, r360 = null, r800 = null where id = $1', [assetId])
  } else if (image !== old.image_source) await saveSync(tx, assetId, 'image', renew(picture, now))
}
