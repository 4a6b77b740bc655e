import { keepReplica } from '@talad/shared/replica'
import type { Deps } from '../deps.ts'
import { accounts } from '../replicas/account.ts'

export const accountChanged = keepReplica<typeof accounts.event, Deps>(accounts, {
  group: 'asset-indexer.account',
})
