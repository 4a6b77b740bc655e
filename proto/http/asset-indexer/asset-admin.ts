import { z } from 'zod'
import { objectId } from '../common.ts'
import { base, endpoint } from '../contract.ts'

const service = 'asset-indexer'
const auth = { kind: 'admin', permission: 'collection.write' } as const
const note = z.string().trim().min(1).max(5_000).describe('why, for the audit log')

/** AI-1: also what is frozen, asleep or dead, which nobody else can have fetched again. */
export const requeueAsset = endpoint({
  name: 'requeueAsset',
  service,
  method: 'POST',
  path: `${base.admin}/asset/sync`,
  auth,
  summary: 'Have the metadata and the picture of an asset fetched again, whatever state they are in (AI-1)',
  body: z.strictObject({
    asset_id: objectId.describe('id of the asset'),
    note: note.describe('why, for the audit log'),
  }),
  status: 200,
  response: z.object({
    asset_id: objectId.describe('id of the asset'),
    queued: z.array(z.enum(['metadata', 'image'])).describe('what was not being fetched already'),
  }),
  errors: ['not_found'],
  limit: 'write',
})

/** A§7. */
export const resetSleepingImages = endpoint({
  name: 'resetSleepingImages',
  service,
  method: 'POST',
  path: `${base.admin}/collection/reset-sleep-image-sync`,
  auth,
  summary: 'Have all pictures of a collection that are asleep or dead fetched again at once (AI-1)',
  body: z.strictObject({
    collection_id: objectId.describe('id of the collection'),
    note: note.describe('why, for the audit log'),
  }),
  status: 200,
  response: z.object({
    collection_id: objectId.describe('id of the collection'),
    queued: z.int().min(0).describe('how many pictures'),
  }),
  errors: ['not_found'],
  limit: 'write',
})

export const assetIndexerAdminHttp = { requeueAsset, resetSleepingImages }
