import { job } from '@talad/shared/jobs'
import { change } from '@talad/shared/stream'
import { cryptoDeadline, cryptoShippings, deadlineOf } from '../crypto/stream.ts'
import type { Deps } from '../deps.ts'

/** SP-5, SP-28: what was not sent in 120 s is canceled, what was not proven in 30 min has failed. */
export const cryptoDeadlineJob = job<{ shippingId: string }, Deps>(cryptoDeadline, {
  async run({ shippingId }, { deps, now }) {
    const { state } = await change(deps, cryptoShippings, shippingId, { type: 'PassTime', now })
    return state && deadlineOf(state)
  },
})
