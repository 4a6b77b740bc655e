import { assetIdAt, contractAt, type Size, slugAt, VIRTUALS, walletAt } from './world.ts'

/** One public list in one way of asking for it; each call is for something else. */
export type Asked = { name: string; path: (call: number) => string }

const PUBLIC = '/api/public/v1'
/** So that calls are spread over the whole market. */
const spread = (call: number, below: number) => (call * 7_919) % below

const SORTS = ['ti', 'at', 'bk', 'sp', 'lp', 'op', 'lsp', 'lsb', 'lt']
const ORDER_SORTS = ['pr', 'st', 'en', 'du', 'ta', 'fa', 'la', 'fp']

const asked = (name: string, path: (call: number) => string): Asked => ({ name, path })
const assets = (name: string, query: (call: number) => string) =>
  asked(`assets ${name}`, (call) => `${PUBLIC}/assets?${query(call)}`)
const orders = (name: string, query: (call: number) => string) =>
  asked(`orders ${name}`, (call) => `${PUBLIC}/orders?${query(call)}`)
const events = (name: string, query: (call: number) => string) =>
  asked(`events ${name}`, (call) => `${PUBLIC}/events?${query(call)}`)

/** A read by primary key over the same path: what any call costs. */
export const byKey = ({ assets: count }: Size): Asked =>
  asked('one asset by its id', (call) => `${PUBLIC}/asset?id=${assetIdAt(spread(call, count))}`)

/** Each public list with each of its filters and sorts. */
export function listsOf({ assets: count, collections, wallets }: Size): Asked[] {
  const slug = (call: number) => slugAt(spread(call, collections))
  const wallet = (call: number) => walletAt(spread(call, wallets))
  const contract = (call: number) => contractAt(spread(call, collections))
  const each = Math.floor(count / collections)
  const page = (call: number) => `pi=${call % 5}`
  const trait = (key: string, value: string, to?: string) =>
    `tr[0][key]=${key}&tr[0][value]=${value}${to === undefined ? '' : `&tr[0][valueTo]=${to}`}`
  return [
    ...SORTS.map((sort) => assets(`by ${sort}`, (call) => `sr=${sort}&${page(call)}`)),
    ...SORTS.map((sort) => assets(`by ${sort}, falling`, (call) => `sr=${sort}&sd=d&${page(call)}`)),
    assets('counted', () => 'count=1'),
    assets('of a collection', (call) => `cl=${slug(call)}&${page(call)}`),
    assets('of a collection by price', (call) => `cl=${slug(call)}&sr=sp&${page(call)}`),
    assets('of a contract', (call) => `ad=${contract(call)}`),
    assets('of a token number', (call) => `ti=${1 + spread(call, each)}`),
    assets('of a contract and token number', (call) => `ad=${contract(call)}&ti=${1 + spread(call, each)}`),
    assets('by ids', (call) => `as=${[1, 2, 3].map((n) => assetIdAt(spread(call * n, count))).join()}`),
    assets('of a virtual collection', (call) => `ac=v${spread(call, VIRTUALS)}`),
    assets('of a virtual collection by price', (call) => `ac=v${spread(call, VIRTUALS)}&sr=sp`),
    assets('of a kind of virtual collections', (call) => `ak=vnft&${page(call)}`),
    assets('with a tag', (call) => `tg=north&${page(call)}`),
    assets('on a chain', (call) => `bc=kub&${page(call)}`),
    assets('listed', (call) => `co=li&${page(call)}`),
    assets('listed by price', (call) => `co=li&sr=lp&${page(call)}`),
    assets('with offers', (call) => `co=of&${page(call)}`),
    assets('of a wallet', (call) => `co=mine&wl=${wallet(call)}`),
    assets('of a wallet, listed', (call) => `co=mine,li&wl=${wallet(call)}`),
    assets('in a currency', (call) => `cu=thb&${page(call)}`),
    assets('in a range of prices', (call) => `vf=${20 + (call % 1_000)}&vt=${220 + (call % 1_000)}`),
    assets(
      'in a narrow range, by price',
      (call) => `vf=${4_000 + (call % 900)}&vt=${4_001 + (call % 900)}&sr=sp`,
    ),
    assets('with a trait', (call) => `cl=${slug(call)}&${trait('Colour', 'jade')}`),
    assets('with a trait in a range', (call) => `cl=${slug(call)}&${trait('Level', '10', '20')}&sr=sp`),
    assets('with a trait, anywhere', (call) => `${trait('Colour', 'jade')}&${page(call)}`),
    assets(
      'searched for',
      (call) => `q=${encodeURIComponent(call % 2 ? 'โคมลอย' : 'lantern')}&${page(call)}`,
    ),
    assets('searched for by number', (call) => `q=${encodeURIComponent(`#${spread(call, count)}`)}`),
    assets('searched for with a typing error', () => 'q=lanterm'),
    asked('facets of all', () => `${PUBLIC}/assets/facets`),
    asked('facets of a collection', (call) => `${PUBLIC}/assets/facets?cl=${slug(call)}`),
    asked('holders of an asset', (call) => `${PUBLIC}/asset/${assetIdAt(spread(call, count))}/balances`),
    asked('collections', () => `${PUBLIC}/collections`),
    asked('collections, searched for', () => `${PUBLIC}/collections/search?q=lantern`),
    asked('traits of a collection', (call) => `${PUBLIC}/traits?collection_id=${slug(call)}`),
    events('newest', (call) => page(call)),
    events('by block', (call) => `sr=bk&${page(call)}`),
    events('of a kind', (call) => `tp=sa&${page(call)}`),
    events('of an asset', (call) => `as=${assetIdAt(spread(call, count))}`),
    events('of a collection', (call) => `cl=${slug(call)}&${page(call)}`),
    events('of a contract', (call) => `ad=${contract(call)}&${page(call)}`),
    events('of a token number', (call) => `ti=${1 + spread(call, each)}`),
    events('of a wallet', (call) => `wl=${wallet(call)}`),
    events('in a range of prices', (call) => `vf=${20 + (call % 1_000)}&vt=${220 + (call % 1_000)}`),
    events('one row for one thing', (call) => `mg=1&${page(call)}`),
    ...ORDER_SORTS.map((sort) => orders(`by ${sort}`, (call) => `sr=${sort}&${page(call)}`)),
    orders('listings', (call) => `tp=li&${page(call)}`),
    orders('offers', (call) => `tp=of&${page(call)}`),
    orders('of an asset', (call) => `ad=${contract(call)}&ti=1`),
    orders('of a contract', (call) => `ad=${contract(call)}&${page(call)}`),
    orders('of a virtual collection', (call) => `ac=v${spread(call, VIRTUALS)}`),
    orders('of a wallet', (call) => `wl=${wallet(call)}`),
    orders('in a currency', (call) => `cu=THBK&${page(call)}`),
    orders('in a range of prices', (call) => `vf=${20 + (call % 1_000)}&vt=${220 + (call % 1_000)}`),
    orders('counted', () => 'count=1'),
  ]
}
