import { lockContract, suspensions, toldRange } from '@talad/market/suspensions'
import type { SuspensionChangedSchema } from '@talad/proto/moderation/v1/suspension'
import { rangeOf } from '@talad/proto/nft-range'
import { keepReplica } from '@talad/shared/replica'
import type { Deps } from '../deps.ts'
import { suspensionMarks } from '../due/marks.ts'
import { isWhole, markCollection } from '../suspension/marks.ts'

/** Keeps what is suspended: a collection is marked at once, the assets of a range by a job (MO-7). */
export const suspensionChanged = keepReplica<typeof SuspensionChangedSchema, Deps>(suspensions, {
  group: 'asset-indexer.suspension',
  async each({ suspensionId, ...suspension }, { tx, now }, deps) {
    if (suspension.blockchain !== deps.config.CHAIN_SLUG) return
    await lockContract(tx, suspension, 'suspension')
    if (isWhole(rangeOf(suspension))) await markCollection(tx, suspension)
    else
      await suspensionMarks.enqueue(tx, [
        { payload: toldRange.parse(suspension), key: suspensionId, at: now },
      ])
  },
})
