import type { Tx } from '@talad/shared/db'
import { keepReplica } from '@talad/shared/replica'
import { changeMany } from '@talad/shared/stream'
import { recordFillsBy } from '../crypto/fills.ts'
import type { Deps } from '../deps.ts'
import { accounts } from '../replicas/account.ts'
import { lockOwners, unpaidOfOwn } from '../replicas/own-order.ts'
import { shippings } from '../shipping/stream.ts'

/** OB-43: nobody buys from themself, also where two accounts became one after the purchase was begun; what is paid goes on. */
async function cancelOwn(tx: Tx, accountIds: readonly string[], now: Date): Promise<void> {
  const asked = (await unpaidOfOwn(tx, accountIds)).map((id) => ({
    stream: shippings,
    id,
    command: { type: 'Supersede' as const, reason: 'own_order' as const, now },
  }))
  if (asked.length > 0) await changeMany(tx, asked, now)
}

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
    await cancelOwn(
      tx,
      changed.map(({ accountId }) => accountId),
      now,
    )
  },
})
