import { noteMerge } from '@talad/market/account-merges'
import { AccountMergedSchema } from '@talad/proto/identity/v1/events'
import { consumer } from '@talad/shared/consumer'
import { moveAppUsers } from '../app-user/rows.ts'
import type { Deps } from '../deps.ts'
import { moveHoldings } from '../holding/merge.ts'
import { moveGrants } from '../member/merge.ts'
import { mintWaiting } from '../mint/waiting.ts'
import { mergeUses } from '../trigger/merge.ts'

/** ID-35: an account became part of another: what it has used is used, and what it holds and may do is the other's. */
export const accountMerged = consumer<typeof AccountMergedSchema, Deps>({
  topic: 'identity.account.v1',
  group: 'campaign.merge',
  event: AccountMergedSchema,
  async each(merged, { tx, now }, { chainId }) {
    const { accountId: to } = await noteMerge(tx, merged)
    await mergeUses(tx, merged.accountId, to)
    await moveHoldings(tx, { from: merged.accountId, to, claimed: merged.claimed })
    await mintWaiting(tx, [to], { chainId, now }) // CA-50: who claims what waited for them has a wallet already
    await moveAppUsers(tx, merged.accountId, to)
    await moveGrants(tx, { from: merged.accountId, to, now })
  },
})
