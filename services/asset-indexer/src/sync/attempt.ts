import { inTx, type Tx } from '@talad/shared/db'
import { FetchRefused } from '@talad/shared/guarded-fetch'
import { retryOnConflict } from '@talad/shared/lost-race'
import { PictureRefused } from '@talad/shared/media/pictures'
import { wellFormed } from '@talad/shared/text'
import type { Deps } from '../deps.ts'
import { mediaDue } from '../due/media.ts'
import type { SyncKind } from '../due/sync.ts'
import { type DecidedSync, fail, type Sync, settle, start } from './decide.ts'
import { findAsset, holdSync, type SyncedAsset, saveState, saveSync } from './store.ts'

/** What syncing works with. */
export type SyncDeps = Pick<Deps, 'db' | 'now' | 'rpc' | 'sources' | 'pictures'>

const MAX_REASON = 300

/** The source is at fault, not we: a failure of AI-1. */
export class SourceFault extends Error {}

/** What a fetch has brought: the state that follows, and what is written with it. */
export type Outcome = {
  next: (sync: Sync, now: Date) => DecidedSync
  save?: (tx: Tx, now: Date) => Promise<void>
}

async function begin(deps: SyncDeps, assetId: string, kind: SyncKind): Promise<SyncedAsset | undefined> {
  return retryOnConflict(() =>
    inTx(deps.db, async (tx) => {
      const sync = await holdSync(tx, assetId, kind)
      const started = sync && start(sync)
      const asset = started && (await findAsset(tx, assetId))
      if (!started || !asset || (kind === 'image' && asset.image_source === null)) return undefined
      await saveState(tx, assetId, kind, started)
      return asset
    }),
  )
}

/** A sync that is gone, by a reorganisation, stays gone. */
async function end(deps: SyncDeps, assetId: string, kind: SyncKind, { next, save }: Outcome): Promise<void> {
  const now = deps.now()
  await retryOnConflict(() =>
    inTx(deps.db, async (tx) => {
      const sync = await holdSync(tx, assetId, kind)
      if (!sync) return
      const settled = settle(sync, next(sync, now))
      if (settled) await saveSync(tx, assetId, kind, settled)
      await save?.(tx, now)
    }),
  )
}

function isFaultOfSource(error: unknown): error is Error {
  return [FetchRefused, PictureRefused, SourceFault].some((kindOf) => error instanceof kindOf)
}

/**
 * Works once on what is due. A fault of the source is noted with the time of the next try (AI-1); any other is thrown,
 * and the piece of work stays as it is.
 */
export async function attempt(
  deps: SyncDeps,
  assetId: string,
  kind: SyncKind,
  work: (asset: SyncedAsset) => Promise<Outcome>,
): Promise<void> {
  const asset = await begin(deps, assetId, kind)
  if (!asset) return
  try {
    await end(deps, assetId, kind, await work(asset))
  } catch (error) {
    if (!isFaultOfSource(error)) throw error
    const reason = wellFormed(error.message, MAX_REASON)
    await end(deps, assetId, kind, {
      next: (sync, now) => fail(sync, now, reason),
      // AI-21: what is no picture may be a video
      ...(kind === 'image' && {
        save: (tx, now) =>
          mediaDue.enqueue(tx, [{ payload: { assetId, contract: asset.contract }, key: assetId, at: now }]),
      }),
    })
  }
}
