import { ApprovalForAllChangedSchema } from '@talad/proto/asset-indexer/v1/events'
import { consumer } from '@talad/shared/consumer'
import type { Deps } from '../deps.ts'
import { checkSoon } from '../order/row.ts'
import { chain } from './position.ts'

/** OB-4: the chain is asked whether the approval still stands; the event only says when to ask. */
export const approvalChanged = consumer({
  ...chain,
  event: ApprovalForAllChangedSchema,
  each: (event, { tx, now }, _deps: Deps) => {
    const touched = { contract: event.contractAddress.toLowerCase(), offerers: [event.owner.toLowerCase()] }
    return checkSoon(tx, touched, now)
  },
})
