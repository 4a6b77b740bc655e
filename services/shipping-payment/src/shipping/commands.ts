import type { OfferedOrder } from '../order/offered.ts'
import type { CancelReason, FiatRefund, TxStatus } from './events.ts'

/** What is due by itself, and the ledger may refuse all the same. */
export type MoneyFlow = 'settlement' | 'refund' | 'release' | 'reversal'

/** What is known of the order (undefined: nothing) and the item of a purchase at this moment. */
export type Offer = {
  orderStatus: string | undefined
  suspended: boolean
  /** OB-43: the wallet that offers it has become the buyer's */
  own: boolean
}

export type Command =
  | {
      type: 'Open'
      order: OfferedOrder | undefined
      buyerCustomerId: string
      buyerAccountId: string
      /** lower-case address, checked for its form */
      recipient: string | undefined
      /** what is known of the recipient: whether it is a contract, and whether one cost us a delivery before (SP-29) */
      toContract: boolean
      failedBefore: boolean
      amount: bigint
      /** how many reservations the buyer let lapse since they last paid, within a day, and when the last of them did */
      lapses: { count: number; last: Date | null }
      deferPayment: boolean
      originUrl: string
      /** whether a suspension covers what is sold */
      suspended: boolean
      /** whether the wallet that offers it is the buyer's */
      own: boolean
      now: Date
    }
  | {
      type: 'Pay'
      by: string
      /** address that the request came from */
      payerIp?: string | undefined
      /** SP-22: whether the order book says that the order can be bought at this moment */
      orderReady: boolean
      now: Date
    }
  | ({ type: 'RecordFundsLocked'; attempt: number; locked: bigint; topupId: string; now: Date } & Offer)
  | { type: 'RecordCardStarted'; topupId: string; providerRefId: string; paymentUrl: string; now: Date }
  | { type: 'RecordCardFailed'; topupId: string; reason: string; now: Date }
  /** `refused`: a person has decided that it goes back to the card */
  | { type: 'RecordCardHeld'; topupId: string; value: bigint; refused: boolean; now: Date }
  | { type: 'ConfirmCard'; topupId: string; now: Date }
  | ({ type: 'RecordPaid'; now: Date } & Offer)
  | ({ type: 'RecordPayRefused'; reason: string; now: Date } & Offer)
  | { type: 'RecordMoneyRefused'; flow: MoneyFlow; reason: string; now: Date }
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
  /** an admin's, whose `version` it was made on; the queue has let the delivery go */
  | { type: 'CancelDelivery'; version: number; by: string; note: string; now: Date }
  /** an admin's: what the ledger refused is asked for again; `delivery`: what the relayer's queue knows of it */
  | {
      type: 'AskMoneyAgain'
      version: number
      by: string
      note: string
      delivery: 'mined' | 'under way' | 'lost'
      now: Date
    }
  /** an admin's, of what the chain has contradicted: the sale is reversed, or the case is closed as it is */
  | {
      type: 'DecideIncident'
      decision: 'reverse' | 'close'
      version: number
      by: string
      note: string
      delivery: 'mined' | 'under way' | 'lost'
      now: Date
    }
  | { type: 'RecordLateCard'; topupId: string; amount: bigint; now: Date }
  | ({ type: 'RecordCardRefund'; topupId: string; refundId: string; now: Date } & Omit<FiatRefund, 'at'>)
  | { type: 'RecordSettled'; now: Date }
  | { type: 'RecordRefunded'; now: Date }

export type Of<T extends Command['type']> = Extract<Command, { type: T }>
