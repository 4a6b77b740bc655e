import { z } from 'zod'

const at = z.coerce.date()

function event<T extends string, S extends z.ZodRawShape>(type: T, data: S) {
  return z.object({ type: z.literal(type), data: z.object({ ...data, at }) })
}

/** Who decided, and what they noted for their colleagues. */
const decided = { by: z.string(), note: z.string() }

/** What a request for a bank account remembers; names and numbers lie sealed in `bank_detail` (ID-42). */
export const bankRequestEvent = z.discriminatedUnion('type', [
  event('BankAccountRequested', {
    customerId: z.string(),
    accountId: z.string(),
    swiftCode: z.string(),
    /** keyed hash of the account number: equal numbers are found without being readable */
    numberHash: z.string(),
    last4: z.string(),
    entityType: z.enum(['Individual', 'Organization']),
    kycLevel: z.int(),
  }),
  event('BankRequestApproved', decided),
  /** the payout provider knows the account now and looks into it */
  event('RecipientRegistered', { recipientId: z.string() }),
  /** the provider's word is missing for too long: told once */
  event('VettingOverdue', {}),
  /** the account came to be (BW-2) */
  event('BankAccountVetted', { recipientId: z.string() }),
  event('VettingFailed', { reason: z.string() }),
  event('BankRequestRejected', { ...decided, reason: z.string() }),
  event('BankRequestDeleted', {}),
  event('BankAccountDeleted', {}),
])
export type BankRequestEvent = z.infer<typeof bankRequestEvent>
