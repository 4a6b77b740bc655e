import { type JobType, jobType } from '@talad/shared/jobs'
import { z } from 'zod'

export type SyncKind = 'metadata' | 'image'

/** `contract`: whose collection it is; absent of what was asked for by an older version. */
export const aboutAsset = z.object({ assetId: z.string(), contract: z.string().optional() })
export type AboutAsset = z.infer<typeof aboutAsset>

/** Every maker of a collection can multiply what is fetched of it: collections have their turns. */
export const byCollection = { source: ({ contract = '' }: AboutAsset) => contract }

/** AI-1: the metadata and the picture of an asset are to be fetched, each by itself. */
export const syncDue: Readonly<Record<SyncKind, JobType<AboutAsset>>> = {
  metadata: jobType('sync.metadata', aboutAsset, byCollection),
  image: jobType('sync.image', aboutAsset, byCollection),
}
