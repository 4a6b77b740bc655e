import { job } from '@talad/shared/jobs'
import { PICTURES_AT_ONCE } from '@talad/shared/media/pictures'
import { fetchSource, isContentAddressed } from '@talad/shared/media/sources'
import { type AboutAsset, syncDue } from '../due/sync.ts'
import { attempt, SourceFault, type SyncDeps } from '../sync/attempt.ts'
import { succeed } from '../sync/decide.ts'
import { recordAsset } from '../sync/record.ts'

/** AI-19 */
const LIMITS = { maxBytes: 20_000_000, timeoutMs: 20_000 }

/** AI-1, AI-20: fetches and makes the pictures of assets. */
export const imageJob = job<AboutAsset, SyncDeps>(syncDue.image, {
  concurrency: PICTURES_AT_ONCE,
  run: ({ assetId }, { deps }) =>
    attempt(deps, assetId, 'image', async ({ image_source: source }) => {
      if (source === null) throw new SourceFault('the metadata names no picture')
      const { body } = await fetchSource(deps.sources, source, LIMITS)
      const { mime, r360, r800, hash } = await deps.pictures.make(body)
      return {
        next: (sync, now) => succeed(sync, now, isContentAddressed(source)),
        async save(tx, now) {
          const saved = await tx.query(
            `update asset set image_mime = $2, r360 = $3, r800 = $4, picture_hash = $6
             where id = $1 and image_source = $5`,
            [assetId, mime, r360, r800, source, hash],
          )
          if (saved.rowCount === 1) await recordAsset(tx, assetId, now)
        },
      }
    }),
})
