import { jobType } from '@talad/shared/jobs'
import { z } from 'zod'

/** AI-21: what kind of medium an asset names is to be found out. */
export const mediaDue = jobType('asset.media', z.object({ assetId: z.string() }))
