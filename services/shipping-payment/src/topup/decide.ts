import { Rejection } from '@talad/shared/rejection'
import { requireVersion } from '../version.ts'
import type { Command, Of, ProviderAnswer } from './commands.ts'
import { decideRefund } from './decide-refund.ts'
import type { TopupEvent } from './events.ts'
import { callbackKey, isHeld, type Mismatch, type Topup } from './state.ts'

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
): Pick<Mismatch, 'field' | 'expected' | 'received'> | undefined {
  const pairs: [Mismatch['field'], string, string][] = [
    ['orderNo', topup.orderNo, answer.orderNo],
    ['customerId', topup.customerId, answer.customerId],
    ['amount', topup.amount.toString(), answer.amount.toString()],
    ['currency', BAHT, answer.currency],
  ]
  const found = pairs.find(([, expected, received]) => expected !== received)
  return found && { field: found[0], expected: found[1], received: found[2] }
}

function mismatched(topup: Topup, answer: ProviderAnswer, at: Date): TopupEvent[] {
  const wrong = difference(topup, answer)
  if (!wrong) return []
  const { amount, currency, transactionId } = answer
  const taken = currency === BAHT ? { taken: amount } : {}
  return [{ type: 'TopupMismatched', data: { ...wrong, ...taken, transactionId, at } }]
}

function recordInquiry({ answer, pay, now: at }: Of<'RecordInquiry'>, topup: Topup): TopupEvent[] {
  // a person looks at it, and what they decide stands, whatever the provider says meanwhile
  if (topup.status === 'completed' || topup.mismatch) return []
  const { paymentStatus, transactionId } = answer
  const meaning = meaningOf(paymentStatus)
  if (meaning === 'completed') {
    if (difference(topup, answer)) return mismatched(topup, answer, at)
    const { customerId, amount } = topup
    // SP-21: also from failed or canceled: the provider is the authority on money
    return [
      { type: 'TopupCompleted', data: { transactionId, customerId, amount, ...(pay ? { pay } : {}), at } },
    ]
  }
  if (topup.status !== 'pending') return []
  if (meaning === 'failed')
    return [{ type: 'TopupFailed', data: { reason: `provider status ${paymentStatus}`, at } }]
  if (meaning === 'canceled') return [{ type: 'TopupCanceled', data: { at } }]
  // SP-15: it stays pending, and people are called
  if (meaning === 'unknown' && topup.unknownStatus !== paymentStatus)
    return [{ type: 'UnknownStatusTold', data: { paymentStatus, at } }]
  return []
}

/** SP-18: what a person decides about a card payment that is held. */
function decideMismatch(command: Of<'AcceptMismatch'> | Of<'RefuseMismatch'>, topup: Topup): TopupEvent[] {
  const { version, by, note, now: at } = command
  requireVersion(topup, version)
  const { mismatch, customerId } = topup
  if (!mismatch || !isHeld(topup)) throw new Rejection('TOPUP_NOT_HELD')
  if (command.type === 'RefuseMismatch') return [{ type: 'MismatchRefused', data: { by, note, at } }]
  const { taken: amount } = mismatch
  const { transactionId } = topup
  // only what the provider has really taken is credited, and only in the money that the ledger counts
  if (amount === undefined || amount <= 0n || transactionId === undefined)
    throw new Rejection('MISMATCH_NOT_ACCEPTABLE')
  // what the provider has given back, or is about to, is not there to be credited
  const { pay, state } = command
  if (state !== 'none') throw new Rejection('MISMATCH_RETURNED')
  return [
    { type: 'MismatchAccepted', data: { by, note, at } },
    { type: 'TopupCompleted', data: { transactionId, customerId, amount, ...(pay ? { pay } : {}), at } },
  ]
}

/** Whether nobody knows yet what becomes of it; of what is held a person says so. */
const isWaiting = ({ status, mismatch }: Topup) => status === 'pending' && !mismatch

/** What one command makes of a top-up. @throws Rejection as in rejections.ts */
export function decide(command: Command, topup: Topup | undefined): TopupEvent[] {
  const at = command.now
  if (command.type === 'Open') {
    const { type: _type, now: _now, payerIp, ...data } = command
    return topup ? [] : [{ type: 'TopupOpened', data: { ...data, ...(payerIp && { payerIp }), at } }]
  }
  if (!topup) throw new Rejection('TOPUP_NOT_FOUND')
  switch (command.type) {
    case 'RecordStarted': {
      const { transactionId, paymentUrl } = command
      return topup.paymentUrl === undefined && topup.status === 'pending'
        ? [{ type: 'TopupStarted', data: { ...(transactionId && { transactionId }), paymentUrl, at } }]
        : []
    }
    case 'RecordCallback': {
      const { transactionId, paymentStatus } = command
      // SP-17: one transaction is told once; another status of it is news (SP-21)
      if (topup.status === 'completed' || topup.callbacks.includes(callbackKey(command))) return []
      return [{ type: 'CallbackReceived', data: { transactionId, paymentStatus, at } }]
    }
    case 'RecordInquiry':
      return recordInquiry(command, topup)
    case 'RecordRefused':
      return isWaiting(topup) ? [{ type: 'TopupFailed', data: { reason: command.reason, at } }] : []
    case 'GiveUp':
      return isWaiting(topup) ? [{ type: 'TopupFailed', data: { reason: 'no answer in 24 hours', at } }] : []
    case 'AcceptMismatch':
    case 'RefuseMismatch':
      return decideMismatch(command, topup)
    default:
      return decideRefund(command, topup)
  }
}
