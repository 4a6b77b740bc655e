import { keepReplica } from '@talad/shared/replica'
import type { Deps } from '../deps.ts'
import { checkSoon } from '../order/row.ts'
import { accounts } from '../replicas/accounts.ts'

/** Keeps who owns which wallet; a changed KYC level may change what is active (OB-4). */
export const accountChanged = keepReplica(accounts, {
  group: 'order-book.account',
  each: async ({ customerId }, { tx, now }, _deps: Deps) => {
    if (customerId !== '') await checkSoon(tx, { customerId }, now)
  },
})
