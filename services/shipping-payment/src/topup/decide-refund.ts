import { Rejection } from '@talad/shared/rejection'
import { requireVersion } from '../version.ts'
import type { Command, Of } from './commands.ts'
import type { TopupEvent } from './events.ts'
import type { Refund } from './refund-state.ts'
import { isOverdue } from './schedule.ts'
import { refundableOf, type Topup } from './state.ts'

type RefundCommand = Extract<Command, { refundId: string } | { type: 'EndRefund' }>

/** What the provider doesn't know of so long after it was asked has not reached it: no call of ours lasts that long. */
const UNHEARD_MS = 3 * 60_000
/** So often it is asked again; then it is only inquired, for a day. */
const MOST_UNHEARD = 4

const UNKNOWN_THERE = 'the provider knows of no refund'

type RefundAbout = { refundId: string; customerId: string; amount: bigint; credited: boolean }

/** The refund of a command, while it is under way; undefined: that attempt is over, or was never begun. */
function current({ refund }: Topup, { refundId }: { refundId: string }): Refund | undefined {
  return refund?.id === refundId && refund.status === 'refunding' ? refund : undefined
}

/**
 * SP-26: none → refunding, failed → refunding. The provider gives back whole payments only, so the amount is that of
 * the top-up; that it is spendable is the ledger's word, which puts it aside before anything else happens.
 */
function requestRefund(command: Of<'RequestRefund'>, topup: Topup): TopupEvent[] {
  const { refundId, version, by, note, now: at } = command
  const { refund, credited, customerId } = topup
  if (refund?.id === refundId) return []
  requireVersion(topup, version)
  if (refund && refund.status !== 'failed') throw new Rejection('ALREADY_REFUNDED')
  const amount = refundableOf(topup)
  if (amount === undefined) throw new Rejection('TOPUP_NOT_COMPLETED')
  const data = { refundId, customerId, amount, credited: credited !== undefined, by, note, at }
  return [{ type: 'RefundRequested', data }]
}

/** What somebody reads of a refund that they have asked for themselves. */
const OWN_NOTE = 'the buyer asked for it'

/** SP-26: a buyer may have back, without asking anybody, what became points as it came after the end of the purchase (SP-19). */
function requestOwnRefund(command: Of<'RequestOwnRefund'>, topup: Topup): TopupEvent[] {
  const { refundId, by, purchase, now: at } = command
  const { refund, credited, customerId } = topup
  if (refund?.id === refundId) return []
  const isLate = purchase.status === 'canceled' && purchase.lateCredit > 0n
  if (customerId !== by || !isLate || credited === undefined) throw new Rejection('NO_LATE_PAYMENT')
  // what the provider was asked for once is asked for again by a person only, who has looked
  const wasAsked = refund && (refund.methods.length > 0 || refund.unheard > 0)
  if (refund && (refund.status !== 'failed' || wasAsked)) throw new Rejection('ALREADY_REFUNDED')
  const amount = refundableOf(topup)
  if (amount === undefined) throw new Rejection('NO_LATE_PAYMENT')
  const data = { refundId, customerId, amount, credited: true, by, note: OWN_NOTE, at }
  return [{ type: 'RefundRequested', data }]
}

function recordReturnState(
  { state, now: at }: Of<'RecordReturnState'>,
  refund: Refund,
  about: RefundAbout,
): TopupEvent[] {
  if (state === 'returned') return [{ type: 'RefundCompleted', data: { ...about, at } }]
  // what the provider has taken down lasts as long as it lasts
  if (state === 'requested' || refund.stage !== 'asked' || refund.askedAt === undefined) return []
  const isOver = isOverdue(refund.askedAt, at)
  // who has said yes is never asked again, and what it took down may still come: people look
  if (refund.accepted)
    return isOver && !refund.doubted ? [{ type: 'RefundDoubted', data: { refundId: refund.id, at } }] : []
  if (isOver) return [{ type: 'RefundFailed', data: { ...about, reason: UNKNOWN_THERE, at } }]
  const isUnheard = at.getTime() - refund.askedAt.getTime() >= UNHEARD_MS && refund.unheard < MOST_UNHEARD
  return isUnheard ? [{ type: 'RefundUnheard', data: { refundId: refund.id, at } }] : []
}

