import { counted, type OutsideCalls } from '@talad/shared/metrics/outside'
import type { Platform } from '@talad/shared/platform'
import { startWaiting, type Waiting } from '@talad/shared/waiting'
import { type ChillPay, createChillPay } from './chillpay/client.ts'
import type { PaymentForm } from './chillpay/form.ts'
import type { ShippingPaymentConfig } from './config.ts'
import { createDelivery, type Delivery } from './delivery/chain.ts'

export type Deps = Platform & {
  chillpay: ChillPay | undefined
  /** the page of the shop with the provider's form (SP-35); undefined: buyers go to the address that it gives */
  form: PaymentForm | undefined
  /** how many of its calls were answered */
  cardCalls: OutsideCalls
  chillpaySecret: string | undefined
  chillpayControlUrl: string | undefined
  delivery: Delivery
  waiting: Waiting
  siteOrigins: readonly [string, ...string[]]
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

/** SP-34: with the public key; the one that signs calls never leaves the server. */
function formOf(config: ShippingPaymentConfig): PaymentForm | undefined {
  const { PAYMENT_PAGE: page, PAYMENT_PUBLIC_KEY: apikey, CHILLPAY_MERCHANT_CODE: merchantid } = config
  if (!page || !apikey || !merchantid) return undefined
  return { page, apikey, merchantid, routeno: String(config.CHILLPAY_ROUTE) }
}

/** @param outside a chain that a test plays */
export function makeDeps(
  platform: Platform,
  config: ShippingPaymentConfig,
  outside: Partial<Deps> = {},
): Deps {
  const { db, notifier, log } = platform
  const onError = (error: unknown) => log.warn({ err: error }, 'will look again')
  const asked = chillpayOf(config)
  const card = asked && counted(asked)
  return {
    ...platform,
    chillpay: card?.client,
    form: formOf(config),
    cardCalls: card?.calls ?? { answered: 0, failed: 0 },
    chillpaySecret: config.CHILLPAY_MD5_SECRET,
    chillpayControlUrl: config.CHILLPAY_CONTROL_URL,
    delivery: outside.delivery ?? createDelivery(platform, config),
    waiting: startWaiting({ db, notifier, table: 'shipping', onError }),
    siteOrigins: config.SITE_ORIGINS,
  }
}
