import type { OrderTerms } from '@talad/proto/http/order-book/orders'
import type { LateKey } from '../../i18n/late.ts'

export type PricedToken = OrderTerms['tokens'][number]
type T = (key: LateKey, values?: Readonly<Record<string, string>>) => string

/** The token of prices in baht. */
export function pointsOf(terms: OrderTerms): PricedToken {
  const found = terms.tokens.find(({ shipper }) => shipper)
  if (!found) throw new Error('no prices in baht')
  return found
}

export function tokenOf(terms: OrderTerms, address: string): PricedToken {
  return terms.tokens.find((token) => token.address === address) ?? pointsOf(terms)
}

/** What an order can be priced in. */
export function currencyOptions(tokens: readonly PricedToken[], t: T) {
  return tokens.map(({ address, symbol, shipper }) => ({
    value: address,
    label: shipper ? t('list.baht') : symbol,
  }))
}

const durationTexts: Readonly<Record<string, LateKey>> = {
  '1.5m': 'duration.90s',
  '1h': 'duration.1h',
  '6h': 'duration.6h',
  '12h': 'duration.12h',
  '1d': 'duration.1d',
  '3d': 'duration.3d',
  '7d': 'duration.7d',
  '1m': 'duration.1m',
  '3m': 'duration.3m',
  '6m': 'duration.6m',
}

/** How long an order may stand. */
export function durationOptions(durations: OrderTerms['durations'], t: T) {
  return durations.map(({ label }) => {
    const key = durationTexts[label]
    return { value: label, label: key ? t(key) : label }
  })
}
