import { z } from 'zod'
import { objectId } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { change, changed, conflicts, keeps } from './collection-admin.ts'

export const collectionSitesHttp = {
  /** GW-5 */
  setCollectionContinents: endpoint({
    name: 'setCollectionContinents',
    service: 'asset-indexer',
    method: 'POST',
    auth: keeps,
    ...changed,
    path: `${base.admin}/collection/continents`,
    summary: 'Say on which sites a collection is shown; the main one shows every collection (GW-5)',
    body: z.strictObject({
      ...change.shape,
      continents: z.array(objectId).max(1_000).describe('ids of the sites, all of them'),
    }),
    errors: [...conflicts, 'site_not_known'],
  }),
}
