import type { Decider } from '../bank-request/decide.ts'

/** A transfer as the payout provider tells of it, read from its wire format. */
export type Transfer = {
  id: string
  /** what we called it: the id of the withdrawal */
  reference: string
  recipientId: string
  /** satang, which are points */
  amount: bigint
  currency: string
  sent: boolean
  paid: boolean
  failure: string | undefined
}

/** What was found out just before somebody agrees (BW-15, BW-16, LG-17). */
export type Facts = {
  kycLevel: number
  /** BW-14: no cap for companies */
  isCompany: boolean
  balance: { ledger: bigint; available: bigint }
  frozen: boolean
}

/** How a person ends a payout that doesn't end by itself. `reason`: for the customer. */
export type Outcome =
  | { kind: 'paid'; transferId: string }
  | { kind: 'unpaid'; reason: string }
  /** of one that was paid: the bank has sent it back */
  | { kind: 'returned'; reason: string }

export type Command =
  | {
      type: 'Request'
      /** what the provider will know it by: the request's id */
      reference: string
      customerId: string
      accountId: string
      value: bigint
      kycLevel: number
      /** what was chosen; `undefined`: nothing */
      bankAccountId: string | undefined
      /** that account, if the customer has it */
      bankAccount: { recipientId: string } | undefined
      /** BW-14: no cap for companies */
      isCompany: boolean
      /** BW-13: the cap of a month, where there is one, and what the customer has asked for in this one */
      month: { cap: bigint; soFar: bigint } | undefined
      now: Date
    }
  | { type: 'RecordHeld'; now: Date }
  | { type: 'RecordReleased'; now: Date }
  | { type: 'RecordSettled'; now: Date }
  | { type: 'RecordLedgerRefused'; key: string; code: string; now: Date }
  | { type: 'Cancel'; by: string; now: Date }
  | { type: 'Approve'; by: Decider; note: string; facts: Facts; now: Date }
  | { type: 'Confirm'; by: Decider; note: string; facts: Facts; now: Date }
  | { type: 'Reject'; by: Decider; note: string; reason: string; now: Date }
  /** `attempt`: one more than those that were made */
  | { type: 'Attempt'; attempt: number; frozen: boolean; now: Date }
  /** every transfer that the provider knows under our reference */
  | { type: 'RecordTransfers'; transfers: readonly Transfer[]; now: Date }
  /** the provider said that it will not pay, and has not */
  | { type: 'RecordRefused'; reason: string; now: Date }
  /** `transfers`: every one that the provider knows under our reference at this moment */
  | {
      type: 'Conclude'
      by: Decider
      note: string
      outcome: Outcome
      transfers: readonly Transfer[]
      now: Date
    }

export type Of<T extends Command['type']> = Extract<Command, { type: T }>
