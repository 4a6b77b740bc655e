import { reconciling } from '@talad/market/reconciliation'
import type { Deps } from '../deps.ts'
import { reconcile } from '../payment/reconcile.ts'

/** Every day's card payments beside what the card provider says of each. */
export const reconciliationJob = reconciling<Deps>({
  name: 'topup.reconciliation',
  async firstAt({ db, chillpay }) {
    if (!chillpay) return undefined
    const { rows } = await db.query<{ at: Date | null }>('select min(opened_at) as at from topup')
    return rows[0]?.at ?? undefined
  },
  async compare({ db, chillpay }, day) {
    if (!chillpay) throw new Error('the card provider is not known')
    const { compared, differences, unanswered } = await reconcile({ db, chillpay }, day, () => {})
    return {
      compared,
      unanswered: unanswered.length,
      differences: differences.map(({ orderNo, what }) => ({ reference: orderNo, what })),
    }
  },
})
