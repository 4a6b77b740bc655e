import { type Asset, getAsset, getBalances, listAssets } from '@talad/proto/http/asset-indexer/assets'
import { call } from '@talad/ui/client/call'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { keys } from '../../../market/reads/query-keys.ts'

export type AssetPlace = { blockchain: string; contract: string; token: string }

/** One asset by its place on the chain. Cards and pages read again each minute (WB-10). */
export function assetQuery({ blockchain, contract, token }: AssetPlace) {
  return queryOptions({
    queryKey: [keys.asset, blockchain, contract.toLowerCase(), token],
    queryFn: ({ signal }) =>
      call(getAsset, { query: { bc: blockchain, ad: contract, ti: token } }, { signal }),
    refetchInterval: 60_000,
  })
}

export type AssetFilter = {
  collection?: string | undefined
  owner?: string | undefined
  /** listed, or with offers; of an owner: listed by it, or held by it */
  state?: 'li' | 'of' | undefined
  /** also what is suspended: it is left out otherwise (AI-15) */
  withSuspended?: boolean | undefined
  sort?: 'ti' | 'at' | 'sp' | 'lt' | 'lsb' | undefined
  direction?: 'a' | 'd' | undefined
  /** further filters, as the indexer takes them */
  query?: Readonly<Record<string, string>> | undefined
}

const PAGE_SIZE = 24
/** The indexer takes 50 ids at once. */
const OF_IDS = 48

function assetsQueryOf(filter: AssetFilter) {
  const { collection, owner, state, withSuspended, sort, direction, query } = filter
  return {
    ...(collection === undefined ? {} : { cl: collection }),
    ...(owner === undefined ? {} : { wl: owner, co: 'mine' }),
    ...(state ? { co: state } : {}),
    ...(withSuspended ? { is: 'true' as const } : {}),
    ...(sort === undefined ? {} : { sr: sort }),
    ...(direction === undefined ? {} : { sd: direction }),
    ...query,
  }
}

/** What a card shows of an asset. */
export type CardAsset = Omit<Asset, 'metadata' | 'internal'> & {
  /** the traits are those that are starred (AI-10) */
  metadata: Pick<Asset['metadata'], 'name' | 'attributes'>
  internal: Omit<Asset['internal'], 'metadata' | 'image'>
}

/** Without its story and most of its traits: pages are sent with their cards, and every card would carry them. */
function cardOf({ metadata: { name, attributes }, internal, ...rest }: Asset): CardAsset {
  const { metadata: _metadata, image: _image, ...shown } = internal
  const starred = attributes.filter(({ star }) => star)
  return { ...rest, metadata: { name, attributes: starred }, internal: shown }
}

/** Assets of a filter, page after page. */
export function assetPagesQuery(filter: AssetFilter, pageSize = PAGE_SIZE) {
  return infiniteQueryOptions({
    queryKey: [keys.assets, filter, pageSize],
    queryFn: async ({ signal, pageParam }) => {
      const query = {
        ...assetsQueryOf(filter),
        ps: pageSize,
        pi: pageParam,
        ...(pageParam === 0 ? { count: 'true' as const } : {}),
      }
      const page = await call(listAssets, { query }, { signal })
      return { ...page, list: page.list.map(cardOf) }
    },
    initialPageParam: 0,
    getNextPageParam: (last) => (last.list.length < last.size ? undefined : last.index + 1),
    refetchInterval: 60_000, // WB-10
  })
}

/** Assets by id, in the order of the ids; what the indexer doesn't know is left out. */
async function readOfIds(ids: readonly string[], signal: AbortSignal) {
  const query = { as: ids.join(','), is: 'true' as const, ps: OF_IDS }
  const { list } = await call(listAssets, { query }, { signal })
  const byId = new Map(list.map((asset) => [asset._id, asset]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const MOST_FOUND = 6

/** A few assets by a part of their name, or by their number. */
export function assetSearchQuery(words: string) {
  return queryOptions({
    queryKey: [keys.assets, 'search', words],
    queryFn: ({ signal }) => call(listAssets, { query: { q: words, ps: MOST_FOUND } }, { signal }),
    enabled: words.length >= 2,
    placeholderData: keepPreviousData,
  })
}

/** A few assets by id. */
export function assetsOfIdsQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: [keys.assets, 'ids', ids],
    queryFn: ({ signal }) => readOfIds(ids.slice(0, OF_IDS), signal),
    enabled: ids.length > 0,
  })
}

/** Many assets by id, page after page. */
export function assetPagesOfIdsQuery(ids: readonly string[]) {
  return infiniteQueryOptions({
    queryKey: [keys.assets, 'pages of ids', ids],
    queryFn: ({ signal, pageParam }) => readOfIds(ids.slice(pageParam, pageParam + OF_IDS), signal),
    initialPageParam: 0,
    getNextPageParam: (_last, _all, from) => (from + OF_IDS < ids.length ? from + OF_IDS : undefined),
  })
}

/** Who holds an asset, and how many; with wallets, what these hold. */
export function holdersQuery(assetId: string, wallets?: readonly string[]) {
  return queryOptions({
    queryKey: [keys.holders, assetId, wallets],
    queryFn: ({ signal }) =>
      call(
        getBalances,
        { params: { asset_id: assetId }, query: wallets?.length ? { wl: wallets.join(',') } : {} },
        { signal },
      ),
  })
}
