import type { listAssets, TraitFilter } from '@talad/proto/http/asset-indexer/assets'
import { toJson } from '@talad/shared/json'
import { Rejection } from '@talad/shared/rejection'
import type { z } from 'zod'
import { notAmong } from '../due/marks.ts'
import { isLiveSql } from '../market/standing.ts'
import { inFamilySql, type Moment } from '../rate/store.ts'
import { foldTrait } from '../trait/fold.ts'
import { assetFound, type Found } from './search.ts'
import { type Conditions, conditions, isAmong, readAddresses } from './sql.ts'

export type AssetsQuery = z.output<NonNullable<typeof listAssets.query>>
const FILTERS = [
  ...([
    'bc',
    'wl',
    'cl',
    'ad',
    'ti',
    'ak',
    'ac',
    'tg',
    'as',
    'co',
    'cu',
    'cv',
    'vf',
    'vt',
    'is',
    'q',
  ] as const),
  'traits',
] as const
/** Which assets, without how they are shown; `cl`, `ad`: ids of collections (`withCollectionIds`). */
export type AssetsFilter = Pick<AssetsQuery, (typeof FILTERS)[number]>

/** The same text for the same filters. */
export function keyOfFilter(query: AssetsFilter): string {
  return toJson(FILTERS.map((name) => query[name] ?? null))
}

const NUMBER = /^-?[0-9]{1,30}(\.[0-9]{1,18})?$/

function bound(text: string, filter: TraitFilter): string | undefined {
  if (text === '') return undefined
  if (!NUMBER.test(text)) throw new Rejection('VALIDATION', { field: 'tr', details: { key: filter.key } }) // AI-13
  return text
}

/** WB-6: `valueTo`, even empty, makes a range; it includes its ends, and one of them may be open (AI-13). */
function traitCondition(where: Conditions, filter: TraitFilter): string {
  if (filter.valueTo === undefined) return `t.value_folded = ${where.value(foldTrait(filter.value))}`
  const from = bound(filter.value, filter)
  const to = bound(filter.valueTo, filter)
  if (from === undefined && to === undefined) throw new Rejection('VALIDATION', { field: 'tr' })
  const parts = [
    ...(from === undefined ? [] : [`t.number >= ${where.value(from)}::numeric`]),
    ...(to === undefined ? [] : [`t.number <= ${where.value(to)}::numeric`]),
  ]
  return `(${parts.join(' and ')})`
}

/** AI-13: entries of one key are alternatives, different keys must all hold. */
function filterTraits(where: Conditions, filters: readonly TraitFilter[]): void {
  const byKey = Map.groupBy(filters, (filter) => foldTrait(filter.key))
  for (const [key, entries] of byKey) {
    const name = where.value(key)
    const any = entries.map((entry) => traitCondition(where, entry)).join(' or ')
    where.add(
      `exists (select 1 from attribute t where t.asset_id = a.id and t.collection_id = a.collection_id
         and t.key_folded = ${name} and (${any}))`,
    )
  }
}

export function range(where: Conditions, column: string, query: Pick<AssetsQuery, 'vf' | 'vt'>): string[] {
  return [
    ...(query.vf === undefined ? [] : [`${column} >= ${where.value(query.vf)}::numeric`]),
    ...(query.vt === undefined ? [] : [`${column} <= ${where.value(query.vt)}::numeric`]),
  ]
}

export const ORDER_PRICE = { family: 'o.family', value: 'o.unit_value' }
const rateOf = (where: Conditions, { rate }: Moment) => `${where.value(rate ?? null)}::numeric`

/** OB-37: SQL for what an order asks or offers for one unit, in a family. */
export function unitPriceSql(where: Conditions, family: 'thb' | 'jfin', at: Moment): string {
  return inFamilySql(family, ORDER_PRICE, rateOf(where, at))
}

/** SQL for an active order of the asset whose price is in the range: values are in cv, or in the currency's own unit without cv. */
export function orderInRange(where: Conditions, query: AssetsFilter, at: Moment): string {
  const { cv, vf, vt } = query
  const isAsked = vf !== undefined || vt !== undefined
  const price = cv === undefined || !isAsked ? 'o.unit_value' : unitPriceSql(where, cv, at)
  const parts = range(where, price, query).map((part) => ` and ${part}`)
  // OB-7: a deal is for one person
  return `o.asset_id = a.id and o.type <> 'deal' and ${isLiveSql('o', where.value(at.now))}${parts.join('')}`
}

