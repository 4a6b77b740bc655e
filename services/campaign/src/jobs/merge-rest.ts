import { job } from '@talad/shared/jobs'
import { transact } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { absorb, mergeRest } from '../merge/absorb.ts'

const AGAIN_MS = 60_000

/** ID-33, ID-35: what was given to an account while it became a part of another becomes the other's too. */
export const mergeRestJob = job<{ accountId: string; claimed: boolean }, Deps>(mergeRest, {
  async run({ accountId: from, claimed }, { deps, now }) {
    const to = await deps.identity.living(from)
    if (to === undefined || to === from) return // it was taken apart again
    await transact(deps, (tx) => absorb(tx, { from, to, claimed, chainId: deps.chainId, now: deps.now() }))
    const { rows } = await deps.db.query(
      'select 1 from campaign_trigger where account_id = $1 and status = 100 and not dry limit 1',
      [from],
    )
    return rows.length > 0 ? new Date(now.getTime() + AGAIN_MS) : undefined
  },
})
