import { z } from 'zod'
import { objectId } from '../common.ts'
import { endpoint } from '../contract.ts'

/** A part of a medium is at most so large: who plays it asks for one after the other. */
export const MEDIA_PART_BYTES = 2_000_000

export const mediaHttp = {
  playMedia: endpoint({
    name: 'playMedia',
    service: 'asset-indexer',
    method: 'GET',
    path: '/media/asset/:asset_id',
    auth: { kind: 'visitor' },
    summary:
      'The video or sound of an asset, a part of at most 2 MB at a time (header Range, answered 206); whole where it is no larger',
    params: z.object({ asset_id: objectId.describe('id of the asset') }),
    status: 200,
    response: z.unknown(),
    errors: ['validation', 'not_found', 'asset_suspended', 'unavailable'],
    // a stranger's server may be: it takes no place of other calls
    slow: true,
  }),
}
