import { lockContract, suspensions } from '@talad/market/suspensions'
import type { SuspensionChangedSchema } from '@talad/proto/moderation/v1/suspension'
import { keepReplica } from '@talad/shared/replica'
import type { Deps } from '../deps.ts'
import { suspendedCheck } from '../order/due.ts'

/** OB-4: keeps what is suspended; a job has the orders on it rest, and be active again when that has ended (MO-7). */
export const suspensionChanged = keepReplica<typeof SuspensionChangedSchema, Deps>(suspensions, {
  group: 'order-book.suspension',
  async each({ suspensionId, blockchain, contractAddress, tokenFrom, tokenTo }, { tx, now }) {
    const contract = { blockchain, contractAddress }
    await lockContract(tx, contract, 'suspension')
    await suspendedCheck.enqueue(tx, [
      { payload: { ...contract, tokenFrom, tokenTo }, key: suspensionId, at: now },
    ])
  },
})
