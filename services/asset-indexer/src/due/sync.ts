import { type JobType, jobType } from '@talad/shared/jobs'
import { z } from 'zod'

export type SyncKind = 'metadata' | 'image'

const about = z.object({ assetId: z.string() })

/** AI-1: the metadata and the picture of an asset are to be fetched, each by itself. */
export const syncDue: Readonly<Record<SyncKind, JobType<z.infer<typeof about>>>> = {
  metadata: jobType('sync.metadata', about),
  image: jobType('sync.image', about),
}
