import {
  virtualCollectionAdminHttp as http,
  virtualItemAdminHttp as itemHttp,
} from '@talad/proto/http/campaign/virtual-admin'
import type { collection, item } from '@talad/proto/http/campaign/virtual-shapes'
import { call } from '@talad/ui/client/call'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { fromIndexed, indexOf } from '../../../lib/pages.ts'
import type { ListSource } from '../../../ui/data-table/column.ts'
import type { VirtualTerms } from './draft.ts'

/** Begins the keys of everything that is read of virtual collections and items. */
export const VIRTUAL = 'virtual'

export type VirtualCollection = z.output<typeof collection>
export type VirtualItem = z.output<typeof item>
export type Virtual = VirtualCollection | VirtualItem

/** More collections than these are found in their list, not among the choices of a filter. */
const MOST_CHOICES = 100

export const collectionSource = (project_id: string): ListSource<VirtualCollection> => ({
  key: VIRTUAL,
  read: async ({ at, size }, signal) => {
    const query = { project_id, size, index: indexOf(at), count: '1' as const }
    return fromIndexed((await call(http.listVirtualCollections, { query }, { signal })).collections)
  },
})

export const itemSource = (collection_id: string): ListSource<VirtualItem> => ({
  key: VIRTUAL,
  read: async ({ at, size }, signal) => {
    const query = { collection_id, size, index: indexOf(at), count: '1' as const }
    return fromIndexed((await call(itemHttp.listVirtualItems, { query }, { signal })).items)
  },
})

/** The collections of a project, to choose one of. */
export const choicesQuery = (project_id: string) =>
  queryOptions({
    queryKey: [VIRTUAL, 'choices', project_id],
    queryFn: async ({ signal }) => {
      const query = { project_id, size: MOST_CHOICES }
      return (await call(http.listVirtualCollections, { query }, { signal })).collections.list
    },
  })

/** The items of a collection, to choose one of. */
export const itemChoicesQuery = (collection_id: string) =>
  queryOptions({
    queryKey: [VIRTUAL, 'item-choices', collection_id],
    queryFn: async ({ signal }) => {
      const query = { collection_id, size: MOST_CHOICES }
      return (await call(itemHttp.listVirtualItems, { query }, { signal })).items.list
    },
    enabled: collection_id !== '',
  })

export const collectionQuery = (_id: string) =>
  queryOptions({
    queryKey: [VIRTUAL, 'collection', _id],
    queryFn: async ({ signal }) =>
      (await call(http.getVirtualCollection, { query: { _id } }, { signal })).collection,
    refetchOnWindowFocus: false,
  })

export const itemQuery = (_id: string) =>
  queryOptions({
    queryKey: [VIRTUAL, 'item', _id],
    queryFn: async ({ signal }) => (await call(itemHttp.getVirtualItem, { query: { _id } }, { signal })).item,
    refetchOnWindowFocus: false,
    enabled: _id !== '',
  })

export const createCollection = async (collection: VirtualTerms & { project_id: string }, key: string) =>
  (await call(http.createVirtualCollection, { body: { collection } }, { idempotencyKey: key })).collection

export const createItem = async (item: VirtualTerms & { collection_id: string }, key: string) =>
  (await call(itemHttp.createVirtualItem, { body: { item } }, { idempotencyKey: key })).item

/** CA-15: what is given is changed, where it is as it was read. */
type Change = Partial<VirtualTerms> & { _id: string; updated: string; archived?: boolean }

export const changeCollection = async (collection: Change, key: string) =>
  (await call(http.changeVirtualCollection, { query: {}, body: { collection } }, { idempotencyKey: key }))
    .collection

export const changeItem = async (item: Change, key: string) =>
  (await call(itemHttp.changeVirtualItem, { query: {}, body: { item } }, { idempotencyKey: key })).item

/** CA-20: as the call takes it: two pictures have fields of their own. */
const pictureOf = (_id: string, name: string, file: File) =>
  name === 'image' || name === 'cover' ? { _id, [name]: file } : { _id, asset: file, name }

export type Uploaded<Row> = { row: Row; url: string | undefined }

export async function uploadToCollection(
  id: string,
  name: string,
  file: File,
): Promise<Uploaded<VirtualCollection>> {
  const about = { idempotencyKey: crypto.randomUUID() } // of each file: their bytes are in no key
  const body = pictureOf(id, name, file)
  const { collection, urls } = await call(http.uploadCollectionAssets, { body }, about)
  return { row: collection, url: urls[name] ?? collection.assets[name] }
}

export async function uploadToItem(id: string, name: string, file: File): Promise<Uploaded<VirtualItem>> {
  const about = { idempotencyKey: crypto.randomUUID() }
  const { item, urls } = await call(itemHttp.uploadItemAssets, { body: pictureOf(id, name, file) }, about)
  return { row: item, url: urls[name] ?? item.assets[name] }
}

export const deleteCollection = (_id: string, key: string) =>
  call(http.deleteVirtualCollection, { query: { _id } }, { idempotencyKey: key })

export const deleteItem = (_id: string, key: string) =>
  call(itemHttp.deleteVirtualItem, { query: { _id } }, { idempotencyKey: key })
