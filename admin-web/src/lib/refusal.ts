import { rejections as assetIndexer } from '@talad/proto/http/asset-indexer/rejections'
import { rejections as bankWithdrawal } from '@talad/proto/http/bank-withdrawal/rejections'
import { ResponseError } from '@talad/proto/http/client'
import { rejections as gateway } from '@talad/proto/http/gateway/rejections'
import { rejections as identity } from '@talad/proto/http/identity/rejections'
import { rejections as ledger } from '@talad/proto/http/ledger/rejections'
import { rejections as moderation } from '@talad/proto/http/moderation/rejections'
import { rejections as orderBook } from '@talad/proto/http/order-book/rejections'
import type { RejectionTable } from '@talad/proto/http/rejection-row'
import { rejections as shippingPayment } from '@talad/proto/http/shipping-payment/rejections'
import { makeMessages } from '@talad/ui/i18n/rejections'

const rows: RejectionTable = {
  ...gateway,
  ...assetIndexer,
  ...bankWithdrawal,
  ...identity,
  ...ledger,
  ...moderation,
  ...orderBook,
  ...shippingPayment,
}

export const { messageOf, textOfCode } = makeMessages(() => rows)

/** The refused code; undefined for everything that is no refusal. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof ResponseError ? error.code : undefined
}
