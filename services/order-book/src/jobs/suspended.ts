import { job } from '@talad/shared/jobs'
import { changeIn, load, transact } from '@talad/shared/stream'
import { inLineOf, isSuspended } from '@talad/shared/suspensions'
import type { Deps } from '../deps.ts'
import { suspendedCheck } from '../order/due.ts'
import { orders, streamId } from '../order/stream.ts'

/**
 * MO-7: has an order on what is suspended rest, in lanes of its own: it waits for no chain, nor for orders that do. That it
 * is suspended no more, `activityJob` finds, with all else that the order needs.
 */
export const suspendedJob = job<{ hash: string }, Deps>(suspendedCheck, {
  async run({ hash }, { deps }) {
    const { terms } = (await load(deps.db, orders, streamId(hash))).state
    if (!terms) return
    const { blockchain, contract: contractAddress, tokenId } = terms
    const item = { blockchain, contractAddress, tokenId }
    await transact(deps, async (tx) => {
      // what lifts the suspension waits, or is seen
      await inLineOf(tx, item, 'trade')
      if (!(await isSuspended(tx, item))) return
      await changeIn(tx, orders, streamId(hash), { type: 'Suspend' }, deps.now())
    })
  },
})
