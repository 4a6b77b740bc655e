import { plainNumber } from '@talad/ui/format/number-input'
import { z } from 'zod'

/** What a person writes to register a bank account. */
export type BankForm = {
  entityType: 'Individual' | 'Organization'
  taxId: string
  swiftCode: string
  number: string
  name: string
  tel: string
  email: string
}
export type BankField = keyof BankForm
export type BankFault = 'required' | 'bank' | 'number' | 'taxId' | 'tel' | 'email'

export const emptyBankForm: BankForm = {
  entityType: 'Individual',
  taxId: '',
  swiftCode: '',
  number: '',
  name: '',
  tel: '',
  email: '',
}

const email = z.email().min(5)

/** Digits as phones type them, without spaces and dashes (BW-8, WB-24). */
export const digitsOf = (text: string): string => plainNumber(text).replace(/-/g, '')

/** The last digit of a Thai tax id follows from the others. */
export function isTaxId(text: string): boolean {
  if (!/^\d{13}$/.test(text)) return false
  const digits = [...text].map(Number)
  const sum = digits.slice(0, 12).reduce((all, digit, index) => all + digit * (13 - index), 0)
  return (11 - (sum % 11)) % 10 === digits[12]
}

/** BW-8: what is wrong with what was written, by field. */
export function bankFaults(form: BankForm): Partial<Record<BankField, BankFault>> {
  const { entityType, swiftCode, name, tel } = form
  const taxId = digitsOf(form.taxId)
  const needsTaxId = entityType === 'Organization' || taxId !== ''
  return {
    ...(swiftCode === '' && { swiftCode: 'bank' }),
    ...(!/^\d{10,15}$/.test(digitsOf(form.number)) && { number: 'number' }),
    ...(name.trim() === '' && { name: 'required' }),
    ...(!/^[\d\s+()-]{10,20}$/.test(telOf(tel)) && { tel: 'tel' }),
    ...(!email.safeParse(form.email.trim()).success && { email: 'email' }),
    ...(needsTaxId && !isTaxId(taxId) && { taxId: 'taxId' }),
  }
}

const telOf = (tel: string) => plainNumber(tel)

/** M§5: what is sent; what was left empty is left out. */
export function bankInput(form: BankForm) {
  const taxId = digitsOf(form.taxId)
  return {
    entity_type: form.entityType,
    ...(taxId !== '' && { tax_id: taxId }),
    bank_swift_code: form.swiftCode,
    account_number: digitsOf(form.number),
    account_name: form.name.trim(),
    tel_number: telOf(form.tel),
    email: form.email.trim(),
  }
}
