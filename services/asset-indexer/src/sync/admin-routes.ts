import { requeueAsset, resetSleepingImages } from '@talad/proto/http/asset-indexer/asset-admin'
import { audit } from '@talad/shared/audit'
import { type App, signedIn } from '@talad/shared/http/app'
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
  app.route(requeueAsset, async ({ actor, attempt, body, request }) => {
    const { asset_id: assetId, note } = body
    const now = deps.now()
    return transact(deps, async (tx) => {
      const queued: (typeof KINDS)[number][] = []
      const states: Record<string, string> = {}
      for (const kind of KINDS) {
        const sync = await holdSync(tx, assetId, kind)
        if (!sync) throw new Rejection('NOT_FOUND')
        states[kind] = sync.state
        if (sync.state === 'updating') continue
        await saveSync(tx, assetId, kind, renew(sync, now))
        queued.push(kind)
      }
      await audit(tx, {
        id: attempt.id,
        actor: signedIn(actor),
        action: 'asset.sync',
        before: states,
        target: { kind: 'asset', id: assetId },
        note,
        requestId: request.id,
        now,
      })
      return { asset_id: assetId, queued }
    })
  })

  app.route(resetSleepingImages, async ({ actor, attempt, body, request }) => {
    const { collection_id: collectionId, note } = body
    const now = deps.now()
    return transact(deps, async (tx) => {
      const found = await tx.query('select 1 from collection where id = $1', [collectionId])
      if (found.rows.length === 0) throw new Rejection('NOT_FOUND')
      const queued = await requeueAll(
        tx,
        { collectionId, kind: 'image', states: ['sleep', 'dead'], most: MOST_IMAGES },
        now,
      )
      await audit(tx, {
        id: attempt.id,
        actor: signedIn(actor),
        action: 'collection.reset_images',
        after: { queued },
        target: { kind: 'collection', id: collectionId },
        note,
        requestId: request.id,
        now,
      })
      return { collection_id: collectionId, queued }
    })
  })
}
