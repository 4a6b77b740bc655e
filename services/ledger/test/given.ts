import { decider } from '@talad/shared/testing/decider'
import type { Capture, Command, Of, Posting } from '../src/transfer/commands.ts'
import { decide } from '../src/transfer/decide.ts'
import type { OutcomeEvent } from '../src/transfer/events.ts'
import { platformAccount } from '../src/transfer/flows.ts'
import { accountOf, emptyState, evolve, type LedgerState } from '../src/transfer/state.ts'

export const at = new Date('2026-11-21T00:00:00Z')
export const buyer = 'join-buyer'
export const seller = 'join-seller'
export const [pt, ft] = ['pt_thb', 'ft_thb'] as const

/** One side of a posting, in the words of the flow table. */
export function side(text: string, value: bigint): Posting {
  const [account = '', type, unit] = text.split(' ')
  const named = account.startsWith('join-') ? account : platformAccount(account as 'escrow')
  return { account: named, type: type as 'in', unit: unit as 'pt_thb', value }
}

export function post(flow: string, postings: readonly Posting[], more: Partial<Of<'Post'>> = {}): Of<'Post'> {
  const about = { flow, id: 's1', customerId: buyer, reference: 'r', capture: undefined }
  return { type: 'Post', ...about, postings, ...more }
}
export const topup = (value: bigint, capture?: Capture, unit: 'pt_thb' | 'ft_thb' = pt) =>
  post('topup', [side(`provider_clearing out ${unit}`, value), side(`${buyer} in ${unit}`, value)], {
    id: `t${value}`,
    capture,
  })
export const shipping = { flow: 'shipping', id: 's1', customerId: buyer }
export const capturing = (amount: bigint): Capture => ({ ...shipping, amount })
export const pay = (amount: bigint, attempt = 1, upTo = true): Command => ({
  type: 'Hold',
  ...shipping,
  amount,
  attempt,
  upTo,
  capture: true,
})
export const release: Command = { type: 'Release', ...shipping }
export const refund = (gross: bigint, to = buyer) =>
  post('refund', [side('escrow out pt_thb', gross), side(`${to} in pt_thb`, gross)])
export const settle = (gross: bigint, fee: bigint, royalty = 0n) =>
  post('settlement', [
    side('escrow out pt_thb', gross),
    side('conversion in pt_thb', gross),
    side('conversion out ft_thb', gross),
    ...[side(`${seller} in ft_thb`, gross - fee - royalty), side('service_fee in ft_thb', fee)],
    ...(royalty > 0n ? [side('holding in ft_thb', royalty)] : []),
  ])

export function run(state: LedgerState, command: Command): { state: LedgerState; events: OutcomeEvent[] } {
  const events = decide(command, state, at)
  return { state: events.reduce(evolve, state), events }
}

const transfers = decider<LedgerState, Command, OutcomeEvent>({
  initial: emptyState,
  evolve,
  decide: (command, state) => decide(command, state, at),
})

export const given = (...commands: Command[]) => {
  const { state, when } = transfers.given(...commands)
  return {
    state,
    when: (command: Command) => ({ ...when(command), gives: () => run(state, command) }),
  }
}

export const points = (state: LedgerState) => accountOf(state, buyer, pt)
export const baht = (state: LedgerState, whose = seller) => accountOf(state, whose, ft)
export const legsOf = (events: readonly OutcomeEvent[]) => events.flatMap((event) => event.data.legs)

export function sums(events: readonly OutcomeEvent[]): Map<string, bigint> {
  const total = new Map<string, bigint>()
  for (const leg of legsOf(events)) {
    if (leg.flowType === 'lock') continue
    total.set(leg.unit, (total.get(leg.unit) ?? 0n) + (leg.flowType === 'in' ? leg.value : -leg.value))
  }
  return total
}

export const withdrawal = { flow: 'withdrawal', id: 'w1', customerId: seller }
export const holdWithdrawal = (amount: bigint): Command => ({
  type: 'Hold',
  ...withdrawal,
  amount,
  attempt: 1,
  upTo: false,
  capture: false,
})
export const payout = (amount: bigint): Command => ({ type: 'Capture', ...withdrawal, amount })
export const earned = [topup(10_000n), pay(10_000n), settle(10_000n, 250n)]

export const cardRefund = { flow: 'card_refund', id: 'r1', customerId: buyer }
export const holdRefund = (attempt = 1): Command => ({
  type: 'Hold',
  ...cardRefund,
  amount: 400n,
  attempt,
  upTo: false,
  capture: false,
})
