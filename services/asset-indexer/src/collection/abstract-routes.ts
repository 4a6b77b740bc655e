import type { AbstractPart } from '@talad/proto/http/asset-indexer/abstract-rule'
import { collectionAdminHttp as http } from '@talad/proto/http/asset-indexer/collection-admin'
import { columns, type Queryable } from '@talad/shared/db'
import type { App } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import { ABSTRACT, type AbstractJson } from '../abstract/read.ts'
import { abstractReader, type StandsFor } from '../abstract/read-abstract.ts'
import type { Deps } from '../deps.ts'
import { collectionAbstract } from '../due/figures.ts'
import { changeCollection } from './change.ts'

/** Of each part, so many assets are shown, of all of them together, and so many are counted. */
const SHOWN_OF_PART = 2
const SHOWN = 20
const COUNTED = 1_000

type Looked = {
  id: string
  token_id: bigint
  name: string
  before: AbstractJson | null
  source: 'rule' | 'minting' | null
}

const LOOKED = `a.id, a.token_id, a.name, a.abstract_source as source, ${ABSTRACT} as before`
const ENDS = 'unnest($2::numeric[], $3::numeric[]) with ordinality as p (token_from, token_to, n)'
const endsOf = (parts: readonly AbstractPart[]) =>
  columns(
    parts,
    ({ token_from }) => token_from,
    ({ token_to }) => token_to,
  )

async function countParts(db: Queryable, id: string, parts: readonly AbstractPart[]) {
  const { rows } = await db.query<{ assets: number }>(
    `select assets from ${ENDS} cross join lateral (select count(*)::int as assets from (
         select 1 from asset a where a.collection_id = $1 and a.token_id between p.token_from and p.token_to
         limit ${COUNTED}) within) counted order by n`,
    [id, ...endsOf(parts)],
  )
  return rows
}

/** The first of each part, then those that stand for something now, as they may not any longer. */
async function lookAt(db: Queryable, id: string, parts: readonly AbstractPart[]): Promise<Looked[]> {
  const within = await db.query<Looked>(
    `select a.* from ${ENDS} cross join lateral (
         select ${LOOKED} from asset a where a.collection_id = $1 and a.token_id between p.token_from and p.token_to
         order by a.token_id limit ${SHOWN_OF_PART}) a order by n, a.token_id limit ${SHOWN}`,
    [id, ...endsOf(parts)],
  )
  const standing = await db.query<Looked>(
    `select ${LOOKED} from asset a where a.collection_id = $1 and a.abstract_source is not null
     order by a.token_id limit ${SHOWN_OF_PART * 2}`,
    [id],
  )
  const all = new Map([...within.rows, ...standing.rows].map((asset) => [asset.id, asset]))
  return [...all.values()]
}

const shown = ({ kind, collectionId, itemId, tokenId }: StandsFor): AbstractJson => ({
  kind,
  collection_id: collectionId,
  item_id: itemId,
  token_id: tokenId,
})

/** AI-7: what tokens of a shared contract stand for. */
export function abstractAdminRoutes(app: App, deps: Deps): void {
  const { db } = deps

  app.route(http.previewAbstract, async ({ body: { collection_id: id, parts } }) => {
    const read = abstractReader(parts)
    const found = await db.query('select 1 from collection where id = $1', [id])
    if (found.rows.length === 0) throw new Rejection('NOT_FOUND')
    const [counts, assets] = [await countParts(db, id, parts), await lookAt(db, id, parts)]
    return {
      parts: counts,
      assets: assets.map(({ id: asset_id, token_id, name, before, source }) => {
        const stands = read(token_id)
        const after = source === 'minting' ? before : stands ? shown(stands) : null
        return { asset_id, token_id: token_id.toString(), name, before, after }
      }),
    }
  })

  app.route(http.setAbstract, ({ body: { parts, ...about }, ...call }) => {
    abstractReader(parts) // what can't be read so is refused before anything is kept
    return changeCollection(
      deps,
      { call, about, action: 'collection.abstract', inLine: true },
      async (tx, { id }, now) => {
        await tx.query('update collection set abstract_parts = $2 where id = $1', [id, JSON.stringify(parts)])
        await collectionAbstract.enqueue(tx, [{ payload: { collectionId: id }, key: id, at: now }])
      },
    )
  })
}
