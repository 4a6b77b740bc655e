import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { TriggerFinishedSchema } from '@talad/proto/campaign/v1/events'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'
import type { Published } from '@talad/shared/stream'
import { TRIGGER_TOPIC } from '../../manifest.ts'
import type { Trigger, TriggerEvent } from './events.ts'

/** Each trigger that ended, and each that was taken back, with the tokens that it used. */
export function publish({ id, view, at, version }: Published<TriggerEvent, Trigger>): readonly Outgoing[] {
  const { finished, released } = view
  return [
    outgoing(TRIGGER_TOPIC, id, TriggerFinishedSchema, {
      triggerId: id,
      projectId: finished.projectId,
      campaignId: finished.campaignId,
      accountId: finished.accountId,
      status: finished.status,
      tokens: finished.tokens.map(({ chain, virtual }) => ({
        blockchain: chain?.blockchain ?? '',
        contractAddress: chain?.contractAddress ?? '',
        tokenId: chain?.tokenId ?? '',
        itemId: virtual?.itemId ?? '',
        itemTokenId: BigInt(virtual?.tokenId ?? 0),
      })),
      holdingIds: finished.rewards.map(({ holdingId }) => holdingId),
      released,
      at: timestampFromDate(at),
      revision: version,
    }),
  ]
}
