import { z } from 'zod'
import { customerId, isoTime, objectId, points } from '../common.ts'
import { swiftCodes } from './banks.ts'
import { creditWithdrawalStatus, requestStatus } from './status.ts'

export {
  type CreditWithdrawalStatus,
  creditWithdrawalStatus,
  type RequestStatus,
  requestStatus,
} from './status.ts'

export const entityType = z.enum(['Individual', 'Organization'])
export const kycLevel = z.int().min(0).max(3).describe('0 none, 1 BRONZE, 2 SILVER, 3 GOLD')

const ignored = z.string().max(100).optional().describe('ignored: the server fills it in (BW-6)')

/** What a person registers a bank account with (M§5). Empty fields are left out. */
export const bankAccountInput = z.strictObject({
  account_number: z.string().max(40).describe('spaces and dashes are removed; then 10 to 15 digits (BW-8)'),
  account_name: z.string().trim().min(1).max(100).describe('as the bank writes it'),
  bank_swift_code: z.enum(swiftCodes).describe('one of the bank list (BW-7)'),
  tel_number: z
    .string()
    .trim()
    .max(20)
    .describe('at least 10 characters, digits, spaces, dashes and + (BW-8)'),
  email: z.string().trim().max(200).describe('at least 5 characters, a valid address (BW-8)'),
  entity_type: entityType.default('Individual').describe('who owns the account'),
  tax_id: z
    .string()
    .max(20)
    .optional()
    .describe('13 digits with a valid check digit; needed for an Organization (BW-8)'),
  branch: z.string().trim().min(1).max(100).optional().describe('branch of the bank'),
  provider: ignored.describe('accepted and ignored'),
  relationship: ignored.describe('accepted and ignored'),
  bank_symbol: ignored.describe('accepted and ignored'),
  country_code: ignored.describe('accepted and ignored'),
  currency_code: ignored.describe('accepted and ignored'),
})

export type BankAccountInput = z.output<typeof bankAccountInput>

/** Bank account of M§3, without its id. */
export const bankAccountData = z.object({
  provider: z.string().describe('who pays out to it'),
  account_number: z.string().describe('digits only'),
  account_name: z.string().describe('as registered'),
  entity_type: entityType.describe('who owns the account'),
  tax_id: z.string().nullable().describe('13 digits'),
  tel_number: z.string().describe('as registered'),
  email: z.string().describe('as registered'),
  relationship: z.literal('Seller').describe('always Seller (BW-6)'),
  bank_symbol: z.string().describe('of the bank list'),
  bank_swift_code: z.string().describe('of the bank list'),
  country_code: z.literal('TH').describe('always TH (BW-6)'),
  currency_code: z.literal('THB').describe('always THB (BW-6)'),
  branch: z.string().nullable().describe('branch of the bank'),
})
export type BankAccountData = z.infer<typeof bankAccountData>

export const bankAccount = bankAccountData.extend({
  _id: objectId.describe('bank account id'),
  created: isoTime.describe('when it was vetted and added'),
})
export type BankAccount = z.infer<typeof bankAccount>

/** What the admin said, as the customer sees it. */
const adminResponse = z.object({
  reason: z.string().describe('why it was rejected (BW-17)'),
  at: isoTime.describe('when it was decided'),
})

export const bankRequest = z.object({
  _id: objectId.describe('request id'),
  status: requestStatus.describe('how the request stands (BW-1)'),
  bank_account_data: bankAccountData.describe('what was registered'),
  kyc: z
    .object({
      level: kycLevel.describe('KYC level, 0 to 3'),
      name_th: z.string().nullable().describe('verified name, Thai'),
      name_en: z.string().nullable().describe('verified name, English'),
    })
    .describe('who asked, as verified when they did'),
  bank_account_id: objectId.nullable().describe('the account that came of it'),
  admin_response: adminResponse.nullable().describe('null: not rejected'),
  created: isoTime.describe('when it was asked for'),
  updated: isoTime.describe('when it last changed'),
})
export type BankRequest = z.infer<typeof bankRequest>

/** The bank account as it was when the withdrawal was asked for (BW-9). */
const bankSnapshot = z.object({
  bank_symbol: z.string().describe('of the bank list'),
  bank_swift_code: z.string().describe('of the bank list'),
  account_number: z.string().describe('digits only'),
  account_name: z.string().describe('as registered'),
  entity_type: entityType.describe('who owns the account'),
})

/** Fiat withdrawal request of M§3. Amounts are points of ft_thb, 100 a baht. */
export const withdrawal = z.object({
  _id: objectId.describe('request id'),
  bank_account_id: objectId.describe('where the money goes'),
  bank: bankSnapshot.describe('that account when it was asked for'),
  value: points.describe('what leaves the balance'),
  service_fee: points.describe('taken out of value (BW-11)'),
  net: points.describe('what the bank account receives'),
  status: requestStatus.describe('how the request stands (BW-10)'),
  credit_status: creditWithdrawalStatus.describe('the same as the ledger shows it (LG-12)'),
  provider_transfer_id: z.string().nullable().describe('the payout at the provider, once it is known'),
  admin_response: adminResponse.nullable().describe('null: neither rejected nor sent back by the bank'),
  created: isoTime.describe('when it was asked for'),
  updated: isoTime.describe('when it last changed'),
})
export type Withdrawal = z.infer<typeof withdrawal>

/** Credit withdrawal of M§3: the ledger's face of a withdrawal (LG-12). */
export const creditWithdrawal = z.object({
  _id: objectId.describe('id of the withdrawal request'),
  customer_id: customerId.describe('whose money'),
  unit: z.literal('ft_thb').describe('earned baht (LG-2)'),
  value: points.describe('what leaves the balance'),
  service_fee: points.describe('the part of value that is our fee'),
  net_value: points.describe('the part of value that is paid out'),
  status: creditWithdrawalStatus.describe('how the withdrawal stands in the ledger (LG-12)'),
  reason: z.string().nullable().describe('why it was rejected or failed'),
  created: isoTime.describe('when it was asked for'),
  updated: isoTime.describe('when it last changed'),
})
export type CreditWithdrawal = z.infer<typeof creditWithdrawal>
