import { keepReplica } from '@talad/shared/replica'
import type { Deps } from '../deps.ts'
import { issuers } from '../replicas/issuer.ts'

export const issuerChanged = keepReplica<typeof issuers.event, Deps>(issuers, {
  group: 'asset-indexer.issuer',
})
