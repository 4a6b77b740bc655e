import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { MintChangedSchema } from '@talad/proto/campaign/v1/events'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'
import type { Published } from '@talad/shared/stream'
import { MINT_TOPIC } from '../../manifest.ts'
import type { Mint, MintEvent } from './events.ts'

/** Every event of a mint becomes one message with all that others may know of it. */
export function publish({ id, view, at, version }: Published<MintEvent, Mint>): readonly Outgoing[] {
  const { terms, receiver, state, txHash, contract } = view
  return [
    outgoing(MINT_TOPIC, id, MintChangedSchema, {
      mintId: id,
      projectId: terms.projectId,
      collectionId: terms.collectionId,
      itemId: terms.itemId,
      itemTokenId: BigInt(terms.itemTokenId),
      holdingId: terms.holdingId ?? '',
      blockchain: terms.blockchain,
      contractClass: terms.contractClass,
      contractAddress: contract ?? '',
      tokenId: terms.tokenId,
      receiverAddress: receiver,
      txStatus: state === 'open' ? 'pending' : state,
      txHash: txHash ?? '',
      at: timestampFromDate(at),
      revision: version,
    }),
  ]
}
