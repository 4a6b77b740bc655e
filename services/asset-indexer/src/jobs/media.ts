import { job } from '@talad/shared/jobs'
import type { Deps } from '../deps.ts'
import { mediaDue } from '../due/media.ts'
import type { AboutAsset } from '../due/sync.ts'
import { findMedium } from '../media/detect.ts'
import { findNamed, saveMedium } from '../media/store.ts'

/** AI-21: finds out whether an asset names a video or a sound. */
export const mediaJob = job<AboutAsset, Pick<Deps, 'db' | 'sources'>>(mediaDue, {
  async run({ assetId }, { deps: { db, sources } }) {
    const named = await findNamed(db, assetId)
    if (named) await saveMedium(db, assetId, named, await findMedium(sources, named))
  },
})
