import { getAsset, getBalances, listAssets } from '@talad/proto/http/asset-indexer'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { keys } from '../../../lib/query.ts'

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
  listedOnly?: boolean | undefined
  priceFrom?: string | undefined
  priceTo?: string | undefined
  sort?: 'ti' | 'at' | 'sp' | 'lt' | 'lsb' | undefined
  direction?: 'a' | 'd' | undefined
  traits?: Readonly<Record<string, string>> | undefined
}

const PAGE_SIZE = 24

function assetsQueryOf(filter: AssetFilter) {
  const { collection, owner, listedOnly, priceFrom, priceTo, sort, direction, traits } = filter
  return {
    ...(collection === undefined ? {} : { cl: collection }),
    ...(owner === undefined ? {} : { wl: owner, co: 'mine' }),
    ...(listedOnly ? { co: 'li' } : {}),
    ...(priceFrom ? { vf: priceFrom } : {}),
    ...(priceTo ? { vt: priceTo } : {}),
    ...(priceFrom || priceTo ? { cv: 'thb' as const } : {}),
    ...(sort === undefined ? {} : { sr: sort }),
    ...(direction === undefined ? {} : { sd: direction }),
    ...traits,
  }
}

/** Assets of a filter, page after page. */
export function assetPagesQuery(filter: AssetFilter, pageSize = PAGE_SIZE) {
  return infiniteQueryOptions({
    queryKey: [keys.assets, filter, pageSize],
    queryFn: ({ signal, pageParam }) =>
      call(
        listAssets,
        {
          query: {
            ...assetsQueryOf(filter),
            ps: pageSize,
            pi: pageParam,
            ...(pageParam === 0 ? { count: 'true' as const } : {}),
          },
        },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.list.length < last.size ? undefined : last.index + 1),
    refetchInterval: 60_000, // WB-10
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
