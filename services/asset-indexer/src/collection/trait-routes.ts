import { collectionAdminHttp as http } from '@talad/proto/http/asset-indexer/collection-admin'
import type { App } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import type { Deps } from '../deps.ts'
import { collectionConfigs } from '../due/figures.ts'
import { type Derived, traitReader } from '../trait/derive.ts'
import { effectOf } from '../trait/effect.ts'
import type { GivenAsset } from '../trait/store.ts'
import { changeCollection } from './change.ts'

/** Assets that a preview reads, and how many of them it shows. */
const LOOKED_AT = 500
const SHOWN = 8

type Looked = GivenAsset & { token_id: bigint; name: string }

const plain = (traits: readonly { key: string; value: string }[]) =>
  traits.map(({ key, value }) => ({ key, value }))
const changes = ({ attributes }: Looked, read: Derived) =>
  JSON.stringify(plain(attributes)) !== JSON.stringify(plain(read.attributes))

/** AI-10: how the traits of a collection are read. */
export function traitAdminRoutes(app: App, deps: Deps): void {
  const { db } = deps

  app.route(http.previewTraits, async ({ body }) => {
    const { collection_id: id, configs } = body
    const read = traitReader(configs)
    const found = await db.query('select 1 from collection where id = $1', [id])
    if (found.rows.length === 0) throw new Rejection('NOT_FOUND')
    // ids are hashes: these are assets from everywhere in the collection, each time the same
    const { rows } = await db.query<Looked>(
      `select id, token_id, name, attributes from asset
       where collection_id = $1 and supply > 0 and attributes <> '[]' order by id limit ${LOOKED_AT}`,
      [id],
    )
    const assets = rows.map((asset) => ({ asset, given: asset.attributes, read: read(asset.attributes) }))
    const shown = assets.toSorted(
      (a, b) => Number(changes(b.asset, b.read)) - Number(changes(a.asset, a.read)),
    )
    return {
      looked_at: assets.length,
      keys: effectOf(assets),
      assets: shown.slice(0, SHOWN).map(({ asset, given, read: { attributes } }) => ({
        asset_id: asset.id,
        token_id: asset.token_id.toString(),
        name: asset.name,
        before: plain(given),
        after: plain(attributes),
      })),
    }
  })

  app.route(http.syncTraits, ({ body: { configs, ...about }, ...call }) => {
    traitReader(configs) // what can't be read so is refused before anything is kept
    return changeCollection(deps, { call, about, action: 'collection.traits' }, async (tx, { id }, now) => {
      await tx.query('update collection set trait_configs = $2 where id = $1', [id, JSON.stringify(configs)])
      await collectionConfigs.enqueue(tx, [{ payload: { collectionId: id }, key: id, at: now }])
    })
  })
}
