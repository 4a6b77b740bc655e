import { formatAmount, formatBaht } from '@talad/ui/format/money'

/** An amount in display units of a family. */
export function priceIn(family: 'thb' | 'jfin', amount: string): string {
  return family === 'thb' ? formatBaht(amount) : `${formatAmount(amount)} JFIN`
}

/** The conditions of the indexer, as the address and people call them. */
export const stateTexts = {
  li: { value: 'listed', text: 'filter.listed' },
  of: { value: 'offered', text: 'filter.offered' },
} as const
