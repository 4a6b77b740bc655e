import { AssetTransferredSchema } from '@talad/proto/asset-indexer/v1/events'
import { consumer } from '@talad/shared/consumer'
import { saveOwners } from '../replicas/owner.ts'

/** AW-6: whose a token is, so that moderators see that it has become somebody else's since they decided. */
export const assetTransferred = consumer({
  topic: 'asset-indexer.chain.v1',
  group: 'moderation.owner',
  event: AssetTransferredSchema,
  lingerMs: 500,
  // of others many own some; what is reported as confirmed was reported before
  filter: ({ contractType, position }) => contractType === 'erc721' && !position?.confirmed,
  run: (events, { tx }) => saveOwners(tx, events),
})
