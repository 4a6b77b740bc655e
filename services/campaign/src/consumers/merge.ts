import { AccountMergedSchema } from '@talad/proto/identity/v1/events'
import { consumer } from '@talad/shared/consumer'
import type { Deps } from '../deps.ts'
import { mergeUses } from '../trigger/merge.ts'

/** ID-35: an account became part of another: what it has used is used, and what it holds is the other's. */
export const accountMerged = consumer<typeof AccountMergedSchema, Deps>({
  topic: 'identity.account.v1',
  group: 'campaign.merge',
  event: AccountMergedSchema,
  each: ({ accountId, intoAccountId }, { tx }) => mergeUses(tx, accountId, intoAccountId),
})
