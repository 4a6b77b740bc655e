import { plainNumber } from './number-input.ts'

/** M§5: why what was typed is no amount, in the order in which it is said. */
export type AmountFault = 'number' | 'whole' | 'positive' | 'over'

/**
 * Reads what a person typed as a number of pieces. It is that number or a fault, never another number: what is bought
 * is what stands in the field.
 */
export function readAmount(draft: string, maximum: bigint): bigint | AmountFault {
  const typed = plainNumber(draft)
  if (!/^-?(\d+\.?\d*|\.\d+)$/.test(typed)) return 'number'
  const [whole = '', fraction = ''] = typed.split('.')
  if (/[1-9]/.test(fraction)) return 'whole'
  const amount = whole === '' || whole === '-' ? 0n : BigInt(whole)
  if (amount < 1n) return 'positive'
  return amount > maximum ? 'over' : amount
}

/** The amount one more or one less than what is typed; from what is no amount, the nearest that is one. */
export function stepAmount(draft: string, by: 1n | -1n, maximum: bigint): bigint {
  const read = readAmount(draft, maximum)
  if (typeof read !== 'bigint') return read === 'over' ? maximum : 1n
  const next = read + by
  return next < 1n ? 1n : next > maximum ? maximum : next
}
