import { z } from 'zod'
import { MEDIA_MAX_BYTES } from '../asset-indexer/media-admin.ts'
import { counted, isoTime, objectId, page, sizeAndIndex } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import {
  collection,
  collectionTerms,
  entryName,
  item,
  itemTerms,
  partial,
  warnings,
} from './virtual-shapes.ts'

const service = 'campaign'
/** CA-6: programs read what the project's people read */
const read = { kind: 'project', ability: 'project.read', scope: 'vnft.read' } as const
const write = { kind: 'project', ability: 'project.write' } as const

const project_id = objectId.describe('id of the project')
const collection_id = objectId.describe('id of the collection')
const one = z.strictObject({ _id: objectId.describe('its id') })
const count = z.object({ count: z.int().describe('how many there are') })
const changed = {
  _id: objectId.describe('its id'),
  updated: isoTime.optional().describe('of what was read: refused where it was changed meanwhile (CA-15)'),
  slug: collectionTerms.slug.optional(),
  name: collectionTerms.name.optional(),
}
const refusals = ['validation', 'payload_invalid', 'code_space_too_small', 'slug_taken', 'project_archived']
const changes = ['virtual_not_found', 'version_conflict', 'limit_below_promised', 'too_many_slugs']
const collectionAnswer = z.object({ collection: collection.describe('the virtual collection'), warnings })
const itemAnswer = z.object({ item: item.describe('the virtual item'), warnings })
const picture = z
  .file()
  .min(1)
  .max(MEDIA_MAX_BYTES)
  .optional()
  .describe(
    'JPEG, PNG, WebP, AVIF or TIFF of at most 10,000,000 bytes; only the picture itself is kept (CA-20)',
  )
const uploaded = z.strictObject({
  _id: objectId.describe('its id'),
  image: picture,
  cover: picture,
  asset: picture,
  name: entryName.optional().describe('the name of `asset` among its assets'),
})
/** Two pictures, and what stands around them. */
const LARGEST_UPLOAD = 2 * MEDIA_MAX_BYTES + 16_000
const urls = z
  .record(z.string(), z.string())
  .describe('addresses of what was uploaded under our media host, for payloads and themes (CA-8)')
const deleted = z.object({ _id: objectId.describe('what is gone') })

export const virtualCollectionAdminHttp = {
  countVirtualCollections: endpoint({
    name: 'countVirtualCollections',
    service,
    method: 'GET',
    path: `${base.platformAdmin}/vnft/collection/count`,
    auth: read,
    summary: 'How many virtual collections a project has',
    query: z.strictObject({ project_id }),
    status: 200,
    response: count,
    errors: ['validation'],
  }),
  listVirtualCollections: endpoint({
    name: 'listVirtualCollections',
    service,
    method: 'GET',
    path: `${base.platformAdmin}/vnft/collection/list`,
    auth: read,
    summary: 'The virtual collections of a project, newest first (GW-18)',
    query: z.strictObject({ project_id, ...sizeAndIndex, count: counted }),
    status: 200,
    response: z.object({ collections: page(collection).describe('one page of the virtual collections') }),
    errors: ['validation'],
  }),
  getVirtualCollection: endpoint({
    name: 'getVirtualCollection',
    service,
    method: 'GET',
    path: `${base.platformAdmin}/vnft/collection`,
    auth: read,
    summary: 'A virtual collection as it was saved, with what its payload is warned of',
    query: one,
    status: 200,
    response: collectionAnswer,
    errors: ['validation', 'virtual_not_found'],
  }),
  createVirtualCollection: endpoint({
    name: 'createVirtualCollection',
    service,
    method: 'POST',
    path: `${base.platformAdmin}/vnft/collection`,
    auth: write,
    summary: 'Make a virtual collection (CA-9, CA-57)',
    body: z.strictObject({
      collection: z.strictObject({ project_id, ...collectionTerms }).describe('what is opened'),
    }),
    status: 201,
    response: collectionAnswer,
    errors: refusals,
    idempotent: true,
    limit: 'write',
  }),
  changeVirtualCollection: endpoint({
    name: 'changeVirtualCollection',
    service,
    method: 'PATCH',
    path: `${base.platformAdmin}/vnft/collection`,
    auth: write,
    summary: 'Change a virtual collection, or archive it (CA-15, CA-17)',
    query: z.strictObject({ partial }),
    body: z.strictObject({
      collection: z.strictObject({ ...collectionTerms, ...changed }).describe('which one, and what changes'),
    }),
    status: 200,
    response: collectionAnswer,
    errors: [...refusals, ...changes, 'payload_required'],
    idempotent: true,
    limit: 'write',
  }),
  uploadCollectionAssets: endpoint({
    name: 'uploadCollectionAssets',
    service,
    method: 'POST',
    path: `${base.platformAdmin}/vnft/collection/asset`,
    auth: write,
    summary: 'Upload pictures of a virtual collection: image, cover, or one by another name (CA-20)',
    form: true,
    body: uploaded,
    status: 201,
    response: collectionAnswer.extend({ urls }),
    errors: ['validation', 'picture_refused', 'virtual_not_found', 'project_archived'],
    idempotent: true,
    largestBody: LARGEST_UPLOAD,
    limit: 'write',
    slow: true,
  }),
  deleteVirtualCollection: endpoint({
    name: 'deleteVirtualCollection',
    service,
    method: 'DELETE',
    path: `${base.platformAdmin}/vnft/collection`,
    auth: write,
    summary: 'Delete a virtual collection that has no items, holdings and mints; else archive it (CA-17)',
    query: one,
    status: 200,
    response: deleted,
    errors: ['validation', 'virtual_not_found', 'virtual_in_use', 'collection_not_empty', 'project_archived'],
    idempotent: true,
    limit: 'write',
  }),
}