/**
 * A person ends what doesn't end by itself (SP-26), and only while the provider tells at that moment of no money on its way
 * or returned: a refund that it never carried out, a day after it was asked; or one that the bank has sent back.
 */
function endRefund(command: Of<'EndRefund'>, topup: Topup): TopupEvent[] {
  const { end, state, version, by, note, now: at } = command
  requireVersion(topup, version)
  const { refund, customerId } = topup
  const isMeant =
    end === 'never_sent'
      ? refund?.status === 'refunding' && refund.stage === 'asked'
      : refund?.status === 'refunded' && refund.reason === undefined
  if (!refund || !isMeant) throw new Rejection('REFUND_NOT_ENDABLE')
  const { id: refundId, amount, credited, askedAt } = refund
  const isEarly = end === 'never_sent' && (askedAt === undefined || !isOverdue(askedAt, at))
  if (state !== 'none' || isEarly) throw new Rejection('REFUND_KNOWN_THERE')
  const data = { refundId, customerId, amount, credited, by, note, at }
  if (end === 'sent_back') return [{ type: 'RefundSentBack', data }]
  return [{ type: 'RefundFailed', data: { ...data, reason: UNKNOWN_THERE } }]
}

/** What one command makes of the refund of a top-up. @throws Rejection as in rejections.ts */
export function decideRefund(command: RefundCommand, topup: Topup): TopupEvent[] {
  if (command.type === 'RequestRefund') return requestRefund(command, topup)
  if (command.type === 'RequestOwnRefund') return requestOwnRefund(command, topup)
  if (command.type === 'EndRefund') return endRefund(command, topup)
  const { refundId, now: at } = command
  if (command.type === 'RecordRefundNotPosted') {
    const { reason } = command
    const isIt = topup.refund?.id === refundId && topup.refund.reason !== reason
    return isIt ? [{ type: 'RefundNotPosted', data: { refundId, reason, at } }] : []
  }
  const refund = current(topup, command)
  if (!refund) return []
  const { amount, credited } = refund
  const about = { refundId, customerId: topup.customerId, amount, credited }
  switch (command.type) {
    case 'RecordRefundHeld':
      return refund.stage === 'holding' ? [{ type: 'RefundHeld', data: { refundId, at } }] : []
    case 'RecordRefundRefusedByLedger':
      if (refund.stage !== 'holding') return []
      return [{ type: 'RefundFailed', data: { ...about, reason: command.reason, at } }]
    case 'AskRefund': {
      const { method } = command
      // never twice in the same way: what became of the first is inquired, and asked again only when it was not heard
      if (refund.stage !== 'asking' || refund.methods.includes(method)) return []
      return [{ type: 'RefundAsked', data: { refundId, method, at } }]
    }
    case 'RecordRefundAccepted': {
      const { method } = command
      if (refund.stage !== 'asked' || refund.methods.at(-1) !== method || refund.accepted) return []
      return [{ type: 'RefundAccepted', data: { refundId, method, at } }]
    }
    case 'RecordRefundRefused': {
      const { method, reason } = command
      if (refund.stage !== 'asked' || refund.methods.at(-1) !== method || refund.accepted) return []
      // settled and not settled exclude each other: the other way is left; what was asked more than once may be refused
      // because it was heard after all, so that only what the provider knows of it is a final word
      if (refund.methods.length === 1 || refund.unheard > 0)
        return [{ type: 'RefundDeclined', data: { refundId, method, reason, at } }]
      return [{ type: 'RefundFailed', data: { ...about, reason, at } }]
    }
    case 'RecordReturnState':
      return recordReturnState(command, refund, about)
  }
}
