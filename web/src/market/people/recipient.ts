import { isAddress } from '@talad/ui/format/address'

export type RecipientFault = 'missing' | 'invalid'

/** M§5: what is wrong with the wallet that shall get what is bought, if anything. */
export function recipientFault(typed: string): RecipientFault | undefined {
  const address = typed.trim()
  if (address === '') return 'missing'
  return isAddress(address) ? undefined : 'invalid'
}
