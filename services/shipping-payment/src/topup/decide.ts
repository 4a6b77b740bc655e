import { Rejection } from '@talad/shared/rejection'
import type { TopupEvent } from './events.ts'
import { callbackKey, type Topup } from './state.ts'

/** What the provider's own status inquiry says, already read from its wire format. */
export type ProviderAnswer = {
  transactionId: string
  orderNo: string
  customerId: string
  amount: bigint
  currency: string
  paymentStatus: number
}

export type PayIntent = { shippingId: string; buyerCustomerId: string; gross: bigint; attempt: number }

export type Command =
  | {
      type: 'Open'
      shippingId: string
      customerId: string
      orderNo: string
      amount: bigint
      description: string
      now: Date
    }
  | { type: 'RecordStarted'; transactionId: string; paymentUrl: string; now: Date }
  | { type: 'RecordRefused'; reason: string; now: Date }
  | { type: 'RecordCallback'; transactionId: string; paymentStatus: number; now: Date }
  | { type: 'RecordInquiry'; answer: ProviderAnswer; pay: PayIntent | undefined; now: Date }
  | { type: 'GiveUp'; now: Date }

const BAHT = '764'

/** SP-15: what each of the provider's status codes means; an unknown one never credits. */
export function meaningOf(
  paymentStatus: number,
): 'completed' | 'failed' | 'canceled' | 'pending' | 'unknown' {
  switch (paymentStatus) {
    case 0:
      return 'completed'
    case 1:
    case 3:
      return 'failed'
    case 2:
      return 'canceled'
    case 9:
      return 'pending'
    default:
      return 'unknown'
  }
}

/** SP-18: the first thing in which the answer is not what we asked to be paid. */
function difference(
  topup: Topup,
  answer: ProviderAnswer,
): { field: string; expected: string; received: string } | undefined {
  const pairs: [string, string, string][] = [
    ['orderNo', topup.orderNo, answer.orderNo],
    ['customerId', topup.customerId, answer.customerId],
    ['amount', topup.amount.toString(), answer.amount.toString()],
    ['currency', BAHT, answer.currency],
  ]
  const found = pairs.find(([, expected, received]) => expected !== received)
  return found && { field: found[0], expected: found[1], received: found[2] }
}

function recordInquiry(command: Extract<Command, { type: 'RecordInquiry' }>, topup: Topup): TopupEvent[] {
  const { answer, pay, now: at } = command
  if (topup.status === 'completed') return []
  const meaning = meaningOf(answer.paymentStatus)
  if (meaning === 'completed') {
    const wrong = difference(topup, answer)
    if (wrong) return topup.mismatch ? [] : [{ type: 'TopupMismatched', data: { ...wrong, at } }]
    const { transactionId } = answer
    const { customerId, amount } = topup
    // SP-21: also from failed or canceled: the provider is the authority on money
    return [
      { type: 'TopupCompleted', data: { transactionId, customerId, amount, ...(pay ? { pay } : {}), at } },
    ]
  }
  if (topup.status !== 'pending') return []
  if (meaning === 'failed')
    return [{ type: 'TopupFailed', data: { reason: `provider status ${answer.paymentStatus}`, at } }]
  if (meaning === 'canceled') return [{ type: 'TopupCanceled', data: { at } }]
  return []
}

/** What one command makes of a top-up. @throws Rejection TOPUP_NOT_FOUND */
export function decide(command: Command, topup: Topup | undefined): TopupEvent[] {
  const at = command.now
  if (command.type === 'Open') {
    const { type: _type, now: _now, ...data } = command
    return topup ? [] : [{ type: 'TopupOpened', data: { ...data, at } }]
  }
  if (!topup) throw new Rejection('TOPUP_NOT_FOUND')
  switch (command.type) {
    case 'RecordStarted': {
      const { transactionId, paymentUrl } = command
      return topup.paymentUrl === undefined && topup.status === 'pending'
        ? [{ type: 'TopupStarted', data: { transactionId, paymentUrl, at } }]
        : []
    }
    case 'RecordCallback': {
      const { transactionId, paymentStatus } = command
      if (topup.status === 'completed' || topup.lastCallback === callbackKey(command)) return [] // SP-17
      return [{ type: 'CallbackReceived', data: { transactionId, paymentStatus, at } }]
    }
    case 'RecordInquiry':
      return recordInquiry(command, topup)
    case 'RecordRefused':
      return topup.status === 'pending' ? [{ type: 'TopupFailed', data: { reason: command.reason, at } }] : []
    case 'GiveUp':
      return topup.status === 'pending'
        ? [{ type: 'TopupFailed', data: { reason: 'no answer in 24 hours', at } }]
        : []
  }
}
