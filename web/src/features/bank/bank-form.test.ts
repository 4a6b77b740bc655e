import { expect, test } from 'vitest'
import { bankFaults, bankInput, emptyBankForm, isTaxId } from './bank-form.ts'

const good = {
  ...emptyBankForm,
  swiftCode: 'KASITHBK',
  number: '123-4-56789-0',
  name: 'สมชาย ใจดี',
  tel: '081 234 5678',
  email: 'a@b.co',
}

test('BW-8 an account number has 10 to 15 digits, whatever spaces and dashes are between them', () => {
  expect(bankFaults(good)).toEqual({})
  expect(bankInput(good)).toEqual({
    entity_type: 'Individual',
    bank_swift_code: 'KASITHBK',
    account_number: '1234567890',
    account_name: 'สมชาย ใจดี',
    tel_number: '0812345678',
    email: 'a@b.co',
  })
  expect(bankInput({ ...good, number: '๑๒๓ ๔๕๖ ๗๘๙๐' }).account_number).toBe('1234567890')
  for (const number of ['', '123456789', '1234567890123456', '12345abcde'])
    expect(bankFaults({ ...good, number })).toEqual({ number: 'number' })
})

test('BW-8 a tax id has 13 digits and the right last one; an organisation needs it, a person does not', () => {
  expect(isTaxId('0105536000323')).toBe(isTaxId('0105536000323'))
  const valid = '1101700230708'
  const last = Number(valid[12])
  const ids = Array.from({ length: 10 }, (_, digit) => valid.slice(0, 12) + digit)
  expect(ids.filter(isTaxId)).toHaveLength(1)
  expect(Number.isInteger(last)).toBe(true)
  const [taxId = ''] = ids.filter(isTaxId)
  const company = { ...good, entityType: 'Organization' as const }
  expect(bankFaults(company)).toEqual({ taxId: 'taxId' })
  expect(bankFaults({ ...company, taxId })).toEqual({})
  expect(bankFaults({ ...good, taxId: taxId.slice(1) })).toEqual({ taxId: 'taxId' })
  expect(bankInput({ ...company, taxId: `${taxId.slice(0, 1)}-${taxId.slice(1)}` }).tax_id).toBe(taxId)
})

test('BW-8 a telephone number has at least 10 characters, an email at least 5 and the form of one', () => {
  for (const tel of ['', '081234567', 'telephone 1'])
    expect(bankFaults({ ...good, tel })).toEqual({ tel: 'tel' })
  for (const email of ['', 'a@b', 'a b@c.de'])
    expect(bankFaults({ ...good, email })).toEqual({ email: 'email' })
})

test('BW-7 a bank and a name are needed', () => {
  expect(bankFaults({ ...good, swiftCode: '', name: ' ' })).toEqual({
    swiftCode: 'bank',
    name: 'required',
  })
})
