import type { listAssets, TraitFilter } from '@talad/proto/http/asset-indexer'
import { Rejection } from '@talad/shared/rejection'
import type { z } from 'zod'
import { isLiveSql } from '../market/standing.ts'
import { assetFound, type Nearness, relevance } from './search.ts'
import { type Conditions, conditions, inCollections, readAddresses } from './sql.ts'

export type AssetsQuery = z.output<NonNullable<typeof listAssets.query>>
/** Which assets, without how they are shown. */
export type AssetsFilter = Pick<
  AssetsQuery,
  'bc' | 'wl' | 'cl' | 'ad' | 'as' | 'co' | 'cu' | 'cv' | 'vf' | 'vt' | 'is' | 'q' | 'traits'
>

const NUMBER = /^-?[0-9]{1,30}(\.[0-9]{1,18})?$/

function bound(text: string, filter: TraitFilter): string | undefined {
  if (text === '') return undefined
  if (!NUMBER.test(text)) throw new Rejection('VALIDATION', { field: 'tr', details: { key: filter.key } }) // AI-13
  return text
}

/** WB-6: `valueTo`, even empty, makes a range; it includes its ends, and one of them may be open (AI-13). */
function traitCondition(where: Conditions, filter: TraitFilter): string {
  if (filter.valueTo === undefined) return `t.value_folded = ${where.value(filter.value.toLowerCase())}`
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
  const byKey = Map.groupBy(filters, (filter) => filter.key.toLowerCase()) // AI-11: case-folded
  for (const [key, entries] of byKey) {
    const name = where.value(key)
    const any = entries.map((entry) => traitCondition(where, entry)).join(' or ')
    where.add(
      `exists (select 1 from attribute t where t.asset_id = a.id and t.collection_id = a.collection_id
         and t.key_folded = ${name} and (${any}))`,
    )
  }
}

function range(where: Conditions, column: string, query: Pick<AssetsQuery, 'vf' | 'vt'>): string[] {
  return [
    ...(query.vf === undefined ? [] : [`${column} >= ${where.value(query.vf)}::numeric`]),
    ...(query.vt === undefined ? [] : [`${column} <= ${where.value(query.vt)}::numeric`]),
  ]
}

/** SQL for an active order of the asset whose price is in the range: values are in cv, or in the currency's own unit without cv. */
export function orderInRange(where: Conditions, query: AssetsFilter, now: Date): string {
  const parts = [
    ...(query.cv === undefined ? [] : [`o.family = ${where.value(query.cv)}`]),
    ...range(where, 'o.unit_value', query),
  ].map((part) => ` and ${part}`)
  // OB-7: a deal is for one person
  return `o.asset_id = a.id and o.type <> 'deal' and ${isLiveSql('o', where.value(now))}${parts.join('')}`
}

/** SQL for an order in one of the currencies, by the symbols of their tokens or by family. */
export function inCurrencies(where: Conditions, currencies: readonly string[]): string {
  const names = where.value(currencies.map((name) => name.toLowerCase()))
  return `(lower(o.symbol) = any(${names}) or o.family = any(${names}))`
}

/** cu, vf, vt: with a currency, an active order in it. */
function filterPrices(where: Conditions, query: AssetsFilter, now: Date): void {
  if (query.cu === undefined) {
    for (const part of range(where, `a.sp_${query.cv ?? 'thb'}`, query)) where.add(part)
    return
  }
  where.add(
    `exists (select 1 from order_replica o where ${inCurrencies(where, query.cu)}
       and ${orderInRange(where, query, now)})`,
  )
}

/** AI-14: SQL for the market conditions; with wl, listed = listed by one of them. */
export function marketStates(where: Conditions, { wl }: AssetsFilter, now: Date) {
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
function filterCondition(where: Conditions, query: AssetsFilter, now: Date): void {
  const asked = query.co ?? []
  if (asked.length === 0) return
  if (asked.includes('mine') && !query.wl) throw new Rejection('REQUIRED_PARAMETER', { field: 'wl' })
  if (query.wl) {
    const wallets = where.value(readAddresses(query.wl, 'wl'))
    where.add(
      `exists (select 1 from holder h where h.asset_id = a.id and h.address = any(${wallets}) and h.quantity > 0)`,
    )
  }
  const states = marketStates(where, query, now)
  const market = asked.flatMap((code) => (code === 'mine' ? [] : [states[code]()]))
  if (market.length > 0) where.add(market.join(' or '))
}

/**
 * What the filters of /assets ask for, on `asset a join collection c`.
 * @param nearness how near what is found must be to what is searched for
 * @param where what they are added to
 * @throws Rejection VALIDATION, REQUIRED_PARAMETER
 */
export function assetConditions(
  query: AssetsFilter,
  now: Date,
  nearness: Nearness = 'exact',
  where: Conditions = conditions(),
): Conditions {
  if (query.bc) where.add(`c.blockchain = any(${where.value(query.bc)})`)
  if (query.ad) where.add(`a.contract = any(${where.value(readAddresses(query.ad, 'ad'))})`)
  if (query.as) where.add(`a.id = any(${where.value(query.as)})`)
  inCollections(where, query.cl)
  filterCondition(where, query, now)
  filterPrices(where, query, now)
  filterTraits(where, query.traits)
  if (query.q) where.add(assetFound(where, query.q, nearness))
  if (!query.is) where.add('not a.suspended and not c.suspended') // AI-15
  where.add('a.supply > 0') // what is burned is nobody's to look through
  return where
}

const PRICES = new Set(['sp', 'lp', 'op', 'lsp'])

/** GW-29: missing values last in both directions, ties by token number, then id. AI-15: by default the latest activity, and before it what fits best with what is searched for (AI-17). */
export function assetOrder(where: Conditions, query: Pick<AssetsQuery, 'sr' | 'sd' | 'cv' | 'q'>): string {
  const code = query.sr ?? 'bk'
  const family = query.cv ?? 'thb'
  const columns = {
    ti: 'a.token_id', // AI-6: numeric, exact beyond 2^53
    at: 'a.first_at',
    bk: 'a.last_block',
    sp: `a.sp_${family}`,
    lp: `a.lp_${family}`,
    op: `a.op_${family}`,
    lsp: `a.lsp_${family}`,
    lsb: 'a.last_sale_block',
    lt: 'a.listed_at',
  }
  const direction = query.sd ?? (PRICES.has(code) ? 'asc' : 'desc')
  const always = code === 'ti' || code === 'at' || code === 'bk'
  const ties = code === 'ti' ? 'a.id' : 'a.token_id, a.id'
  const first = query.q && !query.sr ? `${relevance(where, query.q)}, ` : ''
  return `${first}${columns[code]} ${direction}${always ? '' : ' nulls last'}, ${ties}`
}
