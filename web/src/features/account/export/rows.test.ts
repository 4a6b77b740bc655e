import type { CreditFlow } from '@talad/proto/http/ledger/credit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowOf } from './rows.ts'

const flow: CreditFlow = {
  _id: '1',
  customer_id: 'join-1',
  unit: 'pt_thb',
  flow_type: 'in',
  flow_event: 'topup',
  value: 123_457,
  vat: 0,
  net_value: 123_457,
  balance_after: 200_005,
  locked_after: 10,
  topup_id: 'abc',
  created: '2026-11-30T18:30:00.000Z',
}
const word = (line: string) => line

test('WB-9 an exported movement has exact baht and the time of Bangkok', () => {
  expect(rowOf(flow, word, 'โคมบัว')).toEqual([
    ...['2026-12-01T01:30:00.000+07:00', 'topup', 'โคมบัว', '1234.57', '', '', '', '2000.05', '0.10', 'abc'],
  ])
  const release = { ...flow, flow_type: 'lock', flow_event: 'shipping', value: -50 } as const
  expect(rowOf(release, word, '').slice(1, 7)).toEqual(['released', '', '', '', '', '0.50'])
})

test('WB-9 no amount of an export has a sign, and none loses a satang', () => {
  const types = fc.constantFrom('in' as const, 'out' as const)
  fc.assert(
    fc.property(types, fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (flow_type, value) => {
      const [, , , came, went] = rowOf({ ...flow, flow_type, value }, word, '')
      const [whole, satang] = (flow_type === 'in' ? came : went)?.split('.') ?? []
      expect(BigInt(`${whole}${satang}`)).toBe(BigInt(value))
    }),
  )
})
