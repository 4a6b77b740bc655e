import type { AdminCollection, PickedCollection } from '@talad/proto/http/asset-indexer/collection-admin'
import type { Queryable } from '@talad/shared/db'
import { Rejection } from '@talad/shared/rejection'
import { readParts } from '../abstract/store.ts'
import { type Conditions, conditions } from '../asset/sql.ts'
import { mediaUrl } from '../media/routes.ts'
import { foldTrait } from '../trait/fold.ts'
import { readTraits } from '../trait/read.ts'
import { readConfigs } from '../trait/store.ts'
import { answerDue } from './decide-verification.ts'
import { type CollectionRow, selectCollections, toCollection } from './read.ts'

function shown(row: CollectionRow): AdminCollection {
  return {
    ...toCollection(row),
    continents: row.continents,
    version: row.version,
    changed_by: row.changed_by,
    changed_at: row.changed_at?.toISOString() ?? null,
    catching_up: row.next_block !== null,
    evidence: row.verification_evidence,
    reason: row.verification_reason,
    decided: row.verification_at?.toISOString() ?? null,
    asked: row.verification_asked_at?.toISOString() ?? null,
    answer_due: row.verification_asked_at && answerDue(row.verification_asked_at).toISOString(),
  }
}

/** Collections as admins see them. */
export async function readShown(db: Queryable, where: Conditions, tail: string): Promise<AdminCollection[]> {
  return (await selectCollections(db, where, tail)).map(shown)
}

type SampleRow = { asset_id: string; name: string; r360: string | null }

async function readSamples(db: Queryable, id: string) {
  const { rows } = await db.query<SampleRow>(
    `select a.id as asset_id, a.name, a.r360 from collection c join asset a on a.id = any(c.samples)
     where c.id = $1 order by array_position(c.samples, a.id)`,
    [id],
  )
  return rows.map(({ asset_id, name, r360 }) => ({ asset_id, name, image: mediaUrl(r360) }))
}

/** AI-10, AI-11: each key as filters offer it now, and what was dropped of it. */
async function readEffect(db: Queryable, id: string): Promise<PickedCollection['traits']> {
  const traits = await readTraits(db, id)
  const dropped = await db.query<{ key: string; n: number }>(
    `select min(d) as key, count(*)::int as n from asset, unnest(dropped) as d
     where collection_id = $1 and dropped <> '{}' group by lower(d)`,
    [id],
  )
  const starred = await db.query<{ key: string }>(
    'select distinct key_folded as key from attribute where collection_id = $1 and star',
    [id],
  )
  const stars = new Set(starred.rows.map(({ key }) => key))
  const lost = new Map(dropped.rows.map(({ key, n }) => [foldTrait(key), { key, n }]))
  const kept = traits.map(({ key, kind, total, min, max }) => {
    const folded = foldTrait(key)
    const { n = 0 } = lost.get(folded) ?? {}
    lost.delete(folded)
    return { key, kind, values: total, min, max, dropped: n, star: stars.has(folded) }
  })
  const gone = [...lost.values()].map(({ key, n }) => ({
    key,
    kind: null,
    values: 0,
    min: null,
    max: null,
    dropped: n,
    star: false,
  }))
  return [...kept, ...gone]
}

/** One collection with everything that admins decide on. @throws Rejection NOT_FOUND */
export async function readPicked(db: Queryable, id: string, now: Date): Promise<PickedCollection> {
  const where = conditions()
  where.add(`c.id = ${where.value(id)}`)
  const [collection] = await readShown(db, where, '')
  if (!collection) throw new Rejection('NOT_FOUND')
  const former = await db.query<{ slug: string; until: Date }>(
    'select slug, until from collection_slug where collection_id = $1 and until > $2 order by until desc, slug',
    [id, now],
  )
  const asleep = await db.query<{ n: number }>(
    `select count(*)::int as n from sync s join asset a on a.id = s.asset_id
     where s.kind = 'image' and s.state in ('sleep', 'dead') and a.collection_id = $1`,
    [id],
  )
  return {
    ...collection,
    former_slugs: former.rows.map(({ slug, until }) => ({ slug, until: until.toISOString() })),
    samples: await readSamples(db, id),
    configs: await readConfigs(db, id),
    abstract_parts: await readParts(db, id),
    traits: await readEffect(db, id),
    asleep: asleep.rows[0]?.n ?? 0,
  }
}
