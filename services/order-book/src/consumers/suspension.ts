import { lockContract, suspensions, toldRange } from '@talad/market/suspensions'
import type { SuspensionChangedSchema } from '@talad/proto/moderation/v1/suspension'
import { keepReplica } from '@talad/shared/replica'
import type { Deps } from '../deps.ts'
import { suspendedCheck } from '../order/due.ts'

/** OB-4: keeps what is suspended; a job has the orders on it rest, and be active again when that has ended (MO-7). */
export const suspensionChanged = keepReplica<typeof SuspensionChangedSchema, Deps>(suspensions, {
  group: 'order-book.suspension',
  async each({ suspensionId, ...suspension }, { tx, now }) {
    await lockContract(tx, suspension, 'suspension')
    await suspendedCheck.enqueue(tx, [{ payload: toldRange.parse(suspension), key: suspensionId, at: now }])
  },
})
