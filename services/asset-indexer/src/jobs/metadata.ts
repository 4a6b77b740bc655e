import { job } from '@talad/shared/jobs'
import { AbiCoder, id } from 'ethers'
import { type AboutAsset, syncDue } from '../due/sync.ts'
import { fetchSource, isContentAddressed } from '../fetch/sources.ts'
import { attempt, SourceFault, type SyncDeps } from '../sync/attempt.ts'
import { succeed } from '../sync/decide.ts'
import { readMetadata, sourceOf } from '../sync/metadata.ts'
import { recordAsset } from '../sync/record.ts'
import { saveMetadata } from '../sync/save-metadata.ts'
import type { SyncedAsset } from '../sync/store.ts'

/** AI-19 */
const LIMITS = { maxBytes: 1_000_000, timeoutMs: 10_000 }

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

/** AI-1: fetches the metadata of assets. */
export const metadataJob = job<AboutAsset, SyncDeps>(syncDue.metadata, {
  concurrency: 8,
  run: ({ assetId }, { deps }) =>
    attempt(deps, assetId, 'metadata', async (asset) => {
      const source = await uriOf(deps, asset)
      const { body } = await fetchSource(deps.sources, source, LIMITS)
      const metadata = readMetadata(body)
      if (!metadata) throw new SourceFault('metadata is no JSON object')
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
