import type { Queryable, Tx } from '@talad/shared/db'
import type { Loop } from '@talad/shared/loop'
import type { Platform } from '@talad/shared/platform'
import { type ChillPay, createChillPay } from './chillpay/client.ts'
import type { ShippingPaymentConfig } from './config.ts'
import { createDelivery } from './delivery/chain.ts'
import { startWaiting, type Waiting } from './shipping/waiting.ts'

/** The chain as this service needs it; the real one is made in delivery/chain.ts. */
export type Delivery = {
  /** hands the delivery of a paid shipping to the relayer's queue, in the caller's transaction */
  enqueue(tx: Tx, job: { shippingId: string; data: string; deadline: Date }): Promise<void>
  /** would the relayer's call succeed now? @throws when the chain can't be asked */
  simulate(data: string): Promise<boolean>
  hasCode(address: string): Promise<boolean>
  /** the shipping that one of the relayer's own transactions delivers; undefined for anybody else's */
  shippingOf(db: Queryable, txHash: string): Promise<string | undefined>
  /** starts the relayer's queue; its changes are noted on the shippings in the same transaction */
  start(deps: Deps): Loop
  /** readiness: the chain answers */
  check(): Promise<void>
  close(): Promise<void>
}

export type Deps = Platform & {
  chillpay: ChillPay | undefined
  chillpaySecret: string | undefined
  chillpayControlUrl: string | undefined
  delivery: Delivery
  waiting: Waiting
  siteOrigins: readonly string[]
}

function chillpayOf(config: ShippingPaymentConfig): ChillPay | undefined {
  const {
    CHILLPAY_MERCHANT_CODE: merchantCode,
    CHILLPAY_API_KEY: apiKey,
    CHILLPAY_MD5_SECRET: md5Secret,
  } = config
  if (!merchantCode || !apiKey || !md5Secret) return undefined // SP-22: missing configuration, told when a card is needed
  return createChillPay({
    baseUrl: config.CHILLPAY_URL,
    merchantCode,
    apiKey,
    md5Secret,
    routeNo: config.CHILLPAY_ROUTE,
    timeoutMs: 8_000,
  })
}

/** @param outside a chain that a test plays */
export function makeDeps(
  platform: Platform,
  config: ShippingPaymentConfig,
  outside: Partial<Deps> = {},
): Deps {
  const { db, wake, log } = platform
  const onError = (error: unknown) => log.warn({ err: error }, 'will look again')
  return {
    ...platform,
    chillpay: chillpayOf(config),
    chillpaySecret: config.CHILLPAY_MD5_SECRET,
    chillpayControlUrl: config.CHILLPAY_CONTROL_URL,
    delivery: outside.delivery ?? createDelivery(platform, config),
    waiting: startWaiting({ db, wake, onError }),
    siteOrigins: config.SITE_ORIGINS,
  }
}
