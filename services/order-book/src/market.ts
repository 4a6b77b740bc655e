import { takesOffers } from '@talad/market/sites'
import {
  GRACE_SECONDS,
  LIST_DURATIONS,
  MAXIMUM_OFFER_AMOUNT,
  MAXIMUM_PRICE,
  MINIMUM_PRICE,
  OFFER_DURATIONS,
  SEAPORT_VERSION,
  START_TOLERANCE_SECONDS,
  TEST_DURATIONS,
  ZERO_HASH,
} from '@talad/proto/http/order-book/seaport'
import type { Queryable } from '@talad/shared/db'
import type { OrderBookConfig } from './config.ts'
import { limitsOf } from './limits.ts'

/** A token in which a price can stand. */
export type PriceToken = {
  address: string
  symbol: string
  /** absent while they are not known: a price in it can't be read */
  decimals?: number | undefined
  /** price family of OB-19 */
  family: string
  /** paid in points and delivered by our relayer, not on chain by the buyer (OB-8) */
  shipper: boolean
}

/** What the deciders know of this installation. */
export type Market = {
  blockchain: string
  chainId: number
  seaport: string
  seaportVersion: string
  zone: string
  treasury: string
  conduitKey: string
  pointToken: PriceToken & { decimals: number }
  tokens: readonly PriceToken[]
  /** seconds by label */
  durations: { list: Readonly<Record<string, number>>; offer: Readonly<Record<string, number>> }
  /** receives fees in crypto, and the shares of payees without a wallet (OB-33) */
  feeWallet: string
  /** OB-41 */
  offersEnabled: boolean
  /** units of an offer (OB-22) */
  maximumOfferAmount: number
  /** between display end and signed end (OB-25) */
  graceSeconds: number
  /** between a start and our clock (OB-24) */
  startToleranceSeconds: number
  minimumPrice: Readonly<Record<string, { list: string; offer: string }>>
  maximumPrice: string
  limits: { ordersPerCustomer: number; ordersPerAsset: number }
  skipKyc: boolean
}

/** M§6: SILVER. */
export const MINIMUM_KYC_LEVEL = 2

/** M§3: test tokens outside production only, wrapped JFIN only where baht isn't the only currency. */
function cryptoTokens(config: OrderBookConfig): PriceToken[] {
  return config.PRICE_TOKENS.filter(
    ({ test, family }) =>
      !(test && config.NODE_ENV === 'production') && !(config.THB_ONLY && family === 'jfin'),
  ).map(({ address, symbol, decimals, family }) => ({ address, symbol, decimals, family, shipper: false }))
}

/** OB-41: whether offers can be made, by the installation and by the site that is asked. */
export const offersEnabled = async ({ db, market }: { db: Queryable; market: Market }): Promise<boolean> =>
  market.offersEnabled && (await takesOffers(db))

export function marketOf(config: OrderBookConfig): Market {
  const pointToken = {
    address: config.POINT_TOKEN_ADDRESS,
    symbol: 'THB',
    decimals: 2,
    family: 'thb',
    shipper: true,
  }
  const tests = config.TEST_DURATIONS ? TEST_DURATIONS : {}
  return {
    blockchain: config.CHAIN_SLUG,
    chainId: config.CHAIN_ID,
    seaport: config.SEAPORT_ADDRESS,
    seaportVersion: SEAPORT_VERSION,
    zone: config.ZONE_ADDRESS,
    treasury: config.TREASURY_ADDRESS,
    conduitKey: ZERO_HASH,
    pointToken,
    tokens: [pointToken, ...cryptoTokens(config)],
    feeWallet: config.FEE_WALLET_ADDRESS ?? config.TREASURY_ADDRESS,
    durations: { list: { ...tests, ...LIST_DURATIONS }, offer: { ...tests, ...OFFER_DURATIONS } },
    offersEnabled: config.OFFERS,
    maximumOfferAmount: MAXIMUM_OFFER_AMOUNT,
    graceSeconds: GRACE_SECONDS,
    startToleranceSeconds: START_TOLERANCE_SECONDS,
    minimumPrice: MINIMUM_PRICE,
    maximumPrice: MAXIMUM_PRICE,
    limits: limitsOf(config),
    skipKyc: config.SKIP_KYC_ON_PUT,
  }
}