/** SQL for an order in one of the currencies, by the symbols of their tokens or by family. */
export function inCurrencies(where: Conditions, currencies: readonly string[]): string {
  const names = where.value(currencies.map((name) => name.toLowerCase()))
  return `(lower(o.symbol) = any(${names}) or o.family = any(${names}))`
}

/**
 * GW-29: SQL for the price of an asset that is asked for, in a family. Without a rate nothing is converted, and only what
 * is in the family has one (OB-37).
 */
export function priceIn(
  column: 'sp' | 'lp' | 'op' | 'lsp',
  family: 'thb' | 'jfin',
  { rate }: Moment,
): string {
  if (family === 'thb' || rate !== undefined) return `a.${column}_baht`
  return column === 'sp' ? '(case when a.listings > 0 then a.lp_jfin else a.op_jfin end)' : `a.${column}_jfin`
}

/** The same in units of the family. */
export function bestPriceSql(where: Conditions, family: 'thb' | 'jfin', at: Moment): string {
  const price = priceIn('sp', family, at)
  return family === 'thb' || at.rate === undefined ? price : `(${price} / ${rateOf(where, at)})`
}

/** cu, vf, vt: with a currency, an active order in it. */
function filterPrices(where: Conditions, query: AssetsFilter, at: Moment): void {
  if (query.cu === undefined) {
    if (query.vf === undefined && query.vt === undefined) return
    for (const part of range(where, bestPriceSql(where, query.cv ?? 'thb', at), query)) where.add(part)
    return
  }
  where.add(
    `exists (select 1 from order_replica o where ${inCurrencies(where, query.cu)}
       and ${orderInRange(where, query, at)})`,
  )
}

/** AI-14: SQL for the market conditions; with wl, listed = listed by one of them. */
export function marketStates(where: Conditions, { wl }: AssetsFilter, { now }: Pick<Moment, 'now'>) {
  return {
    li: () =>
      wl === undefined
        ? 'a.listings > 0'
        : `exists (select 1 from order_replica o where o.asset_id = a.id and o.type = 'list'
            and o.offerer = any(${where.value(readAddresses(wl, 'wl'))}) and ${isLiveSql('o', where.value(now))})`,
    of: () => 'a.offers > 0',
  }
}

/** AI-14: mine = held by one of wl; the other conditions with wl are about what it holds. */
function filterCondition(where: Conditions, query: AssetsFilter, at: Moment): void {
  const asked = query.co ?? []
  if (asked.length === 0) return
  if (asked.includes('mine') && !query.wl) throw new Rejection('REQUIRED_PARAMETER', { field: 'wl' })
  if (query.wl) {
    const wallets = where.value(readAddresses(query.wl, 'wl'))
    where.add(
      `exists (select 1 from holder h where h.asset_id = a.id and h.address = any(${wallets}) and h.quantity > 0)`,
    )
  }
  const states = marketStates(where, query, at)
  const market = asked.flatMap((code) => (code === 'mine' ? [] : [states[code]()]))
  if (market.length > 0) where.add(market.join(' or '))
}

/**
 * What the filters of /assets ask for, on `asset a join collection c`.
 * @param found what `q` asks for, looked up; without it, `q` is no condition
 * @param where what they are added to
 * @throws Rejection VALIDATION, REQUIRED_PARAMETER
 */
export function assetConditions(
  query: AssetsFilter,
  at: Moment,
  found?: Found,
  where: Conditions = conditions(),
): Conditions {
  if (query.bc) where.add(`c.blockchain = any(${where.value(query.bc)})`)
  if (query.ti) where.add(`a.token_id = any(${where.value(query.ti)}::numeric[])`)
  if (query.ak) where.add(isAmong(where, 'a.abstract_kind', query.ak)) // AI-7
  if (query.ac) where.add(isAmong(where, 'a.abstract_collection_id', query.ac))
  if (query.tg) where.add(isAmong(where, 'a.abstract_tag', query.tg))
  if (query.as) where.add(`a.id = any(${where.value(query.as)})`)
  if (query.cl) where.add(isAmong(where, 'a.collection_id', query.cl))
  if (query.ad) where.add(isAmong(where, 'a.collection_id', query.ad)) // each contract is one
  filterCondition(where, query, at)
  filterPrices(where, query, at)
  filterTraits(where, query.traits)
  if (found) where.add(assetFound(where, found))
  if (!query.is) {
    where.add('not a.suspended and not c.suspended') // AI-15
    if (at.unmarked.length > 0) where.add(notAmong(at.unmarked, where.value)) // MO-7: at once
  }
  where.add('a.supply > 0') // what is burned is nobody's to look through
  return where
}
