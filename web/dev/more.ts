import { people } from '@talad/demo/people'
import { getAssetHistory, getCollectionHistory } from '@talad/proto/http/asset-indexer/history'
import { listDisplayNames } from '@talad/proto/http/identity/display-names'
import {
  type FavouriteKind,
  listFavourites,
  mergeFavourites,
  putFavourite,
  removeFavourite,
} from '@talad/proto/http/identity/favourites'
import { getPerson } from '@talad/proto/http/identity/people'
import { answer, mustBe, Refusal, type Route } from './answer.ts'
import { assetOf } from './assets.ts'
import { began, hex, pieces, thb, walletOf } from './world.ts'

const DAY_MS = 86_400_000
const liked = new Map<string, Map<string, string>>()

function likedBy(person: string | undefined) {
  const who = mustBe(person as Parameters<typeof mustBe>[0])
  const own = liked.get(who) ?? new Map<string, string>()
  liked.set(who, own)
  return own
}

function listsOf(own: Map<string, string>) {
  const of = (kind: FavouriteKind) =>
    [...own]
      .filter(([key]) => key.startsWith(`${kind} `))
      .map(([key, since]) => ({ id: key.split(' ')[1] ?? '', since }))
      .toReversed()
  return { assets: of('asset'), collections: of('collection') }
}

const dayOf = (ago: number) => new Date(began - ago * DAY_MS).toISOString().slice(0, 10)
const wave = (n: number) => 60 + Math.round(35 * Math.sin(n / 3) + 20 * Math.cos(n))

/** A sale so many days ago, made up. */
function sale(ago: number, seed: string) {
  const asset = assetOf(pieces[ago % pieces.length] ?? { key: 'betta', tokenId: 1 })
  return {
    time: new Date(began - ago * DAY_MS).toISOString(),
    asset: { id: asset._id, name: asset.metadata.name, r360: asset.image.r360 },
    amount: '1',
    price: thb(BigInt(wave(ago) * 10)),
    transaction: { hash: `0x${hex(64, `${seed} ${ago}`)}`, block: String(10_000 - ago), log_index: 1 },
  }
}

/** Favourites and history, made up. */
export const more: Route[] = [
  answer(listDisplayNames, ({ query }) => ({
    list: people.flatMap(({ key, shownAs }) =>
      shownAs !== null && query.wl.includes(walletOf(key))
        ? [{ address: walletOf(key), display_name: shownAs }]
        : [],
    ),
    pictures: [],
  })),
  answer(getPerson, ({ params }) => {
    const who = params.who.toLowerCase()
    const found = people.find(
      ({ key, shownAs }) => shownAs?.toLowerCase() === who || (shownAs !== null && walletOf(key) === who),
    )
    if (found) return { display_name: found.shownAs, picture: null, wallets: [walletOf(found.key)] }
    if (who.startsWith('0x')) return { display_name: null, picture: null, wallets: [who] }
    throw new Refusal(404, 'not_found')
  }),
  answer(listFavourites, ({ person }) => listsOf(likedBy(person))),
  answer(putFavourite, ({ person, params }) => {
    const since = new Date().toISOString()
    likedBy(person).set(`${params.kind} ${params.id}`, since)
    return { ...params, since }
  }),
  answer(removeFavourite, ({ person, params }) => {
    likedBy(person).delete(`${params.kind} ${params.id}`)
    return { status: 'removed' }
  }),
  answer(mergeFavourites, ({ person, body }) => {
    const own = likedBy(person)
    for (const id of body.assets) own.set(`asset ${id}`, new Date().toISOString())
    for (const id of body.collections) own.set(`collection ${id}`, new Date().toISOString())
    return { ...listsOf(own), left_out: 0 }
  }),
  answer(getAssetHistory, ({ params }) => ({
    list: [2, 9, 17, 30, 44, 61].map((ago) => sale(ago, params.asset_id)),
    nextCursor: null,
  })),
  answer(getCollectionHistory, ({ params, query }) => ({
    collection_id: hex(24, params.collection_id),
    family: 'thb',
    from: dayOf(query.days - 1),
    to: dayOf(0),
    days: Array.from({ length: query.days }, (_, n) => query.days - 1 - n)
      .filter((ago) => ago % 4 !== 1)
      .map((ago) => ({
        day: dayOf(ago),
        sales: 1 + (ago % 3),
        units: String(1 + (ago % 3)),
        volume: String(wave(ago) * 30),
        low: '120',
        high: '990',
      })),
    floors: [
      { day: dayOf(query.days - 1), floor: '120' },
      { day: dayOf(3), floor: '150' },
    ],
    sales: { list: [], nextCursor: null },
  })),
]
