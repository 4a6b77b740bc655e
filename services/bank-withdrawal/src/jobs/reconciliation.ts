import { reconciling } from '@talad/market/reconciliation'
import type { Deps } from '../deps.ts'
import { reconcile } from '../payout/reconcile.ts'

/** Every day's payouts beside the provider's file of the day. */
export const reconciliationJob = reconciling<Deps>({
  name: 'payout.reconciliation',
  async firstAt({ db }) {
    const { rows } = await db.query<{ at: Date | null }>('select min(created_at) as at from withdrawal')
    return rows[0]?.at ?? undefined
  },
  async compare(deps, day) {
    const { compared, differences } = await reconcile(deps, day, () => {})
    return {
      compared,
      unanswered: 0,
      differences: differences.map(({ requestId, what }) => ({ reference: requestId, what })),
    }
  },
})
