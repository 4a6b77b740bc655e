/** How money goes back to a card: void before the provider has settled, refund after it. */
export type ReturnMethod = 'void' | 'refund'

/** What has become of a paid transaction since. */
export type ReturnState = 'none' | 'requested' | 'returned'

/** What the provider's own status inquiry says, already read from its wire format. */
export type ProviderAnswer = {
  transactionId: string
  orderNo: string
  customerId: string
  amount: bigint
  currency: string
  paymentStatus: number
}

/** `never_sent`: it has not reached the card, and won't; `sent_back`: it had, and the bank has sent it back. */
export type RefundEnd = 'never_sent' | 'sent_back'

export type PayIntent = { shippingId: string; buyerCustomerId: string; gross: bigint; attempt: number }

/** A decision of an admin: on which version of the top-up it was made (AW-4), by whom, and why. */
type Decision = { version: number; by: string; note: string; now: Date }

/** What of a purchase says whether a card payment came too late for it. */
export type EndedPurchase = { status: string; lateCredit: bigint }

export type Command =
  | {
      type: 'Open'
      shippingId: string
      customerId: string
      orderNo: string
      amount: bigint
      description: string
      payerIp?: string | undefined
      now: Date
    }
  | { type: 'RecordStarted'; transactionId?: string; paymentUrl: string; now: Date }
  | { type: 'RecordRefused'; reason: string; now: Date }
  | { type: 'RecordCallback'; transactionId: string; paymentStatus: number; now: Date }
  | { type: 'RecordInquiry'; answer: ProviderAnswer; pay: PayIntent | undefined; now: Date }
  | { type: 'GiveUp'; now: Date }
  /** `state`: the provider's word at that moment, undefined: it has none */
  | ({ type: 'AcceptMismatch'; pay: PayIntent | undefined; state: ReturnState | undefined } & Decision)
  | ({ type: 'RefuseMismatch' } & Decision)
  | ({ type: 'RequestRefund'; refundId: string } & Decision)
  /** the buyer wants back what came too late (SP-19); `purchase`: as it stands, which it does for good */
  | { type: 'RequestOwnRefund'; refundId: string; by: string; purchase: EndedPurchase; now: Date }
  | { type: 'RecordRefundHeld'; refundId: string; now: Date }
  | { type: 'RecordRefundRefusedByLedger'; refundId: string; reason: string; now: Date }
  | { type: 'RecordRefundNotPosted'; refundId: string; reason: string; now: Date }
  /** the provider is about to be asked */
  | { type: 'AskRefund'; refundId: string; method: ReturnMethod; now: Date }
  | { type: 'RecordRefundRefused'; refundId: string; method: ReturnMethod; reason: string; now: Date }
  /** the provider has said yes */
  | { type: 'RecordRefundAccepted'; refundId: string; method: ReturnMethod; now: Date }
  | { type: 'RecordReturnState'; refundId: string; state: ReturnState; now: Date }
  /** what an admin says of the newest refund; `state`: the provider's word at that moment, undefined: it has none */
  | ({ type: 'EndRefund'; end: RefundEnd; state: ReturnState | undefined } & Decision)

export type Of<T extends Command['type']> = Extract<Command, { type: T }>
