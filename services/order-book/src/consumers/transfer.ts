import { AssetTransferredSchema } from '@talad/proto/asset-indexer/v1/events'
import { ZERO_ADDRESS } from '@talad/proto/http/seaport'
import { consumer } from '@talad/shared/consumer'
import type { Deps } from '../deps.ts'
import { changeIn } from '../order/change.ts'
import { forgetDeparture, noteDeparture } from '../order/departures.ts'
import { checkSoon, hashesOf, lockOfferer } from '../order/guard.ts'
import { CHAIN_GROUP, CHAIN_TOPIC, factOf, positionOf } from './position.ts'

/**
 * OB-16: notes that units went out of a wallet. Whether it was a listing's own fill isn't known here, since the fill's
 * message may come later or earlier; the departure sweeper finds out and decides.
 */
export const assetTransferred = consumer({
  topic: CHAIN_TOPIC,
  group: CHAIN_GROUP,
  event: AssetTransferredSchema,
  run: async (event, { tx, now }, _deps: Deps) => {
    const position = positionOf(event)
    const from = event.from.toLowerCase()
    const to = event.to.toLowerCase()
    const token = { contract: event.contractAddress.toLowerCase(), tokenId: event.tokenId }
    const fact = factOf('departed', position)
    const departs = from !== to && from !== ZERO_ADDRESS
    if (departs) await lockOfferer(tx, from)
    await checkSoon(tx, { ...token, offerers: [from, to] }) // OB-4
    if (departs) {
      const listed = await hashesOf(tx, from, token)
      const owned = { owner: from, ...token }
      if (position.reverted) {
        const hashes = listed.map(({ hash }) => hash)
        for (const hash of hashes) await changeIn(tx, hash, { type: 'RevertFact', key: fact.key }, now)
        await forgetDeparture(tx, owned, fact.key, hashes)
      } else {
        // what came back later in the block has been away all the same
        const left = event.fromLeft || event.fromBalance || '0'
        const open = listed.flatMap((one) => (one.open ? [one.hash] : []))
        await noteDeparture(tx, owned, { fact, blockHash: position.blockHash, left }, open)
      }
    }
  },
})
