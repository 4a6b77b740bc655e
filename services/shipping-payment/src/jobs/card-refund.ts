import { job } from '@talad/shared/jobs'
import type { Deps } from '../deps.ts'
import { refundStep } from '../payment/refund.ts'
import { cardRefund } from '../topup/stream.ts'

/** How long nothing is asked while the credentials are missing (SP-22). */
const NO_PROVIDER_MS = 60_000

/** SP-26: brings a refund to the provider, and asks what became of it until there is a final word. */
export const cardRefundJob = job<{ topupId: string }, Deps>(cardRefund, {
  concurrency: 4,
  retryMs: 5_000,
  maxRetryMs: 10 * 60_000,
  run: async ({ topupId }, { deps }) =>
    deps.chillpay
      ? refundStep(deps, deps.chillpay, topupId)
      : new Date(deps.now().getTime() + NO_PROVIDER_MS),
})
