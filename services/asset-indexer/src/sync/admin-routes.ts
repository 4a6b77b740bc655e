import { requeueAsset, resetSleepingImages } from '@talad/proto/http/asset-indexer/asset-admin'
import { decideOnce } from '@talad/shared/decision'
import type { App } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import { transact } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { renew } from './decide.ts'
import { requeueAll } from './requeue.ts'
import { holdSync, saveSync } from './store.ts'

/** AI-3: who has more asks again. */
const MOST_IMAGES = 10_000

const KINDS = ['metadata', 'image'] as const

/** AI-1: what only an admin may have fetched again. */
export function syncAdminRoutes(app: App, deps: Deps): void {
  app.route(requeueAsset, ({ body: { asset_id: assetId, note }, ...call }) =>
    transact(deps, async (tx) => {
      const now = deps.now()
      const queued: (typeof KINDS)[number][] = []
      const line = { action: 'asset.sync' as const, target: { kind: 'asset', id: assetId }, note, now }
      await decideOnce(tx, call, line, async () => {
        const before: Record<string, string> = {}
        for (const kind of KINDS) {
          const sync = await holdSync(tx, assetId, kind)
          if (!sync) throw new Rejection('NOT_FOUND')
          before[kind] = sync.state
          if (sync.state === 'updating') continue
          await saveSync(tx, assetId, kind, renew(sync, now))
          queued.push(kind)
        }
        return { before }
      })
      return call.attempt.keep(tx, { asset_id: assetId, queued })
    }),
  )

  app.route(resetSleepingImages, ({ body: { collection_id: collectionId, note }, ...call }) =>
    transact(deps, async (tx) => {
      const now = deps.now()
      const found = await tx.query('select 1 from collection where id = $1', [collectionId])
      if (found.rows.length === 0) throw new Rejection('NOT_FOUND')
      let queued = 0
      const target = { kind: 'collection', id: collectionId }
      await decideOnce(tx, call, { action: 'collection.reset_images', target, note, now }, async () => {
        const sleeping = { collectionId, kind: 'image' as const, states: ['sleep', 'dead'] as const }
        queued = await requeueAll(tx, { ...sleeping, most: MOST_IMAGES }, now)
        return { after: { queued } }
      })
      return call.attempt.keep(tx, { collection_id: collectionId, queued })
    }),
  )
}
