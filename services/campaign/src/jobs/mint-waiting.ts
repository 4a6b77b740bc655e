import { job } from '@talad/shared/jobs'
import { transact } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { mintsWaiting } from '../lane/batching.ts'
import { mintWaiting, waitingHolders } from '../mint/waiting.ts'

const AT_ONCE = 200

/** CA-50, CA-52: whose wallet came while a contract was disabled has waited for both. */
export const mintWaitingJob = job<{ contractId: string; after: string }, Deps>(mintsWaiting, {
  run: ({ contractId, after }, { deps }) =>
    transact(deps, async (tx) => {
      const now = deps.now()
      const holders = await waitingHolders(tx, { contractId, after, most: AT_ONCE })
      await mintWaiting(tx, holders, { chainId: deps.chainId, now })
      const last = holders[AT_ONCE - 1]
      if (last !== undefined)
        await mintsWaiting.enqueue(tx, [{ key: contractId, payload: { contractId, after: last } }], now)
    }),
})
