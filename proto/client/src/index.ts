import type { z } from 'zod'
import { assetIndexerHttp } from '../../http/asset-indexer/assets.ts'
import { bankWithdrawalHttp } from '../../http/bank-withdrawal/withdrawals.ts'
import type { CallOptions, Given, Parts } from '../../http/client.ts'
import type { Endpoint } from '../../http/contract.ts'
import { site } from '../../http/gateway/site.ts'
import { identityHttp } from '../../http/identity/accounts.ts'
import { ledgerHttp } from '../../http/ledger/credit.ts'
import { orderBookHttp } from '../../http/order-book/orders.ts'
import { cardProviderHttp } from '../../http/shipping-payment/card-provider.ts'
import { shippingPaymentHttp } from '../../http/shipping-payment/purchases.ts'
import { renewing, type TaladOptions } from './renew.ts'

export { type CallOptions, type ClientOptions, FetchError, ResponseError } from '../../http/client.ts'
export type { Problem } from '../../http/common.ts'
export { withCookies } from '../../http/cookies.ts'
export {
  buildShipperListing,
  LIST_DURATIONS,
  type OrderComponents,
  orderTypes,
  SEAPORT_VERSION,
  type ShipperListing,
  seaportDomain,
  toParameters,
} from '../../http/order-book/seaport.ts'
export {
  buildCryptoListing,
  buildOffer,
  type CryptoOrder,
  type PaidShare,
} from '../../http/order-book/seaport-crypto.ts'
export { type LiveUpdate, liveUpdates } from './live.ts'
export type { TaladOptions } from './renew.ts'

/** Every call, by its name in the documentation at `/docs`. */
export const calls = {
  site,
  ...identityHttp,
  ...assetIndexerHttp,
  ...orderBookHttp,
  ...shippingPaymentHttp,
  ...cardProviderHttp,
  ...ledgerHttp,
  ...bankWithdrawalHttp,
}

/** A call with its own types; what it takes may be left out where nothing in it is required. */
type Method<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer R>
    ? object extends Given<Parts<P, Q, B>>
      ? (given?: Given<Parts<P, Q, B>>, about?: CallOptions) => Promise<z.output<R>>
      : (given: Given<Parts<P, Q, B>>, about?: CallOptions) => Promise<z.output<R>>
    : never

export type Talad = { [Name in keyof typeof calls]: Method<(typeof calls)[Name]> }

/**
 * The calls of a site as functions: `talad.listAssets({ query: { q: 'lantern' } })`. Answers are parsed by the schemas
 * that the site wrote them with.
 * @throws ResponseError for every answer that isn't 2xx: branch on its `code`; FetchError when there was none
 */
export function createTalad(options: TaladOptions): Talad {
  const call = renewing(options)
  const methods = Object.entries(calls).map(([name, endpoint]) => [
    name,
    (given: object = {}, about?: CallOptions) => call(endpoint as Endpoint, given, about),
  ])
  return Object.fromEntries(methods) as Talad
}
