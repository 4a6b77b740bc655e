import type { TextKey } from '../i18n/index.ts'

const words: Readonly<Record<string, TextKey>> = {
  AssetReported: 'done.AssetReported',
  BankAccountDeleted: 'done.BankAccountDeleted',
  BankAccountRequested: 'done.BankAccountRequested',
  BankAccountVetted: 'done.BankAccountVetted',
  BankRequestApproved: 'done.BankRequestApproved',
  BankRequestDeleted: 'done.BankRequestDeleted',
  BankRequestRejected: 'done.BankRequestRejected',
  CaseResolved: 'done.CaseResolved',
  DecisionUndone: 'done.DecisionUndone',
  FundsHeld: 'done.FundsHeld',
  FundsRefused: 'done.FundsRefused',
  FundsReleased: 'done.FundsReleased',
  FundsSettled: 'done.FundsSettled',
  InstantlySuspended: 'done.InstantlySuspended',
  LedgerRefused: 'done.LedgerRefused',
  PayoutAccepted: 'done.PayoutAccepted',
  PayoutAttempted: 'done.PayoutAttempted',
  PayoutFailed: 'done.PayoutFailed',
  PayoutFailureReported: 'done.PayoutFailureReported',
  PayoutMismatched: 'done.PayoutMismatched',
  PayoutOverdue: 'done.PayoutOverdue',
  PayoutPaid: 'done.PayoutPaid',
  PayoutRefused: 'done.PayoutRefused',
  PayoutReturned: 'done.PayoutReturned',
  RecipientRegistered: 'done.RecipientRegistered',
  ReportChanged: 'done.ReportChanged',
  VettingFailed: 'done.VettingFailed',
  VettingOverdue: 'done.VettingOverdue',
  WithdrawalApproved: 'done.WithdrawalApproved',
  WithdrawalCanceled: 'done.WithdrawalCanceled',
  WithdrawalConfirmed: 'done.WithdrawalConfirmed',
  WithdrawalRejected: 'done.WithdrawalRejected',
  WithdrawalRequested: 'done.WithdrawalRequested',
}

/** What an event of a case is called; undefined: it has no words here. */
export function happened(what: string | undefined): TextKey | undefined {
  return what !== undefined && Object.hasOwn(words, what) ? words[what] : undefined
}
