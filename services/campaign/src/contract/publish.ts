import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { ContractChangedSchema } from '@talad/proto/campaign/v1/events'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'
import type { Published } from '@talad/shared/stream'
import { COLLECTION_TOPIC } from '../../manifest.ts'
import type { CollectionContract, ContractEvent } from './events.ts'

/** Everybody learns which contract has the tokens of a collection; how its deployment goes is its project's own. */
export function publish({
  id,
  event,
  view: { terms, address, disabled },
  at,
  version,
}: Published<ContractEvent, CollectionContract>): readonly Outgoing[] {
  switch (event.type) {
    case 'DeploymentMoved':
    case 'DeploymentFailed':
    case 'DeploymentRetried':
      return []
    case 'ContractRequested':
    case 'ContractDeployed':
    case 'ContractDisabled':
      return [
        outgoing(COLLECTION_TOPIC, terms.collectionId, ContractChangedSchema, {
          contractId: id,
          collectionId: terms.collectionId,
          projectId: terms.projectId,
          blockchain: terms.blockchain,
          contractClass: terms.contractClass,
          contractAddress: address ?? '',
          disabled,
          at: timestampFromDate(at),
          revision: version,
        }),
      ]
  }
}
