import type { Payload } from '@talad/proto/http/campaign/payload/modules'
import { tokenMetadataHttp as http } from '@talad/proto/http/campaign/wallet'
import type { Queryable } from '@talad/shared/db'
import type { App } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import type { Deps } from '../deps.ts'
import { effectivePayload } from '../payload/effective.ts'
import { openProject } from '../project/rows.ts'
import { urlsOf } from '../virtual/assets.ts'
import { findAbove, findVirtual, type VirtualRow } from '../virtual/rows.ts'

/** CA-54: the item of a token id. */
async function itemOf(db: Queryable, collectionId: string, tokenId: bigint): Promise<VirtualRow | undefined> {
  const number = tokenId >> 32n
  if (number > 2_147_483_647n) return undefined
  const { rows } = await db.query<{ id: string }>(
    'select id from vitem where collection_id = $1 and number = $2',
    [collectionId, number.toString()],
  )
  return rows[0] && findVirtual(db, 'vitem', rows[0].id)
}

/** CA-63: as wallets and markets read it; what the payload leaves out is said by the item or collection itself. */
function asMetadata(payload: Payload, fallback: Pick<VirtualRow, 'name' | 'description' | 'assets'>) {
  const { name = fallback.name, description = fallback.description, assets, attributes } = payload
  const { image, animation_url } = { ...fallback.assets, ...assets }
  return {
    name,
    description,
    ...(image !== undefined && { image }),
    ...(animation_url !== undefined && { animation_url }),
    ...(attributes && {
      attributes: Object.entries(attributes).map(([trait_type, { value, display }]) => ({
        trait_type,
        value,
        ...(display !== undefined && { display_type: display }),
      })),
    }),
  }
}

/** Where contracts lead to: what a token is, by the effective payload that everybody may read (CA-59, CA-62, CA-82). */
export function metadataRoutes(app: App, deps: Deps): void {
  const { db } = deps

  app.route(http.tokenMetadata, async ({ params }) => {
    const { collection_id: collectionId, contract_class: standard, file } = params
    const collection = await findAbove(db, collectionId)
    const of = file.replace('.json', '')
    const token = of === 'contract' ? undefined : { id: BigInt(of), standard }
    const item = token && collection && (await itemOf(db, collectionId, token.id))
    if (!collection || (token && !item)) throw new Rejection('VIRTUAL_NOT_FOUND', { field: 'file' })
    const project = await openProject(db, collection.project_id)
    const names = {
      collection_name: collection.name,
      ...(project && { project_name: project.name }),
      ...(item && { item_name: item.name }),
    }
    const levels = [collection, item].flatMap((row) => row?.payload ?? [])
    const effective = effectivePayload(levels, names, token)
    const { name, description } = item ?? collection
    return asMetadata(effective, {
      name,
      description,
      assets: urlsOf(deps, { ...collection.assets, ...item?.assets }), // CA-20: what was uploaded
    })
  })
}
