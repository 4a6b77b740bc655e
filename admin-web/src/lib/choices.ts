import { type Asset, assetIndexerHttp, type Collection } from '@talad/proto/http/asset-indexer/assets'
import { call } from '@talad/ui/client/call'
import type { Choice } from '../ui/search-picker.tsx'

/** Begins the keys of everything that is read of collections at the desk. */
export const COLLECTIONS = 'collections'

const MOST = 10

export const ofCollection = ({ _id, name, slug, image }: Collection): Choice => ({
  id: _id,
  name,
  detail: slug,
  image,
})

const ofAsset = ({ _id, token, metadata, collection, image }: Asset): Choice => ({
  id: _id,
  name: metadata.name || `#${token.id}`,
  detail: `${collection.name} · #${token.id}`,
  image: image.r360,
})

type Kind = {
  find(words: string, signal: AbortSignal): Promise<Choice[]>
  /** those of the ids that visitors can see, in no order */
  read(ids: readonly string[], signal: AbortSignal): Promise<Choice[]>
}

/** What can be chosen for a page, as visitors find it: what is suspended is not among it. */
export const choices = {
  assets: {
    find: async (q, signal) =>
      (await call(assetIndexerHttp.listAssets, { query: { q, ps: MOST } }, { signal })).list.map(ofAsset),
    read: async (ids, signal) => {
      const query = { as: ids.join(','), ps: ids.length }
      return (await call(assetIndexerHttp.listAssets, { query }, { signal })).list.map(ofAsset)
    },
  },
  collections: {
    find: async (q, signal) =>
      (await call(assetIndexerHttp.searchCollections, { query: { q } }, { signal })).list.map(ofCollection),
    read: async (ids, signal) => {
      const query = { cl: ids.join(','), ps: ids.length }
      return (await call(assetIndexerHttp.listCollections, { query }, { signal })).list.map(ofCollection)
    },
  },
} as const satisfies Record<string, Kind>
