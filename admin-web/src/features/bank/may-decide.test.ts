import { expect, test } from 'vitest'
import { whyNotMe } from './may-decide.ts'

test('BW-18 the second confirmation is offered to others than the first admin and the customer, who read why', () => {
  const request = { approved_by: 'account-1', customer_id: 'join-a' }
  expect(whyNotMe(request, { account: 'account-1', customer: 'join-1' })).toBe('withdrawal.ownApproval')
  expect(whyNotMe(request, { account: 'account-2', customer: 'join-2' })).toBeUndefined()
  expect(whyNotMe(request, { account: 'account-3', customer: 'join-a' })).toBe('withdrawal.ownMoney')
  const first = { approved_by: null, customer_id: 'join-a' }
  expect(whyNotMe(first, { account: 'account-1', customer: 'join-1' })).toBeUndefined()
})
