import { FetchRefused } from '@talad/shared/guarded-fetch'
import { job } from '@talad/shared/jobs'
import { fetchSource, isContentAddressed } from '@talad/shared/media/sources'
import { AbiCoder, id } from 'ethers'
import { type AboutAsset, syncDue } from '../due/sync.ts'
import { detectMedia } from '../media/detect.ts'
import { isPicture, mediaTypes } from '../media/kind.ts'
import { attempt, SourceFault, type SyncDeps } from '../sync/attempt.ts'
import { succeed } from '../sync/decide.ts'
import { type Metadata, readMetadata, sourceOf } from '../sync/metadata.ts'
import { recordAsset } from '../sync/record.ts'
import { saveMetadata } from '../sync/save-metadata.ts'
import type { SyncedAsset } from '../sync/store.ts'

/** AI-19 */
const LIMITS = { maxBytes: 1_000_000, timeoutMs: 10_000 }

const NOTHING = { description: '', animation: null, externalUrl: null, attributes: [] }
const URI_CALLS = { erc721: id('tokenURI(uint256)'), erc1155: id('uri(uint256)') }
const coder = AbiCoder.defaultAbiCoder()

async function uriOf(deps: SyncDeps, asset: SyncedAsset): Promise<string> {
  const data = URI_CALLS[asset.type].slice(0, 10) + coder.encode(['uint256'], [asset.token_id]).slice(2)
  const answer = await deps.rpc.call(asset.contract, data)
  try {
    const [uri] = coder.decode(['string'], answer ?? '0x')
    return sourceOf(String(uri), asset.token_id)
  } catch {
    throw new SourceFault('the contract names no metadata')
  }
}

/** What lies at an address; a picture in place of metadata is the picture, and its number the name. */
async function metadataAt(deps: SyncDeps, source: string, asset: SyncedAsset): Promise<Metadata> {
  const picture = { ...NOTHING, name: `#${asset.token_id}`, image: source }
  try {
    const { body, type } = await fetchSource(deps.sources, source, LIMITS)
    if (isPicture(type, body)) return picture
    const metadata = readMetadata(body, asset.type === 'erc1155' ? asset.token_id : undefined)
    if (!metadata) throw new SourceFault('metadata is no JSON object')
    return metadata
  } catch (error) {
    // pictures may be larger than metadata
    const isTooLarge = error instanceof FetchRefused && error.message === 'too large'
    if (isTooLarge && (await detectMedia(deps.sources, source)) === mediaTypes.image) return picture
    throw error
  }
}

/** AI-1: fetches the metadata of assets. */
export const metadataJob = job<AboutAsset, SyncDeps>(syncDue.metadata, {
  concurrency: 8,
  run: ({ assetId }, { deps }) =>
    attempt(deps, assetId, 'metadata', async (asset) => {
      const source = await uriOf(deps, asset)
      const metadata = await metadataAt(deps, source, asset)
      const permanent = asset.permanent || isContentAddressed(source) // AI-1: frozen
      return {
        next: (sync, now) => succeed(sync, now, permanent),
        async save(tx, now) {
          await saveMetadata(tx, asset.id, { metadata, source, now })
          await recordAsset(tx, asset.id, now)
        },
      }
    }),
})