export const virtualItemAdminHttp = {
  countVirtualItems: endpoint({
    name: 'countVirtualItems',
    service,
    method: 'GET',
    path: `${base.platformAdmin}/vnft/item/count`,
    auth: read,
    summary: 'How many items a virtual collection has',
    query: z.strictObject({ collection_id }),
    status: 200,
    response: count,
    errors: ['validation'],
  }),
  listVirtualItems: endpoint({
    name: 'listVirtualItems',
    service,
    method: 'GET',
    path: `${base.platformAdmin}/vnft/item/list`,
    auth: read,
    summary: 'The items of a virtual collection by their number (GW-18)',
    query: z.strictObject({ collection_id, ...sizeAndIndex, count: counted }),
    status: 200,
    response: z.object({ items: page(item).describe('one page of the virtual items') }),
    errors: ['validation'],
  }),
  getVirtualItem: endpoint({
    name: 'getVirtualItem',
    service,
    method: 'GET',
    path: `${base.platformAdmin}/vnft/item`,
    auth: read,
    summary: 'An item as it was saved, with what its payload is warned of',
    query: one,
    status: 200,
    response: itemAnswer,
    errors: ['validation', 'virtual_not_found'],
  }),
  createVirtualItem: endpoint({
    name: 'createVirtualItem',
    service,
    method: 'POST',
    path: `${base.platformAdmin}/vnft/item`,
    auth: write,
    summary: 'Make an item, under the next number of its collection (CA-54, CA-59)',
    body: z.strictObject({
      item: z.strictObject({ collection_id, ...itemTerms }).describe('what is opened'),
    }),
    status: 201,
    response: itemAnswer,
    errors: [...refusals, 'collection_archived'],
    idempotent: true,
    limit: 'write',
  }),
  changeVirtualItem: endpoint({
    name: 'changeVirtualItem',
    service,
    method: 'PATCH',
    path: `${base.platformAdmin}/vnft/item`,
    auth: write,
    summary: 'Change an item, or archive it (CA-15, CA-17)',
    query: z.strictObject({ partial }),
    body: z.strictObject({
      item: z.strictObject({ ...itemTerms, ...changed }).describe('which one, and what changes'),
    }),
    status: 200,
    response: itemAnswer,
    errors: [...refusals, ...changes],
    idempotent: true,
    limit: 'write',
  }),
  uploadItemAssets: endpoint({
    name: 'uploadItemAssets',
    service,
    method: 'POST',
    path: `${base.platformAdmin}/vnft/item/asset`,
    auth: write,
    summary: 'Upload pictures of an item: image, cover, or one by another name (CA-20)',
    form: true,
    body: uploaded,
    status: 201,
    response: itemAnswer.extend({ urls }),
    errors: ['validation', 'picture_refused', 'virtual_not_found', 'project_archived'],
    idempotent: true,
    largestBody: LARGEST_UPLOAD,
    limit: 'write',
    slow: true,
  }),
  deleteVirtualItem: endpoint({
    name: 'deleteVirtualItem',
    service,
    method: 'DELETE',
    path: `${base.platformAdmin}/vnft/item`,
    auth: write,
    summary: 'Delete an item of which there are no holdings and mints; else archive it (CA-17)',
    query: one,
    status: 200,
    response: deleted,
    errors: ['validation', 'virtual_not_found', 'virtual_in_use', 'project_archived'],
    idempotent: true,
    limit: 'write',
  }),
}
