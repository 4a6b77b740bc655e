import { AssetMetadataReadSchema } from '@talad/proto/asset-indexer/v1/events'
import { consumer } from '@talad/shared/consumer'
import { judgeReading } from '../bot/judge.ts'
import type { Deps } from '../deps.ts'

/** MO-15: what was read of an asset is judged by the rules of bots; in the group that knows of the asset before. */
export const metadataRead = consumer<typeof AssetMetadataReadSchema, Deps>({
  topic: 'asset-indexer.asset.v1',
  group: 'moderation.asset',
  event: AssetMetadataReadSchema,
  each: (event, { tx, now }, { blacklist, blacklistUrl }) =>
    judgeReading(tx, event, { blacklist, blacklistUrl, now }),
})
