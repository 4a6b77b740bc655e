import type { OfferedOrder } from '../order/offered.ts'
import type { CancelReason, TxStatus } from './events.ts'

export type Command =
  | {
      type: 'Open'
      order: OfferedOrder | undefined
      buyerCustomerId: string
      buyerAccountId: string
      /** lower-case address, checked for its form */
      recipient: string | undefined
      amount: bigint
      deferPayment: boolean
      originUrl: string
      now: Date
    }
  | { type: 'Pay'; by: string; now: Date }
  | {
      type: 'RecordFundsLocked'
      attempt: number
      locked: bigint
      topupId: string
      orderCancelled: boolean
      now: Date
    }
  | { type: 'RecordCardStarted'; topupId: string; providerRefId: string; paymentUrl: string; now: Date }
  | { type: 'RecordCardFailed'; topupId: string; reason: string; now: Date }
  | { type: 'ConfirmCard'; topupId: string; now: Date }
  /** `orderStatus`: of the order at this moment; undefined: it is not known */
  | { type: 'RecordPaid'; orderStatus: string | undefined; now: Date }
  | { type: 'RecordPayRefused'; reason: string; orderCancelled: boolean; now: Date }
  | { type: 'RecordMoneyRefused'; flow: 'settlement' | 'refund' | 'release'; reason: string; now: Date }
  | { type: 'Cancel'; by: string; now: Date }
  | { type: 'Supersede'; reason: Exclude<CancelReason, 'buyer'>; now: Date }
  | {
      type: 'RecordDelivery'
      txStatus: TxStatus
      txHash: string | null
      retryCount: number
      retryReason: string | null
      now: Date
    }
  | { type: 'ConfirmDelivery'; txHash: string; now: Date }
  | { type: 'FailDelivery'; reason: string; now: Date }
  | { type: 'RecordSettled'; now: Date }
  | { type: 'RecordRefunded'; now: Date }

export type Of<T extends Command['type']> = Extract<Command, { type: T }>
