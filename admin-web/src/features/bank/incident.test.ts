import { payoutIncident } from '@talad/proto/http/bank-withdrawal/admin-shapes'
import { expect, test } from 'vitest'
import { enPayout } from '../../i18n/en-payout.ts'
import { thPayout } from '../../i18n/th-payout.ts'
import { incidentWords } from './incident.ts'

const filled = (texts: Readonly<Record<string, string>>, incident: Parameters<typeof incidentWords>[0]) => {
  const { key, about } = incidentWords(incident)
  return Object.entries(about).reduce(
    (text, [name, value]) => text.replace(`{{${name}}}`, value),
    texts[key] ?? '',
  )
}

test('BW-16 another amount is told in baht, in both languages', () => {
  const amount = { code: 'amount', expected: '18500', received: '18499' } as const
  expect(filled(enPayout, amount)).toBe('Asked for ฿185.00, the provider says ฿184.99')
  expect(filled(thPayout, amount)).toBe('สั่งจ่าย ฿185.00 แต่ผู้ให้บริการแจ้ง ฿184.99')
})

test('BW-16 a transfer that is gone is told as such, and every other difference has words', () => {
  const gone = { code: 'transfer', expected: 'trsf_1', received: 'none' } as const
  expect(filled(enPayout, gone)).toBe('The provider no longer has the transfer trsf_1')
  for (const code of payoutIncident.shape.code.options)
    for (const texts of [enPayout, thPayout])
      expect(filled(texts, { code, expected: 'a', received: 'b' }), code).not.toMatch(/^$|\{\{/)
})
