import { z } from 'zod'
import { customerId, isoTime, objectId, page, pageQuery, points } from '../common.ts'
import { bankAccountData, bankRequest, entityType, kycLevel, requestStatus, withdrawal } from './shapes.ts'

/** AW-5: somebody looks at it; told to others, hinders nobody. */
const claim = z.object({
  account_id: objectId.describe('the admin'),
  customer_id: customerId.nullable().describe('customer id of the admin; null: taken before this was kept'),
  is_me: z.boolean().describe('it is the caller'),
  until: isoTime.describe('10 minutes after it was taken'),
})

/** What a row of both queues has. */
const queued = {
  _id: objectId.describe('request id'),
  version: z.int().describe('send it back with a decision: a stale one is a version_conflict (AW-4)'),
  customer_id: customerId.describe('who asks'),
  status: requestStatus.describe('BW-1, BW-10'),
  bank_symbol: z.string().describe('of the bank list'),
  account_last4: z.string().describe('the last four digits of the account number (BW-20)'),
  entity_type: entityType.describe('who owns the account'),
  kyc_level: kycLevel.describe('of the customer when they asked'),
  same_number_elsewhere: z
    .boolean()
    .describe('another customer has this account number, in an account or an open request (BW-4)'),
  overdue: z.boolean().describe("the provider's word is missing for too long"),
  claim: claim.nullable().describe('null: nobody looks at it'),
  created: isoTime.describe('when it was asked for'),
  updated: isoTime.describe('when it last changed'),
}

export const queuedBankRequest = z.object(queued)
export type QueuedBankRequest = z.infer<typeof queuedBankRequest>

/** BW-16: in what the provider differs from what it was asked for; `ledger`: the ledger refuses what has to follow. */
export const payoutIncident = z.object({
  code: z
    .enum([
      ...(['reference', 'transfer', 'recipient', 'amount', 'currency', 'failure', 'transfers'] as const),
      ...(['status', 'answer', 'ledger'] as const),
    ])
    .describe('what it is about'),
  expected: z
    .string()
    .describe('as it was asked for; an amount in satang, of the ledger the key of the flow'),
  received: z
    .string()
    .describe("what came in place of it; of the ledger its code, `none`: the transfer isn't there"),
})
export type PayoutIncident = z.infer<typeof payoutIncident>

export const queuedWithdrawal = z.object({
  ...queued,
  value: points.describe('what leaves the balance'),
  service_fee: points.describe('taken out of value (BW-11)'),
  net: points.describe('what the bank account receives'),
  needs_second_admin: z.boolean().describe('above 1,000,000 points (BW-18)'),
  approved_by: objectId.nullable().describe('the first admin, where a second one is to confirm'),
  incident: z
    .string()
    .nullable()
    .describe('what a person has to look at, in English; `incident_about` says it in parts'),
  incident_about: payoutIncident
    .nullable()
    .describe('what a person has to look at at the provider or in the ledger'),
})
export type QueuedWithdrawal = z.infer<typeof queuedWithdrawal>

export const providerBalance = z.object({
  ledger_balance: points.describe('all that lies at the provider, satang'),
  available_balance: points.describe('what can be paid out now, satang'),
})

/** One step of a case, oldest first. */
const step = z.object({
  at: isoTime.describe('when it happened'),
  what: z.string().describe('the event, for instance WithdrawalApproved'),
  by: z.string().nullable().describe('account id of the admin who decided; null: the customer or the system'),
  note: z.string().nullable().describe('what they noted, or the reason'),
  incident_about: payoutIncident.nullable().describe('what was to be looked at from then on'),
  provider_balance: providerBalance
    .nullable()
    .describe(
      'what lay at the provider as an admin said yes to a withdrawal (BW-15); null: of any other step',
    ),
})

const sameNumber = z
  .array(customerId)
  .describe('the other customers with this account number, at most 20 (BW-4)')
const history = z.array(step).describe('all that happened, oldest first')

