import { AssetTransferredSchema } from '@talad/proto/asset-indexer/v1/events'
import { consumer } from '@talad/shared/consumer'
import { shownBy } from '../account/pictures.ts'
import { pictureCheck } from '../picture/due.ts'

/** ID-39: has those looked after for whom a transferred asset stands, whichever way it went, or was taken back. */
export const assetTransferred = consumer({
  topic: 'asset-indexer.chain.v1',
  group: 'identity.chain',
  event: AssetTransferredSchema,
  lingerMs: 500,
  filter: ({ position }) => !position?.confirmed, // reported before
  async run(events, { tx, now }) {
    const moved = events.map(({ assetId, from, to }) => ({
      assetId,
      from: from.toLowerCase(),
      to: to.toLowerCase(),
    }))
    const pieces = (await shownBy(tx, moved)).map((accountId) => ({ key: accountId, payload: { accountId } }))
    await pictureCheck.enqueue(tx, pieces, now)
  },
})
