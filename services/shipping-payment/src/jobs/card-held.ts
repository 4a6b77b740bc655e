import { job } from '@talad/shared/jobs'
import { load, transact } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { recordHeld } from '../payment/card.ts'
import { cardHeld, existing, topups } from '../topup/stream.ts'

/** SP-18: tells a purchase what is held of its card, where that was noted before purchases were told; once. */
export const cardHeldJob = job<{ topupId: string }, Deps>(cardHeld, {
  run: ({ topupId: id }, { deps, now }) =>
    transact(deps, async (tx) => {
      // whoever changes the top-up waits, and tells the purchase what is held afterwards
      await tx.query('select 1 from topup where id = $1 for update', [id])
      await recordHeld(tx, id, existing((await load(tx, topups, id)).state), now)
    }),
})
