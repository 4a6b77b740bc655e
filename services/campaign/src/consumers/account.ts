import { keepReplica } from '@talad/shared/replica'
import type { Deps } from '../deps.ts'
import { mintWaiting } from '../mint/waiting.ts'
import { accounts } from '../replicas/account.ts'

/** CA-50: what waited for a wallet of its holder is minted once there is one. */
export const accountChanged = keepReplica<typeof accounts.event, Deps>(accounts, {
  group: 'campaign.account',
  lingerMs: 100,
  async run(changed, { tx, now }, { chainId }) {
    const linked = changed.filter(({ wallets }) => wallets.length > 0).map(({ accountId }) => accountId)
    if (linked.length > 0) await mintWaiting(tx, linked, { chainId, now })
  },
})
