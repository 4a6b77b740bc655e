import { CaptureSchema, HoldSchema, PostSchema, ReleaseSchema } from '@talad/proto/ledger/v1/commands'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'
import type { Published } from '@talad/shared/stream'
import { LEDGER_COMMAND_TOPIC } from '../../manifest.ts'
import type { TopupEvent } from './events.ts'

type Completed = Extract<TopupEvent, { type: 'TopupCompleted' }>['data']

function credit(id: string, { transactionId, customerId, amount, pay }: Completed): Outgoing {
  const common = { unit: 'pt_thb', value: amount }
  return outgoing(LEDGER_COMMAND_TOPIC, customerId, PostSchema, {
    flow: 'topup',
    id,
    customerId,
    reference: transactionId,
    postings: [
      { ...common, account: 'platform:provider_clearing', type: 'out' },
      { ...common, account: customerId, type: 'in' },
    ],
    // SP-13: with what is held, the price goes to escrow in the same transaction
    ...(pay && { capture: { flow: 'shipping', id: pay.shippingId, customerId, amount: pay.gross } }),
  })
}

/** The hold of a refund's points. */
function held({ refundId: id, customerId }: { refundId: string; customerId: string }) {
  return { flow: 'card_refund', id, customerId }
}

/** What of a top-up concerns the ledger: the credit, and the points of a card refund (SP-26). */
export function publish({ id, event }: Published<TopupEvent, unknown>): Outgoing[] {
  switch (event.type) {
    case 'TopupCompleted':
      return [credit(id, event.data)]
    case 'RefundRequested': {
      const { customerId, amount, credited } = event.data
      const hold = { ...held(event.data), amount, attempt: 1, upTo: false, capture: false }
      return credited ? [outgoing(LEDGER_COMMAND_TOPIC, customerId, HoldSchema, hold)] : []
    }
    case 'RefundCompleted': {
      const { customerId, amount, credited } = event.data
      const capture = { ...held(event.data), amount }
      return credited ? [outgoing(LEDGER_COMMAND_TOPIC, customerId, CaptureSchema, capture)] : []
    }
    case 'RefundFailed': {
      const { customerId, credited } = event.data
      return credited ? [outgoing(LEDGER_COMMAND_TOPIC, customerId, ReleaseSchema, held(event.data))] : []
    }
    case 'RefundSentBack': {
      const { customerId, amount, credited } = event.data
      const sides = { unit: 'pt_thb', value: amount }
      const reversal = {
        flow: 'card_refund_reversal',
        id: event.data.refundId,
        customerId,
        reference: 'bank',
        postings: [
          { ...sides, account: 'platform:provider_clearing', type: 'out' },
          { ...sides, account: customerId, type: 'in' },
        ],
      }
      return credited ? [outgoing(LEDGER_COMMAND_TOPIC, customerId, PostSchema, reversal)] : []
    }
    default:
      return []
  }
}
