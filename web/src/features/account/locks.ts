import type { BoughtShipping } from '@talad/proto/http/shipping-payment/shipping'
import type { MoneyKey } from '../../i18n/money.ts'
import type { Unit } from './kinds.ts'

/** Something that a part of a balance is set aside for, in words, and how much. */
export type Lock = { text: MoneyKey; amount: number }

/** What is known to hold money: withdrawals that are open, purchases whose card is being charged. */
type Known = { withdrawn: number; unpaid: readonly Pick<BoughtShipping, 'credit'>[] }

/** LG-4: what `locked` of a balance is made of; what nothing that is known explains is told as well. */
export function locksOf(unit: Unit, locked: number, { withdrawn, unpaid }: Known): Lock[] {
  const named: Lock[] =
    unit === 'ft_thb'
      ? [{ text: 'lock.withdrawal', amount: Math.min(withdrawn, locked) }]
      : [{ text: 'lock.purchase', amount: unpaid.reduce((sum, { credit }) => sum + credit.locked, 0) }]
  const known = named.reduce((sum, { amount }) => sum + amount, 0)
  const rest: Lock = { text: 'lock.other', amount: Math.max(0, locked - known) }
  return [...named, rest].filter(({ amount }) => amount > 0)
}
