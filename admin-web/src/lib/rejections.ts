import { rejections as assetIndexer } from '@talad/proto/http/asset-indexer/rejections'
import { rejections as bankWithdrawal } from '@talad/proto/http/bank-withdrawal/rejections'
import { rejections as campaign } from '@talad/proto/http/campaign/rejections'
import { rejections as gateway } from '@talad/proto/http/gateway/rejections'
import { rejections as identity } from '@talad/proto/http/identity/rejections'
import { rejections as ledger } from '@talad/proto/http/ledger/rejections'
import { rejections as moderation } from '@talad/proto/http/moderation/rejections'
import { rejections as orderBook } from '@talad/proto/http/order-book/rejections'
import type { RejectionTable } from '@talad/proto/http/rejection-row'
import { rejections as shippingPayment } from '@talad/proto/http/shipping-payment/rejections'

/** What every service may refuse. */
export const rejections: RejectionTable = {
  ...gateway,
  ...assetIndexer,
  ...bankWithdrawal,
  ...campaign,
  ...identity,
  ...ledger,
  ...moderation,
  ...orderBook,
  ...shippingPayment,
}
