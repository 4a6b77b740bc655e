import { requestStatus } from '@talad/proto/http/bank-withdrawal/status'
import { expect, test } from 'vitest'
import { enMoney } from '../../i18n/en-money.ts'
import { thMoney } from '../../i18n/th-money.ts'
import { removalOf } from './status.ts'

test('BW-1 a waiting request is cancelled and a rejected one is put away, in words that promise no more', () => {
  expect(requestStatus.options.filter((status) => removalOf[status])).toEqual(['pending', 'rejected'])
  const said = (status: 'pending' | 'rejected', words: Record<string, string>) =>
    Object.values(removalOf[status] ?? {}).map((key) => words[key]?.replaceAll('\u2060', ''))
  for (const text of said('pending', enMoney)) expect(text).toMatch(/cancel/i)
  for (const text of said('pending', thMoney)) expect(text).toMatch(/ยกเลิก/)
  for (const text of said('rejected', enMoney)) expect(text).toMatch(/^Remove$|not shown any more/)
  for (const text of said('rejected', thMoney)) expect(text).toMatch(/^ลบออก$|ไม่แสดงอีก/)
  expect([...said('rejected', enMoney), ...said('rejected', thMoney)].join()).not.toMatch(/cancel|ยกเลิก/i)
})
