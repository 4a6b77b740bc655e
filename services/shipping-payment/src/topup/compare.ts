import type { ProviderAnswer } from './commands.ts'
import { meaningOf } from './decide.ts'
import type { Topup } from './state.ts'

/** What of a top-up is compared with the provider's own account of it. */
export type Claimed = Pick<Topup, 'status' | 'orderNo' | 'customerId' | 'amount'>

const BAHT = '764'

/**
 * In what a top-up and the provider's own account of it differ.
 * @param answer undefined: the provider knows no payment of that order number
 */
export function differencesOf(ours: Claimed, answer: ProviderAnswer | undefined): string[] {
  if (!answer) return ours.status === 'completed' ? ['credited, and the provider knows no such payment'] : []
  const meaning = meaningOf(answer.paymentStatus)
  const theirs = meaning === 'unknown' ? `unknown (${answer.paymentStatus})` : meaning
  const pairs: [string, string, string][] = [
    ['status', ours.status, theirs],
    ['amount', String(ours.amount), String(answer.amount)],
    ['order number', ours.orderNo, answer.orderNo],
    ['customer', ours.customerId, answer.customerId],
    ['currency', BAHT, answer.currency],
  ]
  return pairs
    .filter(([, one, other]) => one !== other)
    .map(([field, one, other]) => `${field}: ours ${one}, the provider's ${other}`)
}
