import { AssetTransferredSchema } from '@talad/proto/asset-indexer/v1/events'
import { consumer, type Received } from '@talad/shared/consumer'
import type { Deps } from '../deps.ts'
import { revertFact } from '../order/counters.ts'
import { departureOf } from '../order/decide-transfer.ts'
import { checkSoon, lockOfferer } from '../order/row.ts'
import { forgetTransfer, type HeardTransfer, type Holding, hearTransfer } from '../order/transfers.ts'
import { CHAIN_GROUP, CHAIN_TOPIC, factOf, positionOf } from './position.ts'

async function takeBack(holding: Holding, { fact }: HeardTransfer, { tx, now }: Received): Promise<void> {
  const offerer = holding.owner
  for (const hash of await forgetTransfer(tx, holding, fact.key)) {
    await revertFact(tx, { hash, offerer }, fact, now)
  }
}

/**
 * OB-16: notes that units went out of a wallet. Whether it was a listing's own fill isn't known here, since the fill's
 * message may come later or earlier; the job `order.transfer` finds out and decides.
 */
export const assetTransferred = consumer({
  topic: CHAIN_TOPIC,
  group: CHAIN_GROUP,
  event: AssetTransferredSchema,
  each: async (event, received, _deps: Deps) => {
    const { tx, now } = received
    const position = positionOf(event)
    const token = { contract: event.contractAddress.toLowerCase(), tokenId: event.tokenId }
    const departure = departureOf(event)
    if (departure) {
      const { owner, left } = departure
      const heard = { fact: factOf('departed', position), blockHash: position.blockHash, left }
      await lockOfferer(tx, owner)
      if (position.reverted) await takeBack({ owner, ...token }, heard, received)
      else await hearTransfer(tx, { owner, ...token }, heard, now)
    }
    const offerers = [event.from.toLowerCase(), event.to.toLowerCase()]
    await checkSoon(tx, { ...token, offerers }, now) // OB-4
  },
})
