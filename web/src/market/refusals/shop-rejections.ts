import { rejections as assetIndexer } from '@talad/proto/http/asset-indexer/rejections'
import { shopRejections as bankWithdrawal } from '@talad/proto/http/bank-withdrawal/rejections'
import { shopRejections as campaign } from '@talad/proto/http/campaign/rejections'
import { rejections as gateway } from '@talad/proto/http/gateway/rejections'
import { rejections as identity } from '@talad/proto/http/identity/rejections'
import { shopRejections as moderation } from '@talad/proto/http/moderation/rejections'
import { rejections as orderBook } from '@talad/proto/http/order-book/rejections'
import type { RejectionTable } from '@talad/proto/http/rejection-row'
import { shopRejections as shippingPayment } from '@talad/proto/http/shipping-payment/rejections'

/** What the calls of the shop may be refused with. */
export const rejections: RejectionTable = {
  ...gateway,
  ...assetIndexer,
  ...bankWithdrawal,
  ...campaign,
  ...identity,
  ...moderation,
  ...orderBook,
  ...shippingPayment,
  AUTH_ERROR: gateway.SESSION_EXPIRED, // who is led to the first page because the session ended
}
