import type { QueryClient } from '@tanstack/react-query'
import { assetPagesQuery, assetQuery } from '../features/asset/api/assets.ts'
import { collectionQuery, collectionSearchQuery } from '../features/collection/api/collections.ts'
import { facetsQuery } from '../features/collection/api/facets.ts'
import {
  assetFilterOf,
  collectionSearch,
  filterSearch,
  marketFilterOf,
} from '../features/collection/filters.ts'
import { ordersQuery } from '../features/order/api/asset-orders.ts'
import { layoutQuery } from '../market/reads/layout.ts'
import { SHELF } from '../routes/collection-banner.tsx'
import { defaultHome } from '../routes/sections/default-home.ts'
import { readSection } from '../routes/sections/reads.ts'

/** A page by the pattern of its address. */
export type Place = { pattern: string; params: Readonly<Record<string, string>>; search: unknown }

async function home(client: QueryClient): Promise<void> {
  const sections = (await client.fetchQuery(layoutQuery('home'))) ?? defaultHome((key) => key)
  await Promise.all(sections.map((section) => readSection(client, section)))
}

async function collection(client: QueryClient, { params, search }: Place): Promise<void> {
  const { _id: id } = await client.fetchQuery(collectionQuery(params.idOrSlug ?? ''))
  const wanted = collectionSearch.parse(search)
  const shelf = assetPagesQuery({ collection: id, sort: 'ti', direction: 'a' }, SHELF)
  const shown =
    wanted.tab === undefined
      ? client.prefetchInfiniteQuery(assetPagesQuery(assetFilterOf(id, wanted)))
      : undefined
  await Promise.all([client.prefetchInfiniteQuery(shelf), shown])
}

async function explore(client: QueryClient, { search }: Place): Promise<void> {
  const wanted = filterSearch.parse(search)
  await Promise.all([
    client.prefetchInfiniteQuery(assetPagesQuery(marketFilterOf(wanted))),
    client.prefetchQuery(facetsQuery(wanted)),
    wanted.q && client.prefetchQuery(collectionSearchQuery(wanted.q)),
  ])
}

async function asset(client: QueryClient, { params }: Place): Promise<void> {
  const { blockchain = '', contract = '', token = '' } = params
  const place = { blockchain, contract, token }
  await Promise.all([
    client.prefetchQuery(ordersQuery(place, { account: undefined, wallets: [] })),
    client.fetchQuery(assetQuery(place)),
  ])
}

/**
 * What a visitor's page shows first, by the pattern of its address: read on the server, sent with the page. Other pages
 * aren't drawn there. Of an account nothing is known on the server; its page shows the place of what will come.
 */
const reads: Readonly<Record<string, (client: QueryClient, place: Place) => Promise<void>>> = {
  '/': home,
  '/explore': explore,
  '/collection/$idOrSlug': collection,
  '/assets/$blockchain/$contract/$token': asset,
  '/account': async () => {},
}

export const isDrawnOnServer = (pattern: string): boolean => Object.hasOwn(reads, pattern)

/** @throws when there is nothing to show at that address */
export async function readFirst(client: QueryClient, place: Place): Promise<void> {
  await reads[place.pattern]?.(client, place)
}
