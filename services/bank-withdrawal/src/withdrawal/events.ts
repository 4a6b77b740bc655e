import { payoutIncident } from '@talad/proto/http/bank-withdrawal/admin-shapes'
import { z } from 'zod'

const amount = z.coerce.bigint()
const at = z.coerce.date()

function event<T extends string, S extends z.ZodRawShape>(type: T, data: S) {
  return z.object({ type: z.literal(type), data: z.object({ ...data, at }) })
}

/** Who said yes, and what they went by: the level and the provider's balance of that moment (BW-15, BW-16). */
const agreed = {
  by: z.string(),
  note: z.string(),
  kycLevel: z.int(),
  ledgerBalance: amount,
  availableBalance: amount,
}

/** who ended it, where a person did (BW-16) */
const byPerson = { by: z.string().optional(), note: z.string().optional() }

/** What a withdrawal remembers. Amounts in 1/100 baht. */
export const withdrawalEvent = z.discriminatedUnion('type', [
  event('WithdrawalRequested', {
    /** what the provider knows it by: the request's id */
    reference: z.string(),
    customerId: z.string(),
    accountId: z.string(),
    bankAccountId: z.string(),
    recipientId: z.string(),
    value: amount,
    fee: amount,
    kycLevel: z.int(),
  }),
  event('FundsHeld', {}),
  /** the ledger said no: there never was a request */
  event('FundsRefused', { code: z.string() }),
  event('WithdrawalCanceled', {}),
  event('WithdrawalRejected', { by: z.string(), note: z.string(), reason: z.string() }),
  event('WithdrawalApproved', { ...agreed, needsSecond: z.boolean() }),
  event('WithdrawalConfirmed', agreed),
  /** noted before the provider is asked: from here on the money may be on its way */
  event('PayoutAttempted', { attempt: z.int() }),
  event('PayoutAccepted', { transferId: z.string() }),
  /** the provider tells of something else than we asked for: nothing follows until people have looked */
  event('PayoutMismatched', {
    field: payoutIncident.shape.code.exclude(['ledger']),
    expected: z.string(),
    received: z.string(),
  }),
  event('PayoutOverdue', {}),
  event('PayoutPaid', { transferId: z.string(), ...byPerson }),
  /** the provider said no; believed when it knows of no transfer some time later */
  event('PayoutRefused', { reason: z.string() }),
  /** believed when it is said again: what is given back can't be taken again */
  event('PayoutFailureReported', { reason: z.string() }),
  event('PayoutFailed', { reason: z.string(), ...byPerson }),
  /** the bank has sent back what was paid out and settled */
  event('PayoutReturned', { by: z.string(), note: z.string(), reason: z.string() }),
  event('FundsSettled', {}),
  event('FundsReleased', {}),
  /** the ledger refused to move what is due: a person has to decide */
  event('LedgerRefused', { key: z.string(), code: z.string() }),
])
export type WithdrawalEvent = z.infer<typeof withdrawalEvent>
