import { job } from '@talad/shared/jobs'
import { change } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { expiry, shippings } from '../shipping/stream.ts'

/** How soon a shipping is looked at again whose money is with the ledger at its deadline. */
const AGAIN_MS = 5_000

/** SP-4: what is pending past its deadline is canceled, well within 30 s. */
export const expiryJob = job<{ shippingId: string }, Deps>(expiry, {
  async run({ shippingId }, { deps, now }) {
    const command = { type: 'Supersede' as const, reason: 'expired' as const, now }
    const { state } = await change(deps, shippings, shippingId, command)
    return state?.status === 'pending' ? new Date(now.getTime() + AGAIN_MS) : undefined
  },
})
