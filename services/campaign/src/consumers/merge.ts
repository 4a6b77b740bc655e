import { noteMerge } from '@talad/market/account-merges'
import { AccountMergedSchema } from '@talad/proto/identity/v1/events'
import { consumer } from '@talad/shared/consumer'
import type { Deps } from '../deps.ts'
import { absorb, mergeRest } from '../merge/absorb.ts'

/** Longer than the sessions of an absorbed account still count elsewhere, and than calls that had looked it up before. */
const REST_MS = 120_000

/** ID-35: an account became part of another: what it has used is used, and what it holds and may do is the other's. */
export const accountMerged = consumer<typeof AccountMergedSchema, Deps>({
  topic: 'identity.account.v1',
  group: 'campaign.merge',
  event: AccountMergedSchema,
  async each(merged, { tx, now }, { chainId }) {
    const { accountId: from, claimed } = merged
    const { accountId: to } = await noteMerge(tx, merged)
    await absorb(tx, { from, to, claimed, chainId, now })
    const rest = { key: from, payload: { accountId: from, claimed } }
    await mergeRest.enqueue(tx, [rest], new Date(now.getTime() + REST_MS))
  },
})
