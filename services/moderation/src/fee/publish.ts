import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { FeesChangedSchema } from '@talad/proto/moderation/v1/fee'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'
import type { Published } from '@talad/shared/stream'
import { FEE_TOPIC } from '../../manifest.ts'
import type { Sheet, SheetEvent } from './events.ts'
import { GENERAL, placeOf } from './place.ts'

/** Everything of one contract in one message: whoever keeps it never mixes an older fee with a newer one. */
export function publish({ id, event, view }: Published<SheetEvent, Sheet>): Outgoing[] {
  const { fees, ranges, version: revision } = view
  const { blockchain, contractAddress } =
    id === GENERAL ? { blockchain: '', contractAddress: '' } : placeOf(id)
  return [
    outgoing(FEE_TOPIC, id, FeesChangedSchema, {
      blockchain,
      contractAddress,
      revision,
      at: timestampFromDate(event.data.at),
      fees: fees
        .filter(({ removed }) => !removed)
        .map(({ id: feeId, type, customerId, issuerId, collectionId, basisPoints, enabled }) => ({
          feeId,
          type,
          basisPoints,
          enabled,
          customerId: customerId ?? '',
          issuerId: issuerId ?? '',
          collectionId: collectionId ?? '',
        })),
      ranges: ranges.map(({ issuerId, customerId, range: { tokenFrom, tokenTo, abstract } }) => ({
        issuerId,
        customerId,
        tokenFrom: tokenFrom ?? '',
        tokenTo: tokenTo ?? '',
        abstractKind: abstract?.kind ?? '',
        abstractCollectionId: abstract?.collectionId ?? '',
        abstractItemId: abstract?.itemId ?? '',
      })),
    }),
  ]
}
