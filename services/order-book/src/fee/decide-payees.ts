import { FULFILLER, OFFERER } from './payees.ts'

/** Who wants to know who is paid. */
export type Asker = {
  customerId?: string | undefined
  /** an admin */
  seesPayees?: true
}

/** MO-36: a customer id is told to that customer and to admins; to others the offerer is a placeholder, and nobody else named. */
export function shownPayee(payee: string | null, offerer: string, asker: Asker): string | null {
  if (payee === FULFILLER || asker.seesPayees || payee === asker.customerId) return payee
  return payee === offerer ? OFFERER : null
}
