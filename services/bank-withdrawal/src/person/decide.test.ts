import { expect, test } from 'vitest'
import { bankWithdrawalConfig } from '../config.ts'
import { compareNames, isCompany } from './decide.ts'

const names = { th: 'นาย สมชาย ใจดี', en: 'Somchai Jaidee' }

test('BW-5 an Individual account is compared with the verified names, however titles, spaces and case are written', () => {
  for (const name of [
    'สมชาย ใจดี',
    'นายสมชาย  ใจดี',
    'SOMCHAI JAIDEE',
    'Mr. Somchai Jaidee',
    'Mr Somchai jaidee',
  ])
    expect(compareNames(name, 'Individual', names), name).toBe('same')
  for (const name of ['สมหญิง ใจดี', 'Somchai', 'Somchai J'])
    expect(compareNames(name, 'Individual', names), name).toBe('different')
  expect(compareNames('Somchai Jaidee', 'Individual', { th: null, en: 'Somchai Jaidee' })).toBe('same')
  expect(compareNames('Talad Co., Ltd.', 'Organization', names)).toBe('not_compared')
  expect(compareNames('Somchai', 'Individual', { th: null, en: null })).toBe('not_compared')
})

test('BW-14 a company is known by its verified name', () => {
  const pattern = bankWithdrawalConfig.shape.COMPANY_NAME_PATTERN.parse(undefined)
  for (const name of [
    'บริษัท ตลาด จำกัด',
    'หจก. สุขใจ',
    'ห้างหุ้นส่วนสามัญ ดี',
    'Talad Co., Ltd.',
    'Siam Public Company Limited',
  ])
    expect(isCompany({ th: null, en: name }, pattern), name).toBe(true)
  expect(isCompany(names, pattern)).toBe(false)
  expect(isCompany({ th: null, en: null }, pattern)).toBe(false)
})
