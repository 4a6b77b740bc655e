import {
  GRACE_SECONDS,
  LIST_DURATIONS,
  MAXIMUM_PRICE,
  MINIMUM_PRICE,
  SEAPORT_VERSION,
  START_TOLERANCE_SECONDS,
  TEST_DURATIONS,
  ZERO_HASH,
} from '@talad/proto/http/seaport'
import type { OrderBookConfig } from './config.ts'
import { limitsOf } from './limits.ts'

/** A token in which a price can stand. */
export type PriceToken = {
  address: string
  symbol: string
  /** absent while they are not known: a price in it can't be read */
  decimals?: number
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
  durations: Readonly<Record<string, number>>
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

/** Crypto tokens join `tokens` with `shipper: false` when orders in them are taken. */
export function marketOf(config: OrderBookConfig): Market {
  const pointToken = {
    address: config.POINT_TOKEN_ADDRESS,
    symbol: 'THB',
    decimals: 2,
    family: 'thb',
    shipper: true,
  }
  return {
    blockchain: config.CHAIN_SLUG,
    chainId: config.CHAIN_ID,
    seaport: config.SEAPORT_ADDRESS,
    seaportVersion: SEAPORT_VERSION,
    zone: config.ZONE_ADDRESS,
    treasury: config.TREASURY_ADDRESS,
    conduitKey: ZERO_HASH,
    pointToken,
    tokens: [pointToken],
    durations: config.TEST_DURATIONS ? { ...TEST_DURATIONS, ...LIST_DURATIONS } : LIST_DURATIONS,
    graceSeconds: GRACE_SECONDS,
    startToleranceSeconds: START_TOLERANCE_SECONDS,
    minimumPrice: MINIMUM_PRICE,
    maximumPrice: MAXIMUM_PRICE,
    limits: limitsOf(config),
    skipKyc: config.SKIP_KYC_ON_PUT,
  }
}
