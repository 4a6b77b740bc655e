import { keepReplica } from '@talad/shared/replica'
import type { Deps } from '../deps.ts'
import { holdings } from '../replicas/holdings.ts'

/** Keeps who holds what: who may accept an offer (OB-40). */
export const holdingChanged = keepReplica<typeof holdings.event, Deps>(holdings, {
  group: 'order-book.holding',
  batched: true,
  concerns: ({ position }) => !position?.confirmed,
})
