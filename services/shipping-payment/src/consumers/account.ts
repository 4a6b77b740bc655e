import { keepReplica } from '@talad/shared/replica'
import { lockOwners, recordFillsBy } from '../crypto/fills.ts'
import type { Deps } from '../deps.ts'
import { accounts } from '../replicas/account.ts'

/** Keeps whose a wallet is; what it filled before that was known is its owner's from then on. */
export const accountChanged = keepReplica<typeof accounts.event, Deps>(accounts, {
  group: 'shipping-payment.account',
  lingerMs: 100,
  async run(changed, { tx, now }) {
    await lockOwners(tx, 'exclusive')
    const wallets = changed.flatMap(({ customerId, wallets }) => (customerId ? wallets : []))
    if (wallets.length > 0)
      await recordFillsBy(
        tx,
        wallets.map(({ address }) => address.toLowerCase()),
        now,
      )
  },
})
