import { decider } from '@talad/shared/testing/decider'
import { expect, test } from 'vitest'
import type { Command, RefundEnd, ReturnState } from './commands.ts'
import { decide } from './decide.ts'
import { publish } from './publish.ts'
import { evolve, type Topup } from './state.ts'

const now = new Date('2026-11-21T10:00:00Z')
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
const by = { by: 'join-admin', note: 'agreed with the provider' }
const about = { refundId: 'r1', customerId: 'join-b', amount: 25_000n, credited: true }
const paid: Command[] = [
  {
    type: 'Open',
    shippingId: 's1',
    customerId: 'join-b',
    orderNo: 'ORDER1',
    amount: 25_000n,
    description: 'd',
    now,
  },
  {
    type: 'RecordInquiry',
    pay: undefined,
    now,
    answer: {
      transactionId: '1000001',
      orderNo: 'ORDER1',
      customerId: 'join-b',
      amount: 25_000n,
      currency: '764',
      paymentStatus: 0,
    },
  },
]
const asked: Command[] = [
  ...paid,
  { type: 'RequestRefund', refundId: 'r1', version: 2, by: 'join-admin', note: 'n', now },
  { type: 'RecordRefundHeld', refundId: 'r1', now },
  { type: 'AskRefund', refundId: 'r1', method: 'void', now },
]
const accepted: Command = { type: 'RecordRefundAccepted', refundId: 'r1', method: 'void', now }
const told = (state: ReturnState, hours = 0): Command => ({
  type: 'RecordReturnState',
  refundId: 'r1',
  state,
  now: later(hours),
})
const end = (how: RefundEnd, version: number, state: ReturnState | undefined, hours = 0): Command => ({
  type: 'EndRefund',
  end: how,
  state,
  version,
  ...by,
  now: later(hours),
})

const { given } = decider({ initial: undefined as Topup | undefined, evolve, decide })

test('SP-26 what the provider has said yes to is never asked again, and frees no points by itself', () => {
  given(...asked)
    .when(accepted)
    .makes('RefundAccepted')
  given(...asked, accepted)
    .when(accepted)
    .makes()
  given(...asked, accepted)
    .when(told('none', 0.1))
    .makes()
  given(...asked, accepted)
    .when(told('none', 23))
    .makes()
  given(...asked, accepted)
    .when(told('none', 24))
    .makes('RefundDoubted')
  const doubted = [...asked, accepted, told('none', 24)]
  expect(given(...doubted).state?.refund).toMatchObject({ status: 'refunding', doubted: true })
  given(...doubted)
    .when(told('none', 300))
    .makes()
  given(...doubted)
    .when(told('returned', 300))
    .makes('RefundCompleted')
  const refused: Command = { type: 'RecordRefundRefused', refundId: 'r1', method: 'void', reason: 'no', now }
  given(...asked, accepted)
    .when(refused)
    .makes()
  given(...asked)
    .when({ ...accepted, method: 'refund' } as Command)
    .makes()
  given(...paid)
    .when(accepted)
    .makes()
})

test('SP-26 a refund that was never carried out is ended by a person, a day after it was asked, while the provider tells of none', () => {
  const held = given(...asked, accepted)
  held.when(end('never_sent', 6, 'none', 23)).rejects('REFUND_KNOWN_THERE')
  for (const state of ['requested', 'returned', undefined] as const)
    held.when(end('never_sent', 6, state, 24)).rejects('REFUND_KNOWN_THERE')
  held.when(end('never_sent', 5, 'none', 24)).rejects('VERSION_CONFLICT')
  held.when(end('sent_back', 6, 'none', 24)).rejects('REFUND_NOT_ENDABLE')
  expect(held.when(end('never_sent', 6, 'none', 24)).events()).toEqual([
    {
      type: 'RefundFailed',
      data: { ...about, ...by, reason: 'the provider knows of no refund', at: later(24) },
    },
  ])
  given(...asked.slice(0, 4))
    .when(end('never_sent', 4, 'none', 48))
    .rejects('REFUND_NOT_ENDABLE')
  given(...paid)
    .when(end('never_sent', 2, 'none', 48))
    .rejects('REFUND_NOT_ENDABLE')
})

test('SP-26 LG-5 what the bank has sent back gives the points back, once, and may be refunded again', () => {
  const done = given(...asked, told('returned'))
  for (const state of ['requested', 'returned', undefined] as const)
    done.when(end('sent_back', 6, state)).rejects('REFUND_KNOWN_THERE')
  done.when(end('never_sent', 6, 'none', 48)).rejects('REFUND_NOT_ENDABLE')
  const events = done.when(end('sent_back', 6, 'none')).events()
  expect(events).toEqual([{ type: 'RefundSentBack', data: { ...about, ...by, at: now } }])
  const back = given(...asked, told('returned'), end('sent_back', 6, 'none'))
  expect(back.state).toMatchObject({
    changedBy: 'join-admin',
    refund: { status: 'failed', reason: 'the bank has sent it back' },
  })
  back.when(end('sent_back', 7, 'none')).rejects('REFUND_NOT_ENDABLE')
  back.when({ type: 'RequestRefund', refundId: 'r2', version: 7, ...by, now }).makes('RefundRequested')
  const [event] = events
  if (!event) throw new Error('nothing has happened')
  const [message] = publish({ id: 't1', version: 7, event, view: undefined, at: now })
  expect(message?.type).toBe('talad.ledger.v1.Post')
})

test('SP-26 points that the ledger would not take from the refunded card are not given back', () => {
  const notPosted: Command = { type: 'RecordRefundNotPosted', refundId: 'r1', reason: 'hold_released', now }
  given(...asked, told('returned'), notPosted)
    .when(end('sent_back', 7, 'none'))
    .rejects('REFUND_NOT_ENDABLE')
})
