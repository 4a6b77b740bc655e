import type { TopupEvent } from './events.ts'

/** SP-26: one attempt to give a card its money back. */
export type Refund = {
  id: string
  amount: bigint
  /** whether the points were credited, and so are put aside first */
  credited: boolean
  status: 'refunding' | 'refunded' | 'failed'
  /**
   * holding: the ledger is asked for the points; asking: the provider is to be asked; asked: it may have been asked, and
   * is only inquired from then on
   */
  stage: 'holding' | 'asking' | 'asked' | 'done'
  /** every way in which the provider was asked, in their order, but for what never reached it */
  methods: readonly ('void' | 'refund')[]
  /** the provider has said yes to the last way in which it was asked */
  accepted: boolean
  /** a day after its yes it knows of nothing */
  doubted: boolean
  /** how often what it was asked did not reach it, as far as it says */
  unheard: number
  reason: string | undefined
  note: string
  by: string
  askedAt: Date | undefined
  createdAt: Date
  updatedAt: Date
}

/** Why a refund has failed that the card had got. */
const SENT_BACK = 'the bank has sent it back'

/** The refund after one more thing has happened to its top-up. */
export function refundAfter(refund: Refund | undefined, event: TopupEvent): Refund | undefined {
  const { at } = event.data
  if (event.type === 'RefundRequested') {
    const { refundId: id, amount, credited, by, note } = event.data
    return {
      id,
      amount,
      credited,
      by,
      note,
      status: 'refunding',
      stage: credited ? 'holding' : 'asking',
      accepted: false,
      doubted: false,
      methods: [],
      unheard: 0,
      reason: undefined,
      askedAt: undefined,
      createdAt: at,
      updatedAt: at,
    }
  }
  if (!refund) return undefined
  const moved = (next: Partial<Refund>): Refund => ({ ...refund, ...next, updatedAt: at })
  switch (event.type) {
    case 'RefundHeld':
      return moved({ stage: 'asking' })
    case 'RefundAsked':
      return moved({ stage: 'asked', methods: [...refund.methods, event.data.method], askedAt: at })
    case 'RefundAccepted':
      return moved({ accepted: true })
    case 'RefundDoubted':
      return moved({ doubted: true })
    case 'RefundDeclined':
      return moved({ stage: refund.methods.length === 1 ? 'asking' : 'asked', reason: event.data.reason })
    case 'RefundUnheard':
      return moved({ stage: 'asking', methods: [], unheard: refund.unheard + 1 })
    case 'RefundCompleted':
      // that one way was declined before the other did it is no fault of the refund
      return moved({ status: 'refunded', stage: 'done', reason: undefined })
    case 'RefundFailed':
      return moved({ status: 'failed', stage: 'done', reason: event.data.reason })
    case 'RefundSentBack':
      return moved({ status: 'failed', reason: SENT_BACK })
    case 'RefundNotPosted':
      return moved({ reason: event.data.reason })
    default:
      return refund
  }
}
