import { inactiveReason } from '@talad/proto/http/order-book/order'
import { expect, test } from 'vitest'
import type { Fact } from '../order/events.ts'
import { historyOf, invalidity } from './validity.ts'

const order = {
  ...({ status: 'offchain', type: 'list', expired: false, wholly_reserved: false } as const),
  inactive_reasons: [],
  time: { start: 100, end: 900, duration: 800 },
}
const now = { offersEnabled: true, nowSeconds: 500 }

test('an order that everything is in order with has no reason, each fault is one, and all are told together', () => {
  expect(invalidity(order, now)).toEqual([])
  expect(invalidity({ ...order, expired: true }, now)).toEqual(['expired'])
  expect(invalidity(order, { ...now, nowSeconds: 99 })).toEqual(['not_started'])
  expect(invalidity({ ...order, wholly_reserved: true }, now)).toEqual(['reserved'])
  const off = { ...now, offersEnabled: false }
  expect(invalidity({ ...order, type: 'offer' }, off)).toEqual(['offers_disabled'])
  expect(invalidity(order, off)).toEqual([])
  const inactive_reasons = [...inactiveReason.options]
  expect(invalidity({ ...order, expired: true, inactive_reasons }, now)).toEqual([
    'expired',
    ...inactive_reasons,
  ])
})

test('what has ended has that reason alone', () => {
  for (const status of ['completed', 'cancelled'] as const)
    expect(invalidity({ ...order, status, expired: true, inactive_reasons: ['balance'] }, now)).toEqual([
      status,
    ])
})

const at = new Date('2026-11-23T00:00:00Z')
const fact = (kind: Fact['kind']): Fact => ({
  key: kind,
  kind,
  units: 3n,
  txHash: `0x${'a'.repeat(64)}`,
  logIndex: 1,
  block: 7n,
})
const bare = { at: at.toISOString(), by: null, tx: null, block: null, units: null, reasons: [] }
const told = { ...bare, tx: fact('filled').txHash, block: '7' }

test('each event of an order is a line of its history, with who did it or which transaction', () => {
  const seen = (kind: Fact['kind']) =>
    historyOf({ type: 'FactSeen', data: { fact: fact(kind) } }, at, new Map())
  expect(seen('validated')).toEqual({ ...told, type: 'validated' })
  expect(seen('filled')).toEqual({ ...told, type: 'filled', units: '3' })
  expect(seen('cancelled')).toEqual({ ...told, type: 'cancelled_on_chain' })
  expect(seen('counter')).toEqual({ ...told, type: 'counter_raised' })
  expect(seen('departed')).toEqual({ ...told, type: 'departed' })
  const facts = new Map([['filled', fact('filled')]])
  const back = (key: string) => historyOf({ type: 'FactReverted', data: { key } }, at, facts)
  expect(back('filled')).toEqual({ ...told, type: 'taken_back', units: '3' })
  expect(back('unknown')).toEqual({ ...bare, type: 'taken_back' })
  for (const [type, name] of [
    ['OrderCancelled', 'cancelled'],
    ['CancelRequested', 'cancel_requested'],
    ['OrderConfirmed', 'confirmed'],
  ] as const)
    expect(historyOf({ type, data: { by: 'join-mali' } }, at, facts)).toEqual({
      ...bare,
      type: name,
      by: 'join-mali',
    })
  const active = (reasons: ('balance' | 'kyc')[]) =>
    historyOf({ type: 'ActivityChanged', data: { reasons } }, at, facts)
  expect(active(['balance', 'kyc'])).toEqual({ ...bare, type: 'inactivated', reasons: ['balance', 'kyc'] })
  expect(active([])).toEqual({ ...bare, type: 'activated' })
})
