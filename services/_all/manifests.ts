import { manifest as assetIndexer } from '@talad/asset-indexer/manifest'
import { manifest as bankWithdrawal } from '@talad/bank-withdrawal/manifest'
import { manifest as campaign } from '@talad/campaign/manifest'
import { manifest as gateway } from '@talad/gateway/manifest'
import { manifest as identity } from '@talad/identity/manifest'
import { manifest as ledger } from '@talad/ledger/manifest'
import { manifest as moderation } from '@talad/moderation/manifest'
import { manifest as orderBook } from '@talad/order-book/manifest'
import { manifest as shippingPayment } from '@talad/shipping-payment/manifest'

/** Every service, in the order of the tables; the gateway, which needs the others, comes last. */
export const manifests = [
  identity,
  ledger,
  orderBook,
  shippingPayment,
  assetIndexer,
  moderation,
  bankWithdrawal,
  campaign,
  gateway,
] as const

export type ServiceName = (typeof manifests)[number]['name']
export const serviceNames: readonly ServiceName[] = manifests.map(({ name }) => name)
