import { noteMerge } from '@talad/market/account-merges'
import { AccountMergedSchema } from '@talad/proto/identity/v1/events'
import { consumer } from '@talad/shared/consumer'
import { mergeReporter } from '../flag-case/merge-reporter.ts'

/** ID-35: what an account has reported is the other's: they see it, are told what comes of it, and it counts once. */
export const accountMerged = consumer({
  topic: 'identity.account.v1',
  group: 'moderation.merge',
  event: AccountMergedSchema,
  async each(merged, { tx, now }) {
    const { accountId, customerId } = await noteMerge(tx, merged)
    await mergeReporter(tx, { from: merged.accountId, to: customerId || accountId, now })
  },
})
