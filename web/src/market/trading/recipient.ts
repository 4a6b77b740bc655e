import { ZERO_ADDRESS } from '@talad/proto/http/order-book/seaport'
import { sameAddress } from '@talad/ui/format/address'
import { type RecipientFault, recipientFault } from '../people/recipient.ts'

/** Why nothing can be sent there: what goes to nobody, or to the collection itself, is lost. */
export type SendFault = RecipientFault | 'own' | 'contract'

/** ID-19: what is wrong with the wallet that somebody wants to send something to, if anything. */
export function sendFault(
  typed: string,
  { from, contract }: { from: string; contract: string },
): SendFault | undefined {
  const to = typed.trim()
  const fault = recipientFault(to)
  if (fault !== undefined) return fault
  if (sameAddress(to, from)) return 'own'
  if (sameAddress(to, contract)) return 'contract'
  return sameAddress(to, ZERO_ADDRESS) ? 'invalid' : undefined
}
