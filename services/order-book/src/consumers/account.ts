import { AccountChangedSchema } from '@talad/proto/identity/v1/events'
import { consumer } from '@talad/shared/consumer'
import type { Deps } from '../deps.ts'
import { checkSoon } from '../order/guard.ts'
import { saveAccount } from '../projections/accounts.ts'

/** Keeps who owns which wallet; a changed KYC level may change what is active (OB-4). */
export const accountChanged = consumer({
  topic: 'identity.account.v1',
  group: 'order-book.account',
  event: AccountChangedSchema,
  run: async (event, { tx }, _deps: Deps) => {
    const { accountId, customerId, kycLevel, wallets, revision } = event
    const isNews = await saveAccount(tx, { accountId, customerId, kycLevel, wallets, revision })
    if (isNews && customerId !== '') await checkSoon(tx, { customerId })
  },
})
