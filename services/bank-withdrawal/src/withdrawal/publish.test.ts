import { fromBinary } from '@bufbuild/protobuf'
import { WithdrawalChangedSchema } from '@talad/proto/bank-withdrawal/v1/events'
import { PostSchema } from '@talad/proto/ledger/v1/commands'
import { expect, test } from 'vitest'
import type { WithdrawalEvent } from './events.ts'
import { publish, viewOf, withdrawalView } from './publish.ts'
import { evolve } from './state.ts'

const at = new Date('2026-11-22T03:00:00Z')
const requested: WithdrawalEvent = {
  type: 'WithdrawalRequested',
  data: {
    reference: 'w1',
    customerId: 'join-a',
    accountId: 'acc-a',
    bankAccountId: 'b1',
    kycLevel: 2,
    recipientId: 'recp_1',
    value: 20_000n,
    fee: 1_500n,
    at,
  },
}
const paid: WithdrawalEvent = { type: 'PayoutPaid', data: { transferId: 'trsf_1', at } }
const returned: WithdrawalEvent = {
  type: 'PayoutReturned',
  data: { by: 'acc-admin', note: 'n', reason: 'ธนาคารปิดบัญชีนี้แล้ว', at },
}

/** What is published because of the last of these. */
function told(...events: WithdrawalEvent[]) {
  const event = events.at(-1)
  if (!event) throw new Error('nothing happened')
  const view = viewOf(events.reduce(evolve, undefined))
  const [first, ...more] = publish({ id: 'w1', version: events.length, event, view, at })
  if (!first) throw new Error('nothing is told')
  return { first, last: more.at(-1) ?? first }
}

test('LG-8 that the bank has sent a payout back is told with the whole value on the way to its customer, and not before', () => {
  const change = (...events: WithdrawalEvent[]) =>
    fromBinary(WithdrawalChangedSchema, told(...events).last.payload)
  expect(change(requested, paid)).toMatchObject({ creditStatus: 'completed', returned: false })
  expect(change(requested, paid, returned)).toMatchObject({ returned: true, value: 20_000n })
  const post = fromBinary(PostSchema, told(requested, paid, returned).first.payload)
  expect(post.postings.map(({ account, type, value }) => [account, type, value])).toEqual([
    ['platform:provider_clearing', 'out', 18_500n],
    ['platform:service_fee', 'out', 1_500n],
    ['join-a', 'in', 20_000n],
  ])
})

test('what was stored of a withdrawal before returns were told of has not come back', () => {
  const { returned: _, ...before } = viewOf([requested, paid].reduce(evolve, undefined))
  expect(withdrawalView.parse(before).returned).toBe(false)
})
