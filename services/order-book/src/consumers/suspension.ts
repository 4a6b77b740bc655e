import type { SuspensionChangedSchema } from '@talad/proto/moderation/v1/suspension'
import { rangeOf } from '@talad/proto/nft-range'
import { keepReplica } from '@talad/shared/replica'
import { inLineOf, suspensions } from '@talad/shared/suspensions'
import type { Deps } from '../deps.ts'
import { checkRange } from '../order/row.ts'

/** OB-4: keeps what is suspended; the orders on it become inactive, and active again when that has ended. */
export const suspensionChanged = keepReplica<typeof SuspensionChangedSchema, Deps>(suspensions, {
  group: 'order-book.suspension',
  async changed(suspension, { tx, now }) {
    await inLineOf(tx, suspension, 'suspension')
    await checkRange(tx, rangeOf(suspension), now)
  },
})
