import { Rejection } from '@talad/shared/rejection'
import { expect, test } from 'vitest'
import { bankWithdrawalConfig } from '../config.ts'
import { compareNames, isBelowSilver, isCompany, isSilver, requireSilver } from './compare-names.ts'

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
  const bell = { th: 'นาย แก้ว น้ำใส', en: null }
  for (const name of ['\u0e40\u0e40ก้ว น\u0e4d\u0e49\u0e32ใส', 'แก้ว นำ้ใส'])
    expect(compareNames(name, 'Individual', bell), name).toBe('same')
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

test('BW-15 levels below SILVER are refused, and SILVER alone is capped', () => {
  expect([0, 1, 2, 3].map(isBelowSilver)).toEqual([true, true, false, false])
  expect([0, 1, 2, 3].map(isSilver)).toEqual([false, false, true, false])
  for (const level of [2, 3]) expect(() => requireSilver(level)).not.toThrow()
  expect(() => requireSilver(0)).toThrowError(new Rejection('MISSING_KYC_LEVEL'))
  expect(() => requireSilver(1)).toThrowError(
    new Rejection('KYC_LEVEL_NOT_ELIGIBLE', { details: { level: 1, required: 2 } }),
  )
})

test('BW-5 a title counts only where a name begins, and spaces around it never', () => {
  for (const name of [
    ...['  Mrs  Somchai Jaidee ', 'MRS.SOMCHAI JAIDEE', 'Ms Somchai Jaidee', 'Dr.Somchai Jaidee'],
    ...['SOMCHAI   JAIDEE', 'นางสาว สมชาย ใจดี', 'น.ส.สมชาย ใจดี', 'Ｓomchai Jaidee', 'Somchai-Jaidee'],
  ])
    expect(compareNames(name, 'Individual', names), name).toBe('same')
  const kept = { th: null, en: 'Anan Mrkul' }
  expect(compareNames('Anan kul', 'Individual', kept)).toBe('different')
  expect(compareNames('Anan Mrkul', 'Individual', kept)).toBe('same')
  expect(compareNames('inal Sen', 'Individual', { th: null, en: 'Mrinal Sen' })).toBe('different')
})
