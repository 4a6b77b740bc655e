import type { FlagCaseDetail } from '@talad/proto/http/moderation/flagging-case'
import { NEAR_PICTURES } from '@talad/proto/perceptual-hash'
import type { Queryable, Tx } from '@talad/shared/db'
import { z } from 'zod'
import { changesOf } from './changes.ts'

const texts = z.array(z.object({ field: z.string(), text: z.string() })).nullable()

/** What an asset `a` is now. */
const NOW = `a.image, coalesce(c.name, '') as collection, r.texts, r.picture, o.owner
  from asset_replica a left join asset_reading r using (asset_id)
    left join collection_reading c on c.sheet_id = r.sheet_id left join asset_owner o using (asset_id)`

/** AW-6: keeps what an asset is when its case is decided, for whoever looks at the case after that. */
export async function keepDecided(tx: Tx, caseId: string, round: number, at: Date): Promise<void> {
  await tx.query(
    `insert into flag_decided (case_id, round, at, image, collection, texts, picture, owner)
     select a.asset_id, $2, $3, ${NOW} where a.asset_id = $1`,
    [caseId, round, at],
  )
}

type Row = {
  round: number
  at: Date
  image: string
  image_now: string
  collection: string
  collection_now: string
  texts: unknown
  texts_now: unknown
  owner: string | null
  owner_now: string | null
  distance: number | null
}

/** AW-6: what of an asset has changed since its case was last decided; null: it never was, or that was forgotten. */
export async function sinceDecision(
  db: Queryable,
  caseId: string,
): Promise<FlagCaseDetail['since_decision']> {
  const { rows } = await db.query<Row>(
    `select d.*, n.image as image_now, n.collection as collection_now, n.texts as texts_now, n.owner as owner_now,
       bit_count(d.picture # n.picture)::int as distance
     from flag_decided d cross join lateral (select ${NOW} where a.asset_id = d.case_id) n
     where d.case_id = $1 order by d.round desc limit 1`,
    [caseId],
  )
  const [row] = rows
  if (!row) return null
  const { round, at, image, image_now, distance } = row
  const was = { texts: texts.parse(row.texts), collection: row.collection, owner: row.owner }
  const is = { texts: texts.parse(row.texts_now), collection: row.collection_now, owner: row.owner_now }
  return {
    round,
    at: at.toISOString(),
    known: was.texts !== null && is.texts !== null,
    changes: changesOf(was, is),
    picture:
      image === image_now
        ? null
        : { before: image, after: image_now, alike: distance === null ? null : distance <= NEAR_PICTURES },
  }
}
