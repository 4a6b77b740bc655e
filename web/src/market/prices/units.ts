import { formatCount } from '@talad/ui/format/money'

/** How many of something there are, where that isn't plain: of an edition always, of anything else above one. */
export function timesText(amount: string, type: 'erc721' | 'erc1155'): string | undefined {
  return amount === '1' && type === 'erc721' ? undefined : `×${formatCount(amount)}`
}
