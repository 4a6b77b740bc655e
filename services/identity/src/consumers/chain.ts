import { AssetTransferredSchema } from '@talad/proto/asset-indexer/v1/events'
import { consumer } from '@talad/shared/consumer'
import { shownBy } from '../account/pictures.ts'
import { pictureCheck } from '../picture/due.ts'

/** ID-39: has those looked after for whom a transferred asset stands, whichever way it went, or was taken back. */
export const assetTransferred = consumer({
  topic: 'asset-indexer.chain.v1',
  group: 'identity.chain',
  event: AssetTransferredSchema,
  // nearly all of them are of what stands for nobody
  async each({ assetId, from, to }, { tx, now }) {
    const accounts = await shownBy(tx, assetId, [from.toLowerCase(), to.toLowerCase()])
    const pieces = accounts.map((accountId) => ({ key: accountId, payload: { accountId } }))
    await pictureCheck.enqueueAll(tx, pieces, now)
  },
})
