import { type Asset, assetIndexerHttp } from '@talad/proto/http/asset-indexer/assets'
import { virtualHttp } from '@talad/proto/http/campaign/virtual'
import { call } from '@talad/ui/client/call'
import { queryClient } from '@talad/ui/client/query'
import { queryOptions } from '@tanstack/react-query'
import type { Choice } from '../ui/search-picker.tsx'

/** What projects made has such an id; what an admin says of a contract may have any, and no name. */
const OF_PROJECTS = /^[0-9a-f]{24}$/
const ANY = /^[A-Za-z0-9_.-]{1,100}$/

/** What a virtual collection is called; null: it has no name that is known. */
export const virtualNameQuery = (id: string) =>
  queryOptions({
    queryKey: ['virtual-name', id],
    queryFn: async ({ signal }) => {
      if (!OF_PROJECTS.test(id)) return null
      const read = call(virtualHttp.openVirtualCollection, { query: { id_or_slug: id } }, { signal })
      return read.then(
        ({ collection }) => collection.name,
        () => null, // its id says which it is too
      )
    },
    staleTime: 600_000,
  })

/** A virtual collection of a contract, to be chosen. */
export type VirtualChoice = Choice & {
  blockchain: string
  contract: string
  stands: { kind: string; collection_id: string }
}

async function choiceOf(asset: Asset): Promise<VirtualChoice | undefined> {
  const { contract, collection, image, token } = asset
  if (!token.abstract) return undefined
  const { kind, collection_id } = token.abstract
  return {
    id: [contract.address, kind, collection_id].join(' '),
    name: (await queryClient.fetchQuery(virtualNameQuery(collection_id))) ?? collection_id,
    detail: `${collection.name} · ${kind}`,
    image: image.r360,
    blockchain: contract.blockchain,
    contract: contract.address,
    stands: { kind, collection_id },
  }
}

/** Assets that a search looks at, for what they stand for. */
const MOST = 50

/** Virtual collections by their id, or by words of what stands for them, also where it is suspended. */
export async function findVirtual(words: string, signal: AbortSignal): Promise<VirtualChoice[]> {
  const read = async (query: { ac: string } | { q: string }) =>
    (await call(assetIndexerHttp.listAssets, { query: { ...query, is: '1', ps: MOST } }, { signal })).list
  const found = await Promise.all([ANY.test(words) ? read({ ac: words }) : [], read({ q: words })])
  const choices = await Promise.all(found.flat().map(choiceOf))
  return [...new Map(choices.flatMap((one) => (one ? [[one.id, one] as const] : []))).values()]
}
