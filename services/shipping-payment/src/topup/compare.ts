import type { ProviderAnswer, ReturnState } from './commands.ts'
import { meaningOf } from './decide.ts'
import type { Refund } from './refund-state.ts'
import type { Topup } from './state.ts'

/** What of a top-up is compared with the provider's own account of it. */
export type Claimed = Pick<Topup, 'status' | 'orderNo' | 'customerId' | 'amount'> & {
  /** what was credited: another amount than asked for where a person has accepted it */
  credited?: bigint | undefined
  /** the newest return to the card, if anybody ever asked for one */
  refund?: Pick<Refund, 'status' | 'amount'> | undefined
}

/** What the provider says of a payment, and of its way back to the card. */
export type Told = {
  answer: ProviderAnswer | undefined
  /** undefined: its word is one that nobody knows */
  returned: ReturnState | undefined
  /** the provider's word itself */
  word: string
}

const BAHT = '764'

const telling = (pairs: readonly [string, string, string][]) =>
  pairs
    .filter(([, one, other]) => one !== other)
    .map(([field, one, other]) => `${field}: ours ${one}, the provider's ${other}`)

/** In what the payment of a top-up and the provider's account of it differ. */
function paymentDifferences(ours: Claimed, answer: ProviderAnswer): string[] {
  const meaning = meaningOf(answer.paymentStatus)
  const theirs = meaning === 'unknown' ? `unknown (${answer.paymentStatus})` : meaning
  return telling([
    ['status', ours.status, theirs],
    ['amount', String(ours.credited ?? ours.amount), String(answer.amount)],
    ['order number', ours.orderNo, answer.orderNo],
    ['customer', ours.customerId, answer.customerId],
    ['currency', BAHT, answer.currency],
  ])
}

/** SP-26: what went back to the card on one side alone; what is under way on both settles itself. */
function returnDifferences({ refund }: Claimed, { answer, returned, word }: Told): string[] {
  const ours = refund?.status ?? 'none'
  const agrees: Record<ReturnState, boolean> = {
    none: ours !== 'refunded',
    requested: ours === 'refunding',
    returned: ours === 'refunded',
  }
  if (returned === undefined) return [`return: ours ${ours}, the provider's unknown (${word})`]
  if (!agrees[returned]) return [`return: ours ${ours}, the provider's ${word}`]
  if (returned !== 'returned') return []
  return telling([['amount returned', String(refund?.amount), String(answer?.amount)]])
}

/**
 * In what a top-up and the provider's own account of it differ: the payment itself, and what went back to the card.
 * @param ours undefined: nobody here knows a payment of that order number
 * @param told without an answer: the provider knows no payment of that order number
 */
export function differencesOf(ours: Claimed | undefined, told: Told): string[] {
  const { answer } = told
  if (!ours) {
    const took = answer !== undefined && meaningOf(answer.paymentStatus) === 'completed'
    return took ? [`paid at the provider (${told.word}), and we know no such payment`] : []
  }
  if (!answer) {
    const claims = ours.status === 'completed' || ours.refund?.status === 'refunded'
    return claims ? ['credited, and the provider knows no such payment'] : []
  }
  // a payment that was never credited and went back whole leaves nothing to ask about
  const isUndone =
    ours.status === 'failed' && ours.refund?.status === 'refunded' && told.returned === 'returned'
  return [...(isUndone ? [] : paymentDifferences(ours, answer)), ...returnDifferences(ours, told)]
}
