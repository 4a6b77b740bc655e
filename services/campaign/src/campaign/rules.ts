import { isUniqueViolation, type Tx } from '@talad/shared/db'
import { lockKey } from '@talad/shared/lock-key'
import { Rejection } from '@talad/shared/rejection'
import type { Change } from '@talad/shared/stream'
import type { CampaignEvent, CampaignState } from './events.ts'
import { linksKey } from './links.ts'

type Changed = Change<CampaignState | undefined, CampaignEvent>

const counts = ({ terms }: CampaignState) => terms.limitPerUser !== null || terms.cooldownSeconds !== null

/** CA-14: what a campaign has used and given counts in the group in which it is from now on. */
async function regroup(tx: Tx, id: string, from: string, to: string): Promise<void> {
  // what is pending is of the group that it is decided in: who decides it holds it, and waits for this
  await tx.query(
    'update campaign_trigger set group_id = $2 where campaign_id = $1 and (status <> 100 or dry)',
    [id, to],
  )
  await tx
    .query('update token_use set group_id = $2 where campaign_id = $1 and group_id = $3', [id, to, from])
    .catch((error: unknown) => {
      // it would have served the group twice
      if (isUniqueViolation(error, 'token_use_pkey'))
        throw new Rejection('TOKEN_USED_TWICE', { field: 'linked_campaigns' })
      throw error
    })
}

/**
 * What new limits and links of campaigns mean for their counters: nobody triggers in their projects until this commits.
 * Counters that begin to count, or count no more, are forgotten: they are made of what is recorded when they are needed.
 * @throws Rejection TOKEN_USED_TWICE
 */
export async function rulesChanged(tx: Tx, changes: readonly Changed[]): Promise<void> {
  for (const { id, before, state } of changes) {
    if (!before || !state) continue
    const isRegrouped = before.groupId !== state.groupId
    const isLimited = (before.terms.limitGlobal === null) !== (state.terms.limitGlobal === null)
    const isCounted = counts(before) !== counts(state)
    if (!isRegrouped && !isLimited && !isCounted) continue
    await lockKey(tx, linksKey(state.projectId))
    if (isRegrouped) await regroup(tx, id, before.groupId, state.groupId)
    if (isLimited) await tx.query('delete from campaign_use_count where campaign_id = $1', [id])
    if (isRegrouped || isCounted)
      await tx.query('delete from campaign_account_count where group_id in ($1, $2)', [
        before.groupId,
        state.groupId,
      ])
  }
}
