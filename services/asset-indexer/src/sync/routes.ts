import { syncAsset } from '@talad/proto/http/asset-indexer/assets'
import type { App } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import { transact } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { request, type Sync } from './decide.ts'
import { holdSync, saveSync } from './store.ts'

function shown(sync: Sync) {
  return { state: sync.state, synced_at: sync.syncedAt?.toISOString() ?? null, error: sync.error }
}

export function syncRoutes(app: App, deps: Deps): void {
  app.route(syncAsset, async ({ params, query, body }) => {
    const assetId = params.asset_id
    const force = body.force ?? query.force ?? false
    const now = deps.now()
    return transact(deps, async (tx) => {
      const metadata = await holdSync(tx, assetId, 'metadata')
      const image = await holdSync(tx, assetId, 'image')
      if (!metadata || !image) throw new Rejection('NOT_FOUND')
      const nextMetadata = request(metadata, force, now)
      // a picture that the metadata hasn't named can't be fetched
      const nextImage = image.state === 'pending' ? undefined : request(image, force, now)
      if (nextMetadata) await saveSync(tx, assetId, 'metadata', nextMetadata)
      if (nextImage) await saveSync(tx, assetId, 'image', nextImage)
      return {
        asset_id: assetId,
        queued: nextMetadata !== undefined || nextImage !== undefined,
        metadata: shown(nextMetadata ?? metadata),
        image: shown(nextImage ?? image),
      }
    })
  })
}
