import { lockContract, suspensions } from '@talad/market/suspensions'
import type { SuspensionChangedSchema } from '@talad/proto/moderation/v1/suspension'
import { keepReplica } from '@talad/shared/replica'
import type { Deps } from '../deps.ts'
import { suspensionMarks } from '../due/marks.ts'
import { markCollection } from '../suspension/marks.ts'

/** Keeps what is suspended: a collection is marked at once, the assets of a range by a job (MO-7). */
export const suspensionChanged = keepReplica<typeof SuspensionChangedSchema, Deps>(suspensions, {
  group: 'asset-indexer.suspension',
  async each({ suspensionId, blockchain, contractAddress, tokenFrom, tokenTo }, { tx, now }, deps) {
    if (blockchain !== deps.config.CHAIN_SLUG) return
    const contract = { blockchain, contractAddress }
    await lockContract(tx, contract, 'suspension')
    if (tokenFrom === '') await markCollection(tx, contract)
    else
      await suspensionMarks.enqueue(tx, [
        { payload: { ...contract, tokenFrom, tokenTo }, key: suspensionId, at: now },
      ])
  },
})
