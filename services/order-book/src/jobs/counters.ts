import { job } from '@talad/shared/jobs'
import { transact } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { followCounters } from '../order/counters.ts'
import { counterCheck } from '../order/due.ts'
import { checkSoon } from '../order/row.ts'

/** OB-15: ends the orders of a lower counter, some in each turn, so that nothing waits for all of them. */
export const counterJob = job<{ offerer: string }, Deps>(counterCheck, {
  async run({ offerer }, { deps }) {
    const more = await transact(deps, (tx) => followCounters(tx, offerer, deps.now()))
    if (more) return deps.now()
    await transact(deps, (tx) => checkSoon(tx, { offerers: [offerer] }, deps.now()))
  },
})
