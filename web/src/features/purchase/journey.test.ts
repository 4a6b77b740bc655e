import { expect, test } from 'vitest'
import { journeyOf, saleOf } from './journey.ts'

type Told = Parameters<typeof journeyOf>[0]
const at = (minute: number) => `2026-11-21T10:0${minute}:00.000Z`
const never = {
  card: null,
  card_failed: null,
  paid: null,
  sent: null,
  mined: null,
  completed: null,
  failed: null,
  refunded: null,
  canceled: null,
}

function told(
  change: Partial<Omit<Told, 'times' | 'credit'>>,
  times: Partial<Told['times']> = {},
  payment: Told['credit']['payment']['status'] = 'completed',
): Told {
  const base = {
    status: 'pending',
    expired: false,
    created: at(0),
    expires_at: at(9),
    updated: at(8),
  } as const
  return { ...base, ...change, times: { ...never, ...times }, credit: { payment: { status: payment } } }
}

const short = (change: Told) => journeyOf(change).map(({ stop, state }) => `${stop} ${state}`)

test('WB-7 a reservation waits for its buyer, also after a card that failed', () => {
  const all = ['reserved yours', 'checking next', 'paid next', 'sent next', 'delivered next']
  expect(short(told({}, {}, 'pending'))).toEqual(all)
  expect(short(told({}, { card: at(1), card_failed: at(2) }, 'failed'))).toEqual(all)
})

test('SP-18 a card that was charged otherwise than asked is being checked, and waits for nobody to pay', () => {
  const refused = told({}, { card: at(1) }, 'failed')
  refused.credit.payment.held = 79_100
  expect(short(refused).slice(0, 2)).toEqual(['reserved done', 'checking now'])
})

test('WB-7 a payment is checked, then held, then the delivery is sent, then it arrives', () => {
  const card = { card: at(1) }
  expect(short(told({}, card, 'processing')).slice(0, 2)).toEqual(['reserved done', 'checking now'])
  const paid = { ...card, paid: at(2) }
  expect(short(told({ status: 'processing' }, paid))).toEqual([
    ...['reserved done', 'checking done', 'paid now', 'sent next', 'delivered next'],
  ])
  const sent = { ...paid, sent: at(3) }
  expect(short(told({ status: 'processing' }, sent)).slice(2)).toEqual([
    ...['paid done', 'sent now', 'delivered next'],
  ])
  expect(short(told({ status: 'mined' }, { ...sent, mined: at(4) })).at(-1)).toBe('delivered now')
  const over = journeyOf(told({ status: 'completed' }, { ...sent, mined: at(4), completed: at(5) }))
  expect(over.map((step) => step.at)).toEqual([at(0), at(1), at(2), at(3), at(5)])
  expect(over.every(({ state }) => state === 'done')).toBe(true)
})

test('WB-7 a purchase from points has no stop at the bank', () => {
  expect(short(told({ status: 'completed' }, { paid: at(1), sent: at(2), completed: at(3) }))).toEqual([
    ...['reserved done', 'paid done', 'sent done', 'delivered done'],
  ])
})

test('WB-7 what ended says where, and whether the money is back', () => {
  expect(short(told({ status: 'canceled' }, { canceled: at(2) }, 'canceled'))).toEqual([
    'reserved done',
    'canceled ended',
  ])
  expect(journeyOf(told({ expired: true }, {}, 'pending')).at(-1)).toEqual({
    stop: 'expired',
    state: 'ended',
    at: at(9),
  })
  const failed = { paid: at(1), failed: at(2) }
  expect(short(told({ status: 'failed' }, failed)).slice(-2)).toEqual(['failed ended', 'refunded now'])
  expect(short(told({ status: 'failed' }, { ...failed, refunded: at(3) })).at(-1)).toBe('refunded done')
})

test('WB-7 the seller waits for the buyer, and sees nothing of the bank', () => {
  const checking = saleOf(told({}, { card: at(1) }, 'processing'))
  expect(checking.map(({ stop, state }) => `${stop} ${state}`)).toEqual([
    ...['reserved now', 'paid next', 'sent next', 'delivered next'],
  ])
  const over = told({ status: 'completed' }, { card: at(1), paid: at(2), sent: at(3), completed: at(4) })
  expect(saleOf(over).map(({ stop }) => stop)).toEqual(['reserved', 'paid', 'sent', 'delivered'])
})
