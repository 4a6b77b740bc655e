import { transact } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'

/** Forgets what an account has triggered, with its uses and counters, in development: holdings stay. @returns how much */
export function clearUser(deps: Pick<Deps, 'db'>, accountId: string): Promise<number> {
  return transact(deps, async (tx) => {
    const OWN = 'select id from campaign_trigger where account_id = $1'
    await tx.query(`delete from token_use where trigger_id in (${OWN})`, [accountId])
    // they are counted anew when they are needed
    await tx.query(
      `delete from campaign_use_count where campaign_id in (select campaign_id from campaign_trigger
         where account_id = $1 and status = 400)`,
      [accountId],
    )
    await tx.query('delete from campaign_account_count where account_id = $1', [accountId])
    const { rowCount } = await tx.query('delete from campaign_trigger where account_id = $1', [accountId])
    return rowCount ?? 0
  })
}
