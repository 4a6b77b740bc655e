import { loadConfig } from '@talad/shared/config'
import type { RunningService } from '@talad/shared/runtime'
import type { Environment, ServiceName } from './services.ts'

/** Loaded when they are started, so that nothing is waited for before the first line is shown. */
const start: Record<ServiceName, (env: Environment) => Promise<RunningService>> = {
  identity: async (env) => {
    const [{ startIdentity }, { identityConfig }] = await Promise.all([
      import('@talad/identity/service'),
      import('@talad/identity/config'),
    ])
    return startIdentity(loadConfig('identity', identityConfig, env))
  },
  ledger: async (env) => {
    const [{ startLedger }, { ledgerConfig }] = await Promise.all([
      import('@talad/ledger/service'),
      import('@talad/ledger/config'),
    ])
    return startLedger(loadConfig('ledger', ledgerConfig, env))
  },
  'order-book': async (env) => {
    const [{ startOrderBook }, { orderBookConfig }] = await Promise.all([
      import('@talad/order-book/service'),
      import('@talad/order-book/config'),
    ])
    return startOrderBook(loadConfig('order-book', orderBookConfig, env))
  },
  'shipping-payment': async (env) => {
    const [{ startShippingPayment }, { shippingPaymentConfig }] = await Promise.all([
      import('@talad/shipping-payment/service'),
      import('@talad/shipping-payment/config'),
    ])
    return startShippingPayment(loadConfig('shipping-payment', shippingPaymentConfig, env))
  },
  'asset-indexer': async (env) => {
    const [{ startAssetIndexer }, { assetIndexerConfig }] = await Promise.all([
      import('@talad/asset-indexer/service'),
      import('@talad/asset-indexer/config'),
    ])
    return startAssetIndexer(loadConfig('asset-indexer', assetIndexerConfig, env))
  },
  gateway: async (env) => {
    const [{ startGateway }, { gatewayConfig }] = await Promise.all([
      import('@talad/gateway/service'),
      import('@talad/gateway/config'),
    ])
    return startGateway(loadConfig('gateway', gatewayConfig, env))
  },
}

/** Starts a service as a part of this process. */
export async function startEmbedded(name: ServiceName, env: Environment): Promise<RunningService> {
  return start[name](env)
}
