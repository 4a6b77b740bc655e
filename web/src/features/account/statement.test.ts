import { expect, test } from 'vitest'
import { lineOf, movementOf, purchasesOf } from './statement.ts'

test.each([
  ['in', 'topup', 100, 'topup', 100],
  ['out', 'shipping', 100, 'purchase', -100],
  ['in', 'shipping', 100, 'sale', 100],
  ['in', 'refund', 100, 'refund', 100],
  ['out', 'refund', 100, 'refundOut', -100],
  ['out', 'withdrawal', 100, 'withdrawal', -100],
  ['in', 'withdrawal', 100, 'withdrawalBack', 100],
  ['lock', 'shipping', 100, 'locked', 0],
  ['lock', 'shipping', -100, 'released', 0],
  ['lock', 'withdrawal', 100, 'lockedToWithdraw', 0],
  ['lock', 'withdrawal', -100, 'released', 0],
] as const)('LG-5 calls %s by %s of %i a %s', (flow_type, flow_event, value, line, movement) => {
  const flow = { flow_type, flow_event, value }
  expect(lineOf(flow)).toBe(line)
  expect(movementOf(flow)).toBe(movement)
})

test('LG-5 who made a piece and is paid of its sale reads of a royalty', () => {
  const flow = { flow_type: 'in', flow_event: 'shipping', value: 100 } as const
  expect(lineOf({ ...flow, sale_part: 'royalty' })).toBe('royalty')
  expect(lineOf({ ...flow, sale_part: 'net' })).toBe('sale')
})

test('LG-11 a movement is named by its purchase, a card payment by what it was for', () => {
  const flows = [{ shipping_id: 'a' }, { topup_id: 't' }, { shipping_id: 'a', topup_id: 'u' }, {}]
  expect(purchasesOf(flows)).toEqual(['a', 't'])
})
