import { z } from 'zod'
import { wallet } from './events.ts'
import { type AccountState, walletsOf } from './state.ts'

/** What others may know of an account; null beside events that were stored before it was kept. */
export const accountView = z
  .object({
    accountId: z.string(),
    joinId: z.string().optional(),
    kycLevel: z.int(),
    wallets: z.array(wallet.extend({ number: z.int().optional() })),
  })
  .nullable()
export type AccountView = NonNullable<z.infer<typeof accountView>>

/** @throws Error for an account that was never created: nothing happens to such a one */
export function viewOf(state: AccountState): AccountView {
  const { accountId, joinId, kycLevel } = state
  if (accountId === undefined) throw new Error('an account changed that was never created')
  return { accountId, ...(joinId === undefined ? {} : { joinId }), kycLevel, wallets: walletsOf(state) }
}
