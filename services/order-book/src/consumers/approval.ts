import { ApprovalForAllChangedSchema } from '@talad/proto/asset-indexer/v1/events'
import { consumer } from '@talad/shared/consumer'
import type { Deps } from '../deps.ts'
import { checkSoon } from '../order/guard.ts'
import { CHAIN_GROUP, CHAIN_TOPIC } from './position.ts'

/** OB-4: the chain is asked whether the approval still stands; the event only says when to ask. */
export const approvalChanged = consumer({
  topic: CHAIN_TOPIC,
  group: CHAIN_GROUP,
  event: ApprovalForAllChangedSchema,
  run: (event, { tx }, _deps: Deps) =>
    checkSoon(tx, { contract: event.contractAddress.toLowerCase(), offerers: [event.owner.toLowerCase()] }),
})
