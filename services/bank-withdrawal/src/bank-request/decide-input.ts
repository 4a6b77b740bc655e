import { banks } from '@talad/proto/http/bank-withdrawal/banks'
import type { BankAccountData, BankAccountInput } from '@talad/proto/http/bank-withdrawal/shapes'
import { Rejection } from '@talad/shared/rejection'

/** Who pays out. */
export const PROVIDER = 'payout'

/** Something, an @, and a name with a dot; at least 5 characters. */
const EMAIL = /^(?=.{5,})[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

/** The last digit of a Thai tax id: 11 − (Σ digit × weight mod 11), modulo 10. */
export function hasCheckDigit(taxId: string): boolean {
  const digits = [...taxId].map(Number)
  const sum = digits.slice(0, 12).reduce((total, digit, index) => total + digit * (13 - index), 0)
  return (11 - (sum % 11)) % 10 === digits[12]
}

function refuse(code: string, field: string): never {
  throw new Rejection(code, { field: `bank_account_data.${field}` })
}

function readTaxId(given: string | undefined, entityType: BankAccountData['entity_type']): string | null {
  const taxId = given?.replace(/[\s-]/g, '') ?? ''
  if (taxId === '' && entityType === 'Individual') return null
  if (!/^\d{13}$/.test(taxId) || !hasCheckDigit(taxId)) refuse('INVALID_TAX_ID', 'tax_id')
  return taxId
}

/**
 * BW-6, BW-7, BW-8: a bank account as it is kept: what people write in many ways in one, what is always the same filled in.
 * @throws Rejection INVALID_ACCOUNT_NUMBER, INVALID_TAX_ID, INVALID_TEL_NUMBER, INVALID_EMAIL
 */
export function readBankAccount(given: BankAccountInput): BankAccountData {
  const number = given.account_number.replace(/[\s-]/g, '')
  if (!/^\d{10,15}$/.test(number)) refuse('INVALID_ACCOUNT_NUMBER', 'account_number')
  const taxId = readTaxId(given.tax_id, given.entity_type)
  const tel = given.tel_number
  if (!/^\+?[\d\s-]+$/.test(tel) || tel.length < 10) refuse('INVALID_TEL_NUMBER', 'tel_number')
  if (!EMAIL.test(given.email)) refuse('INVALID_EMAIL', 'email')
  return {
    provider: PROVIDER,
    account_number: number,
    account_name: given.account_name,
    entity_type: given.entity_type,
    tax_id: taxId,
    tel_number: tel,
    email: given.email,
    relationship: 'Seller',
    bank_symbol: banks.find((one) => one.swift_code === given.bank_swift_code)?.symbol ?? '',
    bank_swift_code: given.bank_swift_code,
    country_code: 'TH',
    currency_code: 'THB',
    branch: given.branch ?? null,
  }
}
