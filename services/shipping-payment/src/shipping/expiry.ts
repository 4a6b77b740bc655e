import type { Sweeper } from '@talad/shared/sweeper'
import type { Deps } from '../deps.ts'
import { changeShipping } from './change.ts'

/** SP-4: what is pending past its deadline is canceled, well within 30 s. */
export function expirySweeper(deps: Deps): Sweeper<{ id: string }> {
  return {
    name: 'shipping-expiry',
    everyMs: 5_000,
    due: async () => {
      const found = await deps.db.query<{ id: string }>(
        `select id from shipping where status = 'pending' and not at_ledger and expires_at <= $1
         order by expires_at limit 100`,
        [deps.now()],
      )
      return found.rows
    },
    key: ({ id }) => id,
    run: async ({ id }) => {
      await changeShipping(deps, id, { type: 'GiveWay', reason: 'expired', now: deps.now() })
    },
  }
}
