import type { Transfer } from '../withdrawal/commands.ts'

/** What of a withdrawal is compared with the provider's account of it. */
export type Claimed = { status: string; net: bigint; transferId: string | null; recipientId: string }

function meaningOf({ paid, failure }: Transfer): 'success' | 'rejected' | 'provider_processing' {
  if (paid) return 'success'
  return failure === undefined ? 'provider_processing' : 'rejected'
}

/** In what a withdrawal and the provider's transfers under its reference differ. */
export function differencesOf(ours: Claimed | undefined, transfers: readonly Transfer[]): string[] {
  if (!ours) return ['paid out by the provider, and we know no such withdrawal']
  const [transfer, second] = transfers
  if (second) return [`${transfers.length} transfers at the provider`]
  if (!transfer) {
    const claimed = ours.status === 'success' || ours.transferId !== null
    return claimed ? ['sent by us, and the provider knows no such transfer'] : []
  }
  const pairs: [string, string, string][] = [
    ['status', ours.status, meaningOf(transfer)],
    ['amount', String(ours.net), String(transfer.amount)],
    ['transfer', ours.transferId ?? transfer.id, transfer.id],
    ['recipient', ours.recipientId, transfer.recipientId],
    ['currency', 'THB', transfer.currency],
  ]
  return pairs
    .filter(([, one, other]) => one !== other)
    .map(([field, one, other]) => `${field}: ours ${one}, the provider's ${other}`)
}
