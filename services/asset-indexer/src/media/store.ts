import type { Queryable } from '@talad/shared/db'
import type { Medium, Named } from './detect.ts'

type NamedRow = { animation_source: string | null; image_source: string | null; failed: boolean }

/** What the metadata of an asset names; undefined: there is no such asset. */
export async function findNamed(db: Queryable, assetId: string): Promise<Named | undefined> {
  const { rows } = await db.query<NamedRow>(
    `select a.animation_source, a.image_source, s.failures > 0 and a.r360 is null as failed
     from asset a join sync s on s.asset_id = a.id and s.kind = 'image' where a.id = $1`,
    [assetId],
  )
  const [row] = rows
  return row && { animation: row.animation_source, image: row.image_source, pictureFailed: row.failed }
}

/** Keeps what was found, unless the metadata names something else by now: then it is looked at again. */
export async function saveMedium(
  db: Queryable,
  assetId: string,
  { animation, image }: Named,
  medium: Medium | undefined,
): Promise<void> {
  await db.query(
    `update asset set media_source = $4, media_type = $5
     where id = $1 and animation_source is not distinct from $2 and image_source is not distinct from $3`,
    [assetId, animation, image, medium?.source ?? null, medium?.type ?? null],
  )
}

export type PlayedRow = {
  blockchain: string
  contract: string
  token_id: bigint
  source: string
  type: number
}

/** The medium of an asset, whatever its kind; undefined: it has none. */
export async function findMediumOf(db: Queryable, assetId: string): Promise<PlayedRow | undefined> {
  const { rows } = await db.query<PlayedRow>(
    `select c.blockchain, a.contract, a.token_id, a.media_source as source, a.media_type as type
     from asset a join collection c on c.id = a.collection_id where a.id = $1 and a.media_source is not null`,
    [assetId],
  )
  return rows[0]
}
