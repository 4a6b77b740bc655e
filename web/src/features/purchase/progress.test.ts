import { expect, test } from 'vitest'
import { heldOf, isPayable, progressOf } from './progress.ts'

const HASH = `0x${'a'.repeat(64)}`
type Told = Parameters<typeof progressOf>[0]

function told(
  change: Partial<Omit<Told, 'credit'>>,
  payment: Told['credit']['payment']['status'] = 'completed',
) {
  const base = { status: 'pending', tx_status: null, tx_hash: null } as const
  return { ...base, ...change, credit: { payment: { status: payment } } }
}

test('WB-7 stays ideal until the purchase is paid', () => {
  expect(progressOf(told({}, 'pending'))).toEqual({ state: 'ideal' })
  expect(progressOf(told({}, 'processing'))).toEqual({ state: 'ideal' })
})

test('WB-7 confirms when the money has arrived, and shows the signing of the delivery', () => {
  expect(progressOf(told({}))).toEqual({ state: 'confirm', step: 'received' })
  const processing = { status: 'processing' } as const
  expect(progressOf(told({ ...processing, tx_status: 'pending' }))).toEqual({
    state: 'confirm',
    step: 'received',
  })
  expect(progressOf(told({ ...processing, tx_status: 'processing' }))).toEqual({
    state: 'confirm',
    step: 'signing',
  })
})

test('WB-7 processes as soon as the hash is known, and while it is mined but not settled', () => {
  const sent = told({ status: 'processing', tx_status: 'sent', tx_hash: HASH })
  expect(progressOf(sent)).toEqual({ state: 'process', step: 'processing', hash: HASH })
  expect(progressOf(told({ status: 'mined', tx_status: 'mined', tx_hash: HASH }))).toMatchObject({
    state: 'process',
  })
})

test('WB-7 ends in success or in failure', () => {
  expect(progressOf(told({ status: 'completed', tx_hash: HASH }))).toMatchObject({
    state: 'success',
    step: 'fulfilled',
  })
  expect(progressOf(told({ status: 'failed', tx_hash: HASH }))).toEqual({ state: 'fail', reason: 'failed' })
  expect(progressOf(told({ status: 'canceled' }, 'pending'))).toEqual({ state: 'fail', reason: 'canceled' })
})

test('WB-7 shows the same after a reload: nothing but what the server says decides', () => {
  const shipping = told({ status: 'processing', tx_status: 'sent', tx_hash: HASH })
  expect(progressOf(structuredClone(shipping))).toEqual(progressOf(shipping))
})

test('SP-2 lets a buyer try again when the card failed', () => {
  const credit = { payment: { status: 'failed' as const } }
  expect(isPayable({ status: 'pending', expired: false, credit })).toBe(true)
  expect(isPayable({ status: 'pending', expired: true, credit })).toBe(false)
})

test('M§4 lets a buyer pay only what is pending and in time', () => {
  const credit = (status: Told['credit']['payment']['status']) => ({ payment: { status } })
  expect(isPayable({ status: 'pending', expired: false, credit: credit('pending') })).toBe(true)
  expect(isPayable({ status: 'pending', expired: false, credit: credit('processing') })).toBe(true)
  expect(isPayable({ status: 'pending', expired: true, credit: credit('pending') })).toBe(false)
  expect(isPayable({ status: 'pending', expired: false, credit: credit('canceled') })).toBe(false)
  expect(isPayable({ status: 'pending', expired: false, credit: credit('completed') })).toBe(false)
  expect(isPayable({ status: 'canceled', expired: false, credit: credit('pending') })).toBe(false)
})

test('SP-18 a purchase whose card was charged otherwise than asked is never paid a second time', () => {
  for (const status of ['pending', 'processing', 'failed'] as const) {
    const held = { status: 'pending' as const, expired: false, credit: { payment: { status, held: 79_100 } } }
    expect(heldOf(held)).toBe(79_100)
    expect(isPayable(held)).toBe(false)
    expect(isPayable({ ...held, credit: { payment: { status, held: null } } })).toBe(true)
  }
})
