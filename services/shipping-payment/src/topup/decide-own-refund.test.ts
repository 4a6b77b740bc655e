import { decider } from '@talad/shared/testing/decider'
import { expect, test } from 'vitest'
import type { Command } from './commands.ts'
import { decide } from './decide.ts'
import { evolve, type Topup } from './state.ts'

const now = new Date('2026-11-21T10:00:00Z')
const about = { customerId: 'join-b', orderNo: 'ORDER1', amount: 25_000n }
const opened: Command = { type: 'Open', shippingId: 's1', ...about, description: 'd', now }
const answer = { ...about, transactionId: '1000001', currency: '764', paymentStatus: 0 }
const paid: Command[] = [opened, { type: 'RecordInquiry', answer, pay: undefined, now }]
const held: Command = { type: 'RecordRefundHeld', refundId: 'r1', now }
const ask = (method: 'void' | 'refund'): Command => ({ type: 'AskRefund', refundId: 'r1', method, now })
const declined = (method: 'void' | 'refund'): Command => ({
  type: 'RecordRefundRefused',
  refundId: 'r1',
  method,
  reason: 'no',
  now,
})
const ownRequest = (about: object = {}): Command => ({
  type: 'RequestOwnRefund',
  refundId: 'r1',
  by: 'join-b',
  purchase: { status: 'canceled', lateCredit: 25_000n },
  now,
  ...about,
})

const { given } = decider({ initial: undefined as Topup | undefined, evolve, decide })

test('SP-26 SP-19 a buyer has back what came too late for a purchase that is over, once, by themselves and nobody else', () => {
  const asked = given(...paid).when(ownRequest())
  asked.makes('RefundRequested')
  expect(given(...paid, ownRequest()).state?.refund).toMatchObject({
    by: 'join-b',
    credited: true,
    amount: 25_000n,
  })
  given(...paid, ownRequest())
    .when(ownRequest())
    .makes() // the same request again
  given(...paid, ownRequest())
    .when(ownRequest({ refundId: 'r2' }))
    .rejects('ALREADY_REFUNDED')
  const not = (about: object) =>
    given(...paid)
      .when(ownRequest(about))
      .rejects('NO_LATE_PAYMENT')
  not({ by: 'join-other' })
  not({ purchase: { status: 'completed', lateCredit: 25_000n } })
  not({ purchase: { status: 'canceled', lateCredit: 0n } })
  given(opened).when(ownRequest()).rejects('NO_LATE_PAYMENT')
})

test('SP-26 a buyer asks again where the points were missing, and never where the provider was asked', () => {
  const refused = {
    type: 'RecordRefundRefusedByLedger',
    refundId: 'r1',
    reason: 'insufficient_funds',
    now,
  } as const
  given(...paid, ownRequest(), refused)
    .when(ownRequest({ refundId: 'r2' }))
    .makes('RefundRequested')
  given(...paid, ownRequest(), held, ask('void'), declined('void'), ask('refund'), declined('refund'))
    .when(ownRequest({ refundId: 'r2' }))
    .rejects('ALREADY_REFUNDED')
})
