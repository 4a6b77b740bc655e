import { assetIndexerHttp as http, type TraitFilter } from '@talad/proto/http/asset-indexer/assets'
import { facetsHttp } from '@talad/proto/http/asset-indexer/facets'
import { continentHttp } from '@talad/proto/http/gateway/continent'
import { layoutHttp } from '@talad/proto/http/gateway/layout'
import { answer, Refusal, type Route } from './answer.ts'
import { assetOf, collectionOf } from './assets.ts'
import { site } from './site.ts'
import { CHAIN, events, hex, holdersOf, type Piece, pieceAt, pieces, walletOf } from './world.ts'

const keys = ['betta', 'lantern', 'ticket'] as const

function page<T>(list: readonly T[], { ps, pi }: { ps: number; pi: number }) {
  return {
    list: list.slice(ps * pi, ps * (pi + 1)),
    size: ps,
    index: pi,
    total: list.length,
    pages: Math.ceil(list.length / ps),
  }
}

function collectionBy(idOrSlug: string) {
  const found = keys.map(collectionOf).find(({ _id, slug }) => _id === idOrSlug || slug === idOrSlug)
  if (!found) throw new Refusal(404, 'not_found')
  return found
}

function assetBy(id: string): Piece {
  const found = pieces.find((piece) => assetOf(piece)._id === id)
  if (!found) throw new Refusal(404, 'not_found')
  return found
}

function matches(piece: Piece, traits: readonly TraitFilter[]): boolean {
  const { attributes } = assetOf(piece).metadata
  const byKey = Map.groupBy(traits, ({ key }) => key)
  return [...byKey].every(([key, wanted]) => {
    const own = attributes.find(({ trait_type }) => trait_type === key)?.value
    return wanted.some(({ value, valueTo }) =>
      valueTo === undefined
        ? own === value
        : Number(own) >= Number(value || '-1e9') && Number(own) <= Number(valueTo || '1e9'),
    )
  })
}

type AssetsQuery = {
  as?: string[] | undefined
  cl?: string[] | undefined
  wl?: string[] | undefined
  co?: string[] | undefined
  vf?: string | undefined
  vt?: string | undefined
  sr?: string | undefined
  sd?: string | undefined
  traits: TraitFilter[]
}

function filtered({ as, cl, wl, co, vf, vt, sr, sd, traits }: AssetsQuery): Piece[] {
  const priceOf = (piece: Piece) => Number(assetOf(piece).dynamic.best_price?.original.value ?? Number.NaN)
  const timeOf = (piece: Piece) =>
    events.findIndex(({ type, asset }) => type === 'list' && asset.id === assetOf(piece)._id)
  const found = pieces.filter((piece) => {
    const asset = assetOf(piece)
    if (as && !as.includes(asset._id)) return false
    if (cl && !cl.includes(asset.collection.id) && !cl.includes(asset.collection.slug)) return false
    if (co?.includes('li') && asset.internal.orders.listings === 0) return false
    if (wl && co && !holdersOf(piece).some(([owner]) => wl?.includes(walletOf(owner)))) return false
    if ((vf && !(priceOf(piece) >= Number(vf))) || (vt && !(priceOf(piece) <= Number(vt)))) return false
    return matches(piece, traits)
  })
  const sign = sd === 'desc' ? -1 : 1
  if (sr === 'sp') found.sort((a, b) => (priceOf(a) - priceOf(b)) * sign || (priceOf(a) ? -1 : 1))
  if (sr === 'lt') found.sort((a, b) => timeOf(a) - timeOf(b))
  return found
}

