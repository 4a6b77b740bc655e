import { Rejection } from '@talad/shared/rejection'
import { decider } from '@talad/shared/testing/decider'
import { expect, test } from 'vitest'
import type { Command, ProviderAnswer } from './commands.ts'
import { decide, meaningOf } from './decide.ts'
import { nextInquiry, orderNoOf } from './schedule.ts'
import { evolve, type Topup } from './state.ts'

const now = new Date('2026-11-21T10:00:00Z')
const opened: Command = {
  type: 'Open',
  shippingId: 's1',
  customerId: 'join-b',
  orderNo: 'ORDER1',
  amount: 25_000n,
  description: 'd',
  now,
}
const answer: ProviderAnswer = {
  transactionId: '1000001',
  orderNo: 'ORDER1',
  customerId: 'join-b',
  amount: 25_000n,
  currency: '764',
  paymentStatus: 0,
}
const inquiry = (about: Partial<ProviderAnswer> = {}): Command => ({
  type: 'RecordInquiry',
  answer: { ...answer, ...about },
  pay: undefined,
  now,
})
const callback = (paymentStatus: number): Command => ({
  type: 'RecordCallback',
  transactionId: '1000001',
  paymentStatus,
  now,
})

const { given } = decider({ initial: undefined as Topup | undefined, evolve, decide })

test('SP-14 a callback is only noted; the inquiry alone credits', () => {
  given(opened).when(callback(0)).makes('CallbackReceived')
  expect(given(opened, callback(0)).state?.status).toBe('pending')
  given(opened, callback(0)).when(inquiry()).makes('TopupCompleted')
})

test('SP-14 a callback does not tell which transaction is ours', () => {
  const claimed: Command = { type: 'RecordCallback', transactionId: '999', paymentStatus: 0, now }
  expect(given(opened, claimed).state?.transactionId).toBeUndefined()
  expect(given(opened, claimed, inquiry()).state?.transactionId).toBe('1000001')
})

test('SP-15 the status codes of the provider have one meaning each, and an unknown one never credits', () => {
  expect([0, 1, 2, 3, 9, 4, -1, 100].map(meaningOf)).toEqual([
    'completed',
    'failed',
    'canceled',
    'failed',
    'pending',
    'unknown',
    'unknown',
    'unknown',
  ])
  given(opened)
    .when(inquiry({ paymentStatus: 9 }))
    .makes()
  const unknown = given(opened, inquiry({ paymentStatus: 4 }))
  expect(unknown.state).toMatchObject({ status: 'pending', unknownStatus: 4 })
  given(opened)
    .when(inquiry({ paymentStatus: 4 }))
    .makes('UnknownStatusTold')
  unknown.when(inquiry({ paymentStatus: 4 })).makes() // people are called once
  unknown.when(inquiry({ paymentStatus: 5 })).makes('UnknownStatusTold')
  expect(given(opened, inquiry({ paymentStatus: 4 }), inquiry()).state?.unknownStatus).toBeUndefined()
})

test('SP-16 an order number is the top-up id as 20 upper-case base36 characters, different for different ids', () => {
  expect(orderNoOf('0'.repeat(24))).toBe('0'.repeat(20))
  expect(orderNoOf('f'.repeat(24))).toMatch(/^[0-9A-Z]{20}$/)
  expect(orderNoOf('65a0b1c2d3e4f5a6b7c8d9e0')).not.toBe(orderNoOf('65a0b1c2d3e4f5a6b7c8d9e1'))
})

test('SP-17 the same callback again is no news', () => {
  given(opened, callback(9)).when(callback(9)).makes()
  given(opened, callback(9)).when(callback(0)).makes('CallbackReceived')
  given(opened, callback(9), callback(0)).when(callback(9)).makes() // not the last one only
  given(opened, inquiry()).when(callback(0)).makes()
})

test('SP-18 an answer whose amount, currency, customer or order differs credits nothing and is held', () => {
  for (const wrong of [
    { amount: 24_999n },
    { currency: '840' },
    { customerId: 'join-x' },
    { orderNo: 'OTHER' },
  ]) {
    given(opened).when(inquiry(wrong)).makes('TopupMismatched')
    expect(given(opened, inquiry(wrong)).state).toMatchObject({
      status: 'pending',
      credited: undefined,
      mismatch: { decision: undefined },
    })
    given(opened, inquiry(wrong)).when(inquiry(wrong)).makes()
  }
})

test('SP-20 the provider is asked after 1, 3, 5, 10 and 20 minutes, then each hour', () => {
  const minutes = (n: number) => new Date(now.getTime() + n * 60_000)
  const asked = [0, 1, 3, 5, 10, 20, 80].map((n) => nextInquiry(now, minutes(n)))
  expect(asked).toEqual([1, 3, 5, 10, 20, 80, 140].map(minutes))
})

test('SP-21 a payment that failed or was canceled is completed when the provider proves it', () => {
  expect(given(opened).state?.status).toBe('pending')
  expect(given(opened, inquiry({ paymentStatus: 1 })).state?.status).toBe('failed')
  expect(given(opened, inquiry({ paymentStatus: 2 })).state?.status).toBe('canceled')
  given(opened, inquiry({ paymentStatus: 1 }))
    .when(inquiry())
    .makes('TopupCompleted')
  given(opened, inquiry({ paymentStatus: 2 }))
    .when(inquiry())
    .makes('TopupCompleted')
  expect(given(opened, inquiry({ paymentStatus: 2 }), inquiry()).state?.status).toBe('completed')
  given(opened, inquiry())
    .when(inquiry({ paymentStatus: 1 }))
    .makes()
  given(opened, inquiry()).when(inquiry()).makes()
})

test('SP-14 a top-up that nobody opened is refused', () => {
  expect(() => decide(inquiry(), undefined)).toThrowError(new Rejection('TOPUP_NOT_FOUND'))
})
