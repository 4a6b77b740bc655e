import { jobType } from '@talad/shared/jobs'
import { aboutAsset, byCollection } from './sync.ts'

/** AI-21: what kind of medium an asset names is to be found out. */
export const mediaDue = jobType('asset.media', aboutAsset, byCollection)
