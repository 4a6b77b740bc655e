import { fileURLToPath } from 'node:url'
import type { Outgoing } from '@talad/shared/bus/port'
import type { Clock } from '@talad/shared/clock'
import type { Row } from '@talad/shared/event-log'
import { LOG_CHANNEL } from '@talad/shared/handle'
import { type Platform, type RunningService, startService } from '@talad/shared/runtime'
import { startSweeper as startLoopOf } from '@talad/shared/sweeper'
import { buildApp } from './app.ts'
import { createChillPay } from './chillpay/client.ts'
import type { ShippingPaymentConfig } from './config.ts'
import { orderFulfilled } from './consumers/chain.ts'
import { ledgerConsumers } from './consumers/ledger.ts'
import { orderChanged } from './consumers/order.ts'
import { type ChainDelivery, createDelivery } from './delivery/chain.ts'
import type { Deps } from './deps.ts'
import { expirySweeper } from './shipping/expiry.ts'
import { LEDGER_COMMAND_TOPIC, publishShipping, SHIPPING_TOPIC } from './shipping/publish.ts'
import { startWaiting } from './shipping/waiting.ts'
import { inquirySweeper, startSweeper } from './topup/inquiry.ts'
import { publishTopup } from './topup/publish.ts'
import { INQUIRY_CHANNEL } from './topup/routes.ts'

const migrations = fileURLToPath(new URL('../prisma/migrations', import.meta.url))

function publish(row: Row): Outgoing[] {
  return row.stream.startsWith('topup-') ? publishTopup(row) : publishShipping(row)
}

function chillpayOf(config: ShippingPaymentConfig) {
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

function loops(platform: Platform, deps: Deps, startQueue: () => ReturnType<typeof startLoopOf>) {
  const { db, wake, log } = platform
  const onError = (error: unknown, key?: string) => log.warn({ err: error, key }, 'will try again')
  const sweeperDeps = { db, wake, onError }
  return [
    startLoopOf(sweeperDeps, startSweeper(deps), [LOG_CHANNEL]),
    startLoopOf(sweeperDeps, inquirySweeper(deps), [INQUIRY_CHANNEL]),
    startLoopOf(sweeperDeps, expirySweeper(deps)),
    startQueue(),
  ]
}

/**
 * Starts shipping and payment: purchases, card payments and the relayer that delivers.
 * @param makeDelivery how deliveries reach the chain
 * @param now the time by which deadlines pass, where it isn't that of the machine
 */
export function startShippingPayment(
  config: ShippingPaymentConfig,
  makeDelivery: (platform: Platform, config: ShippingPaymentConfig) => ChainDelivery = createDelivery,
  now?: Clock,
): Promise<RunningService> {
  const build = async (platform: Platform) => {
    const delivery = makeDelivery(platform, config)
    const { db, wake, log } = platform
    const onError = (error: unknown) => log.warn({ err: error }, 'will look again')
    const waiting = startWaiting({ db, wake, onError })
    const deps: Deps = {
      ...platform,
      chillpay: chillpayOf(config),
      chillpaySecret: config.CHILLPAY_MD5_SECRET,
      chillpayControlUrl: config.CHILLPAY_CONTROL_URL,
      delivery,
      waiting,
      siteOrigins: config.SITE_ORIGINS,
    }
    return {
      deps,
      parts: {
        app: buildApp(deps, { chain: delivery.check }),
        publish,
        topics: [SHIPPING_TOPIC, LEDGER_COMMAND_TOPIC],
        consumers: [orderChanged, orderFulfilled, ...ledgerConsumers],
        loops: () => loops(platform, deps, () => delivery.start(deps)),
        close: async () => {
          await waiting.close()
          await delivery.close()
        },
      },
    }
  }
  return startService('shipping-payment', config, migrations, build, now)
}
