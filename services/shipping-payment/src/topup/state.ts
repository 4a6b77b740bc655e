import type { TopupEvent } from './events.ts'
import { type Refund, refundAfter } from './refund-state.ts'

type Mismatched = Extract<TopupEvent, { type: 'TopupMismatched' }>['data']

/** SP-18: in what the provider's account differs, and what a person has decided about it. */
export type Mismatch = {
  field: Mismatched['field']
  expected: string
  received: string
  taken: bigint | undefined
  transactionId: string | undefined
  decision: 'accepted' | 'refused' | undefined
  note: string | undefined
  by: string | undefined
  at: Date
}

export type Topup = {
  shippingId: string
  customerId: string
  orderNo: string
  /** what the card is charged */
  amount: bigint
  description: string
  payerIp: string | undefined
  /** SP-21 */
  status: 'pending' | 'completed' | 'failed' | 'canceled'
  mismatch: Mismatch | undefined
  /** SP-15: the last status that nobody knows */
  unknownStatus: number | undefined
  /** what was credited; undefined: nothing */
  credited: bigint | undefined
  transactionId: string | undefined
  paymentUrl: string | undefined
  /** every callback by its transaction and status: one that came before is no news (SP-17) */
  callbacks: readonly string[]
  refund: Refund | undefined
  /** AW-4: counts what happened, and who did the last of it */
  revision: number
  changedBy: string | undefined
  completedAt: Date | undefined
  openedAt: Date
  updatedAt: Date
}

/** SP-17: what makes two callbacks the same. */
export function callbackKey(callback: { transactionId: string; paymentStatus: number }): string {
  return `${callback.transactionId}:${callback.paymentStatus}`
}

/** SP-18: nothing is credited until somebody has looked. */
export function isHeld({ mismatch }: Pick<Topup, 'mismatch'>): boolean {
  return mismatch !== undefined && mismatch.decision === undefined
}

/** SP-18: what the card was charged otherwise than asked, until that is credited or back on the card. */
export function heldOn({ mismatch, amount, refund }: Topup): { value: bigint; refused: boolean } | undefined {
  if (!mismatch || mismatch.decision === 'accepted' || refund?.status === 'refunded') return undefined
  return { value: mismatch.taken ?? amount, refused: mismatch.decision === 'refused' }
}

/** SP-26: what can go back to the card at this moment, always all of it; undefined: nothing. */
export function refundableOf(topup: Topup): bigint | undefined {
  const { refund, credited, mismatch, transactionId, amount } = topup
  if (transactionId === undefined || (refund && refund.status !== 'failed')) return undefined
  // a mismatch that was refused was never credited: its money goes back without any points
  return credited ?? (mismatch?.decision === 'refused' ? (mismatch.taken ?? amount) : undefined)
}

/** SP-18: the card was charged, a person has refused it, and its money has not gone back yet. */
export function isUnreturned(topup: Topup): boolean {
  return topup.mismatch?.decision === 'refused' && refundableOf(topup) !== undefined
}

const opened = {
  status: 'pending' as const,
  mismatch: undefined,
  unknownStatus: undefined,
  credited: undefined,
  transactionId: undefined,
  paymentUrl: undefined,
  callbacks: [],
  refund: undefined,
  changedBy: undefined,
  completedAt: undefined,
}

function decided(topup: Topup, decision: 'accepted' | 'refused', data: { by: string; note: string }) {
  const { by, note } = data
  return { changedBy: by, ...(topup.mismatch && { mismatch: { ...topup.mismatch, decision, by, note } }) }
}

function after(topup: Topup, event: TopupEvent): Partial<Topup> {
  switch (event.type) {
    case 'TopupStarted':
      return { transactionId: event.data.transactionId, paymentUrl: event.data.paymentUrl }
    case 'CallbackReceived':
      // SP-14: which transaction is ours we know from the start of it, or ask the provider by our own order number
      return { callbacks: [...topup.callbacks, callbackKey(event.data)] }
    case 'TopupCompleted': {
      const { transactionId, amount, at } = event.data
      return {
        status: 'completed',
        transactionId,
        credited: amount,
        completedAt: at,
        unknownStatus: undefined,
      }
    }
    case 'TopupFailed':
      return { status: 'failed', unknownStatus: undefined }
    case 'TopupCanceled':
      return { status: 'canceled', unknownStatus: undefined }
    case 'UnknownStatusTold':
      return { unknownStatus: event.data.paymentStatus }
    case 'TopupMismatched': {
      const { field, expected, received, taken, transactionId, at } = event.data
      const undecided = { decision: undefined, note: undefined, by: undefined }
      return {
        // the provider's own search for our order number found it where the answer to the start was lost
        transactionId: topup.transactionId ?? transactionId,
        mismatch: { field, expected, received, taken, transactionId, at, ...undecided },
      }
    }
    case 'MismatchAccepted':
      return decided(topup, 'accepted', event.data)
    case 'MismatchRefused':
      return { status: 'failed', ...decided(topup, 'refused', event.data) }
    case 'RefundRequested':
    case 'RefundSentBack':
      return { changedBy: event.data.by, refund: refundAfter(topup.refund, event) }
    default:
      return { refund: refundAfter(topup.refund, event) }
  }
}

export function evolve(topup: Topup | undefined, event: TopupEvent): Topup | undefined {
  const { at } = event.data
  if (event.type === 'TopupOpened') {
    const { at: _at, payerIp, ...data } = event.data
    return { ...opened, ...data, payerIp, revision: 1, openedAt: at, updatedAt: at }
  }
  return topup && { ...topup, ...after(topup, event), revision: topup.revision + 1, updatedAt: at }
}
