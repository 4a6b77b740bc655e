import { inTx, type Tx } from '@talad/shared/db'
import { LOG_CHANNEL, retryConflicts } from '@talad/shared/handle'
import type { Sweeper } from '@talad/shared/sweeper'
import { AbiCoder, id } from 'ethers'
import type { Deps } from '../deps.ts'
import { FetchRefused } from '../fetch/guarded-fetch.ts'
import { fetchSource, isContentAddressed } from '../fetch/sources.ts'
import { PictureRefused } from '../media/pictures.ts'
import { fail, type Sync, start, succeed } from './decide.ts'
import { readMetadata, sourceOf } from './metadata.ts'
import { saveMetadata } from './save-metadata.ts'
import {
  type DueAsset,
  dueAssets,
  holdSync,
  recordAsset,
  SYNC_CHANNEL,
  type SyncKind,
  saveSync,
} from './store.ts'

/** AI-19 */
const METADATA_LIMITS = { maxBytes: 1_000_000, timeoutMs: 10_000 }
const IMAGE_LIMITS = { maxBytes: 20_000_000, timeoutMs: 20_000 }

const URI_CALLS = { erc721: id('tokenURI(uint256)'), erc1155: id('uri(uint256)') }
const coder = AbiCoder.defaultAbiCoder()

const BATCH = 50

/** What syncing works with. */
export type SyncDeps = Pick<Deps, 'db' | 'wake' | 'now' | 'rpc' | 'sources' | 'pictures'>

/** The source is at fault, not we: a failure of AI-1. */
class SourceFault extends Error {}

/** Moves a sync on, in one transaction with what it brings. A sync that is gone, by a reorganisation, stays gone. */
async function move(
  deps: SyncDeps,
  assetId: string,
  kind: SyncKind,
  next: (sync: Sync, now: Date) => Sync,
  also: (tx: Tx, now: Date) => Promise<void> = async () => undefined,
): Promise<boolean> {
  const now = deps.now()
  return retryConflicts(() =>
    inTx(deps.db, async (tx) => {
      const sync = await holdSync(tx, assetId, kind)
      if (!sync) return false
      await saveSync(tx, assetId, kind, next(sync, now))
      await also(tx, now)
      return true
    }),
  )
}

/** A sync that was queued again while it ran stays queued: what came may be out of date. */
function settled(sync: Sync, outcome: Sync): Sync {
  return sync.state === 'updating' ? outcome : sync
}

async function attempt(
  deps: SyncDeps,
  assetId: string,
  kind: SyncKind,
  work: () => Promise<void>,
): Promise<void> {
  if (!(await move(deps, assetId, kind, start))) return
  try {
    await work()
    deps.wake.notify(LOG_CHANNEL)
    deps.wake.notify(SYNC_CHANNEL)
  } catch (error) {
    const known = [FetchRefused, PictureRefused, SourceFault].some((kindOf) => error instanceof kindOf)
    if (!known || !(error instanceof Error)) throw error
    const reason = error.message
    await move(deps, assetId, kind, (sync, now) => settled(sync, fail(sync, now, reason)))
  }
}

async function uriOf(deps: SyncDeps, asset: DueAsset): Promise<string> {
  const data = URI_CALLS[asset.type].slice(0, 10) + coder.encode(['uint256'], [asset.token_id]).slice(2)
  const answer = await deps.rpc.call(asset.contract, data)
  try {
    const [uri] = coder.decode(['string'], answer ?? '0x')
    return sourceOf(String(uri), asset.token_id)
  } catch {
    throw new SourceFault('the contract names no metadata')
  }
}

async function syncMetadata(deps: SyncDeps, asset: DueAsset): Promise<void> {
  await attempt(deps, asset.id, 'metadata', async () => {
    const source = await uriOf(deps, asset)
    const { body } = await fetchSource(deps.sources, source, METADATA_LIMITS)
    const metadata = readMetadata(body)
    if (!metadata) throw new SourceFault('metadata is no JSON object')
    const permanent = isContentAddressed(source) // AI-1: frozen
    await move(
      deps,
      asset.id,
      'metadata',
      (sync, now) => settled(sync, succeed(sync, now, permanent)),
      async (tx, now) => {
        await saveMetadata(tx, asset.id, metadata, now)
        await recordAsset(tx, asset.id, now)
      },
    )
  })
}

async function syncImage(deps: SyncDeps, asset: DueAsset): Promise<void> {
  await attempt(deps, asset.id, 'image', async () => {
    const source = asset.image_source
    if (source === null) throw new SourceFault('the metadata names no picture')
    const { body } = await fetchSource(deps.sources, source, IMAGE_LIMITS)
    const { mime, r360, r800 } = await deps.pictures.make(body)
    await move(
      deps,
      asset.id,
      'image',
      (sync, now) => settled(sync, succeed(sync, now, isContentAddressed(source))),
      async (tx, now) => {
        const saved = await tx.query(
          'update asset set image_mime = $2, r360 = $3, r800 = $4 where id = $1 and image_source = $5',
          [asset.id, mime, r360, r800, source],
        )
        if (saved.rowCount === 1) await recordAsset(tx, asset.id, now)
      },
    )
  })
}

function sweeperOf(
  deps: SyncDeps,
  kind: SyncKind,
  concurrency: number,
  run: (deps: SyncDeps, asset: DueAsset) => Promise<void>,
): Sweeper<DueAsset> {
  return {
    name: `asset-indexer.${kind}`,
    everyMs: 2_000,
    due: () => dueAssets(deps.db, kind, deps.now(), BATCH),
    run: (asset) => run(deps, asset),
    key: (asset) => asset.id,
    concurrency,
  }
}

/** AI-1: fetches the metadata of assets. */
export const metadataSweeper = (deps: SyncDeps) => sweeperOf(deps, 'metadata', 8, syncMetadata)

/** AI-1, AI-20: fetches and makes the pictures of assets. */
export const imageSweeper = (deps: SyncDeps) => sweeperOf(deps, 'image', 2, syncImage)