export const bankRequestCase = queuedBankRequest.extend({
  bank_account_data: bankAccountData.describe('in full: reading it is a line of the audit log (BW-20)'),
  kyc: bankRequest.shape.kyc.describe('KYC level and names, as far as they are known'),
  name_match: z
    .enum(['same', 'different', 'not_compared'])
    .describe(
      'account name beside the verified names (BW-5); not_compared: an Organization, or no name known',
    ),
  reason: z.string().nullable().describe('why it was rejected'),
  recipient_id: z.string().nullable().describe('the account at the payout provider'),
  same_number_customers: sameNumber.describe('other customers with the same account number'),
  history: history.describe('what was done with it, the oldest first'),
})
export type BankRequestCase = z.infer<typeof bankRequestCase>

export const withdrawalCase = queuedWithdrawal.extend({
  bank: withdrawal.shape.bank.describe('in full: reading it is a line of the audit log (BW-20)'),
  bank_account_id: objectId.describe('where the money goes'),
  credit_status: withdrawal.shape.credit_status.describe('the same as the ledger shows it (LG-12)'),
  reason: z.string().nullable().describe('why it was rejected or failed'),
  payout: z
    .object({
      attempts: z.int().describe('how often the provider was asked, always by one key; 0: never'),
      transfer_id: z.string().nullable().describe('null with attempts: the outcome is unknown (BW-16)'),
    })
    .describe('the payout at the provider'),
  settled: z.boolean().describe('the ledger has posted what was paid out'),
  released: z.boolean().describe('the ledger has given the money back'),
  returned: z
    .boolean()
    .describe('the bank has sent it back after it was paid; the customer has the money again'),
  name_match: bankRequestCase.shape.name_match.describe('how near the account name is to the KYC name'),
  same_number_customers: sameNumber.describe('other customers with the same account number'),
  history: history.describe('what was done with it, the oldest first'),
})
export type WithdrawalCase = z.infer<typeof withdrawalCase>

/** A transfer that the payout provider has under a withdrawal's reference. */
export const payoutTransfer = z.object({
  id: z.string().describe('of the transfer at the provider'),
  state: z.enum(['processing', 'success', 'failed']).describe('as the provider tells of it now'),
  amount: points.describe('what the provider pays out by it, in satang'),
  currency: z.string().describe('THB, unless it is not what was asked for'),
  failure: z.string().nullable().describe('why it failed'),
  has_paid: z
    .boolean()
    .describe('it has paid what was asked for, to whom it was asked: the withdrawal may be ended by it'),
})
export type PayoutTransfer = z.infer<typeof payoutTransfer>

/** How both queues are asked for: oldest first (AW-5), whole pages. */
export const queueQuery = z.object({
  ...pageQuery,
  st: z
    .enum(['pending', 'provider_processing', 'success', 'rejected', 'open', 'all'])
    .default('pending')
    .describe('state; open: pending and provider_processing'),
  q: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .optional()
    .describe('customer id, request id, account number in full, or its last four digits'),
})
export const queueOf = <T extends z.ZodType>(item: T) => page(item)

const id = objectId.describe('request id')
const note = z.string().trim().max(1000).default('').describe('for colleagues and the audit log')
const version = z.int().min(1).describe('of the case as it was read (AW-4)')

export const byRequest = z.strictObject({ request_id: id.describe('id of the request') })
export const decision = z.strictObject({
  request_id: id.describe('id of the request'),
  version: version.describe('revision that the decision is based on; another one by now is 409'),
  note: note.describe('why, for the audit log'),
})
/** BW-17. */
export const refusal = decision.extend({
  reason: z.string().trim().min(1).max(5000).describe('shown to the customer (BW-17)'),
})
/** BW-16: by which transfer a withdrawal was paid. */
export const paidBy = decision.extend({
  note: z.string().trim().min(1).max(1000).describe('why, for colleagues and the audit log'),
  transfer_id: z.string().min(1).max(100).describe('the transfer at the provider'),
})