/** What anybody may read: the site, collections, assets, activity. */
export const catalog: Route[] = [
  answer(continentHttp.continent, () => site),
  answer(layoutHttp.layout, () => {
    throw new Refusal(404, 'not_published') // the home is the market's
  }),
  answer(http.getAsset, ({ query }) => {
    const piece = pieceAt(query.ad ?? '', query.ti ?? '')
    if (!piece) throw new Refusal(404, 'not_found')
    return assetOf(piece)
  }),
  answer(http.listAssets, ({ query }) => page(filtered(query).map(assetOf), query)),
  answer(http.getBalances, ({ params, query }) => {
    const piece = assetBy(params.asset_id)
    return {
      list: holdersOf(piece)
        .map(([owner, quantity]) => ({
          asset_id: params.asset_id,
          holder: { address: walletOf(owner), quantity: String(quantity) },
        }))
        .filter(({ holder }) => !query.wl || query.wl.includes(holder.address)),
    }
  }),
  answer(http.getCollection, ({ query }) => collectionBy(query.id)),
  answer(http.listCollections, ({ query }) =>
    page(
      keys
        .map(collectionOf)
        .filter(({ _id, slug }) => !query.cl || query.cl.includes(_id) || query.cl.includes(slug)),
      query,
    ),
  ),
  answer(http.searchCollections, ({ query }) => ({
    list: keys.map(collectionOf).filter(({ name }) => name.toLowerCase().includes(query.q.toLowerCase())),
  })),
  answer(http.listTraits, ({ query }) => {
    const { _id, items } = collectionBy(query.collection_id)
    const all = pieces
      .filter((piece) => hex(24, piece.key) === _id)
      .flatMap((piece) => assetOf(piece).metadata.attributes)
    return {
      collection_id: _id,
      items,
      traits: [...Map.groupBy(all, ({ trait_type }) => trait_type)].map(([key, list]) => {
        const isRange = list[0]?.display_type === 'number'
        const numbers = list.map(({ value }) => Number(value))
        return {
          key,
          kind: isRange ? ('range' as const) : ('choice' as const),
          count: list.length,
          values: isRange
            ? []
            : [...Map.groupBy(list, ({ value }) => value)].map(([value, same]) => ({
                value,
                original: value,
                count: same.length,
              })),
          min: isRange ? Math.min(...numbers) : null,
          max: isRange ? Math.max(...numbers) : null,
        }
      }),
      configs: [],
      summary: {
        keys: new Set(all.map(({ trait_type }) => trait_type)).size,
        values: new Set(all.map(({ trait_type, value }) => `${trait_type}\n${value}`)).size,
      },
    }
  }),
  answer(facetsHttp.listFacets, ({ query }) => {
    const found = (changed: Partial<typeof query>) => filtered({ ...query, ...changed }).length
    return {
      status: (['li', 'of'] as const).map((code) => ({
        code,
        count: code === 'li' ? found({ co: [code] }) : 0,
      })),
      collections: keys.map(collectionOf).map(({ _id, slug, name }) => ({
        id: _id,
        slug,
        name,
        count: found({ cl: [slug], traits: [] }),
      })),
      currencies: ['thb', 'jfin'].map((code) => ({ code, count: code === 'thb' ? found({}) : 0 })),
      blockchains: [{ name: CHAIN, count: found({}) }],
      price: { family: 'thb' as const, min: null, max: null },
    }
  }),
  answer(http.getWallet, ({ params }) => {
    const wallet = params.wallet.toLowerCase()
    const held = filtered({ wl: [wallet], co: ['mine'], traits: [] })
    const none = { sales: 0, volume: null }
    return {
      wallet,
      assets: held.length,
      units: String(held.length),
      bought: none,
      sold: none,
      listed: filtered({ wl: [wallet], co: ['li'], traits: [] }).length,
    }
  }),
  answer(http.listEvents, ({ query }) =>
    page(
      events.filter(
        ({ type, asset, order, sale }) =>
          (!query.tp || (query.tp.includes('sa') && type === 'sale')) &&
          (!query.as || query.as.includes(asset.id)) &&
          (!query.cl || query.cl.includes(asset.collection.id)) &&
          (!query.wl ||
            [order?.offerer, sale?.buyer, sale?.seller].some((who) => who && query.wl?.includes(who))),
      ),
      query,
    ),
  ),
]
