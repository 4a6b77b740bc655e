import { z } from 'zod'
import { counted, objectId, page, sizeAndIndex } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { publicKeys } from '../jwks.ts'
import { effective, openCollection, openItem } from './virtual-shapes.ts'

const service = 'campaign'
const auth = { kind: 'visitor' } as const

const named = z.object({
  id_or_slug: z.string().min(1).max(100).describe('its id; or its slug, also one that it had before (CA-9)'),
  project: z.string().min(1).max(100).optional().describe('id or slug of its project; needed with a slug'),
})

/** What everybody may read of virtual collections and items, and the keys that it is signed by. */
export const virtualHttp = {
  payloadKeys: endpoint({
    name: 'payloadKeys',
    service,
    method: 'GET',
    path: `${base.platform}/.well-known/jwks.json`,
    auth,
    summary: 'Public keys of signed payloads',
    status: 200,
    response: publicKeys,
    cacheable: true,
  }),
  openVirtualCollection: endpoint({
    name: 'openVirtualCollection',
    service,
    method: 'GET',
    path: `${base.platform}/vnft/collection`,
    auth,
    summary: 'A virtual collection, with its signed payload (CA-57)',
    query: named,
    status: 200,
    response: z.object({ collection: openCollection.describe('the virtual collection'), effective }),
    errors: ['validation', 'virtual_not_found'],
    cacheable: true,
  }),
  openVirtualItem: endpoint({
    name: 'openVirtualItem',
    service,
    method: 'GET',
    path: `${base.platform}/vnft/item`,
    auth,
    summary: 'An item of a virtual collection, with its signed payload (CA-57, CA-59)',
    query: named,
    status: 200,
    response: z.object({ item: openItem.describe('the virtual item'), effective }),
    errors: ['validation', 'virtual_not_found'],
    cacheable: true,
  }),
  openVirtualCollections: endpoint({
    name: 'openVirtualCollections',
    service,
    method: 'GET',
    path: `${base.platform}/vnft/collection/list`,
    auth,
    summary: 'The virtual collections of a project, newest first, without those that are archived (GW-18)',
    query: z.object({ project_id: objectId.describe('id of the project'), ...sizeAndIndex, count: counted }),
    status: 200,
    response: page(openCollection),
    errors: ['validation'],
    cacheable: true,
  }),
  openVirtualItems: endpoint({
    name: 'openVirtualItems',
    service,
    method: 'GET',
    path: `${base.platform}/vnft/item/list`,
    auth,
    summary: 'The items of a virtual collection by their number, without those that are archived (GW-18)',
    query: z.object({
      collection_id: objectId.describe('id of the collection'),
      ...sizeAndIndex,
      count: counted,
    }),
    status: 200,
    response: page(openItem),
    errors: ['validation'],
    cacheable: true,
  }),
}
