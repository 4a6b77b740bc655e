import { AssetTransferredSchema } from '@talad/proto/asset-indexer/v1/events'
import { consumer } from '@talad/shared/consumer'
import { saveOwner } from '../replicas/owner.ts'

/** AW-6: whose a token is, so that moderators see that it has become somebody else's since they decided. */
export const assetTransferred = consumer({
  topic: 'asset-indexer.chain.v1',
  group: 'moderation.owner',
  event: AssetTransferredSchema,
  filter: ({ contractType }) => contractType === 'erc721', // of others many own some
  each: (event, { tx }) => saveOwner(tx, event),
})
