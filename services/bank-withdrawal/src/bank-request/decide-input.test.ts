import { banks } from '@talad/proto/http/bank-withdrawal/banks'
import { bankAccountInput } from '@talad/proto/http/bank-withdrawal/shapes'
import { Rejection } from '@talad/shared/rejection'
import { expect, test } from 'vitest'
import { hasCheckDigit, readBankAccount } from './decide-input.ts'

const given = {
  account_number: '123-4-56789-0',
  account_name: ' Somchai Jaidee ',
  bank_swift_code: 'SICOTHBK',
  tel_number: '081-234-5678',
  email: 'a@b.co',
}
const read = (about: object = {}) => readBankAccount(bankAccountInput.parse({ ...given, ...about }))
const refusal = (about: object) => {
  try {
    read(about)
  } catch (error) {
    if (error instanceof Rejection) return `${error.code} ${error.field}`
    throw error
  }
  return undefined
}
const TAX_ID = '0105536000313'

test('BW-6 constants and the symbol of the bank come from us', () => {
  expect(
    read({ provider: 'x', bank_symbol: 'x', relationship: 'x', country_code: 'x', currency_code: 'x' }),
  ).toEqual({
    provider: 'payout',
    relationship: 'Seller',
    country_code: 'TH',
    currency_code: 'THB',
    bank_symbol: 'SCB',
    account_number: '1234567890',
    account_name: 'Somchai Jaidee',
    bank_swift_code: 'SICOTHBK',
    entity_type: 'Individual',
    tax_id: null,
    tel_number: '081-234-5678',
    email: 'a@b.co',
    branch: null,
  })
})

test('BW-7 the thirteen banks, each with its SWIFT code and symbol', () => {
  expect(banks.map(({ symbol, swift_code }) => `${symbol} ${swift_code}`)).toEqual([
    ...['BBL BKKBTHBK', 'KBANK KASITHBK', 'KTB KRTHTHBK', 'SCB SICOTHBK', 'BAY AYUDTHBK', 'TTB TMBKTHBK'],
    ...['GSB GSBATHBK', 'BAAC BAABTHBK', 'GHB GOHUTHB1', 'UOB UOVBTHBK', 'CIMBT UBOBTHBK', 'KKP KIFITHB1'],
    'TISCO TFPCTHB1',
  ])
  for (const { name_th, name_en, swift_code } of banks) {
    expect([name_th, name_en].every((name) => name.length > 3)).toBe(true)
    expect(read({ bank_swift_code: swift_code }).bank_swift_code).toBe(swift_code)
  }
})

test('BW-8 an account number is 10 to 15 digits after spaces and dashes are removed', () => {
  expect(read({ account_number: '0 1 2 3 4-5678 9' }).account_number).toBe('0123456789')
  expect(read({ account_number: '123456789012345' }).account_number).toBe('123456789012345')
  for (const account_number of [
    '123456789',
    '1234567890123456',
    '12345678a0',
    '',
    '๑๒๓๔๕๖๗๘๙๐',
    '1234567890.0',
  ])
    expect(refusal({ account_number })).toBe('INVALID_ACCOUNT_NUMBER bank_account_data.account_number')
})

test('BW-8 an Organization needs a tax id of 13 digits with a valid check digit; an Individual may leave it out', () => {
  expect(hasCheckDigit(TAX_ID)).toBe(true)
  expect(read({ entity_type: 'Organization', tax_id: '0-1055-36000-31-3' }).tax_id).toBe(TAX_ID)
  expect(read({ tax_id: TAX_ID }).tax_id).toBe(TAX_ID)
  expect(read({ tax_id: '' }).tax_id).toBeNull()
  const wrong = 'INVALID_TAX_ID bank_account_data.tax_id'
  expect(refusal({ entity_type: 'Organization' })).toBe(wrong)
  for (const tax_id of ['0105536000316', '010553600031', '01055360003135', 'abcdefghijklm'])
    for (const entity_type of ['Individual', 'Organization'])
      expect(refusal({ entity_type, tax_id })).toBe(wrong)
})

test('BW-8 a telephone has at least 10 characters, an address at least 5 and a valid form', () => {
  expect(read({ tel_number: '+66 81 234 5678' }).tel_number).toBe('+66 81 234 5678')
  expect(read({ tel_number: '0812345678' }).tel_number).toBe('0812345678')
  for (const email of ['first.last@mail.co.th', 'somchai@talad.example'])
    expect(read({ email }).email).toBe(email)
  for (const tel_number of ['081234567', 'call me now', '+66812x45678'])
    expect(refusal({ tel_number })).toBe('INVALID_TEL_NUMBER bank_account_data.tel_number')
  for (const email of ['a@b', 'a@.c', 'ab.co', 'a b@c.de', '@b.co', 'a@b.'])
    expect(refusal({ email }), email).toBe('INVALID_EMAIL bank_account_data.email')
})
