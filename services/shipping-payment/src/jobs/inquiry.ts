import { job } from '@talad/shared/jobs'
import { load } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { giveUp } from '../payment/card.ts'
import { findTopup, inquire, noteInquiry } from '../payment/inquiry.ts'
import { BETWEEN_MS, isOverdue, nextInquiry } from '../topup/schedule.ts'
import { inquiry, isAskedAbout, topups } from '../topup/stream.ts'

/** How long nothing is asked while the credentials are missing (SP-22). */
const NO_PROVIDER_MS = 60_000

/** SP-20: asks about each payment whose time has come, or of which the provider told us something. */
export const inquiryJob = job<{ topupId: string }, Deps>(inquiry, {
  concurrency: 4,
  retryMs: BETWEEN_MS,
  maxRetryMs: 10 * 60_000,
  async run({ topupId }, { deps }) {
    const row = await findTopup(deps.db, topupId)
    if (!row) return undefined
    if (!deps.chillpay) return new Date(deps.now().getTime() + NO_PROVIDER_MS)
    await noteInquiry(deps, topupId)
    const asked = await inquire(deps, row).then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    const { state: topup } = await load(deps.db, topups, topupId)
    if (!topup || !isAskedAbout(topup)) return undefined
    const now = deps.now()
    // also where the provider gives no answer at all: a purchase doesn't wait for ever
    if (isOverdue(topup.openedAt, now)) {
      await giveUp(deps, topupId, row.shipping_id)
      return undefined
    }
    if (asked) throw asked.error
    return nextInquiry(topup.openedAt, now)
  },
})
