import { expect, test } from 'vitest'
import { now, seller, start, terms } from '../../test/samples.ts'
import type { OrderView, Standing } from '../order/events.ts'
import { actionsOf, availableOf, isOwnOrder, reservedBy, type Viewer } from './decide.ts'

const nobody: Viewer = {
  accountId: undefined,
  customerId: undefined,
  kycLevel: undefined,
  wallets: new Set(),
}
const view = (after: Partial<Standing> = {}): OrderView => ({
  terms: terms(),
  after: { status: 'offchain', filled: 0n, reasons: [], txs: [], ...after },
})
const buyOf = (order: OrderView, viewer: Viewer, at = now) =>
  actionsOf(order, 4n, viewer, at).find((action) => action.name === 'buy')

test('OB-43 an order is one’s own by account, by customer and by any linked wallet', () => {
  expect(isOwnOrder(view(), nobody)).toBe(false)
  for (const own of [
    { accountId: 'account-seller' },
    { customerId: 'join-seller' },
    { wallets: new Set([seller]) },
  ]) {
    const viewer = { ...nobody, ...own }
    expect(buyOf(view(), viewer)).toMatchObject({ enabled: false, reasons: ['own_order'] })
    expect(actionsOf(view(), 4n, viewer, now)[0]).toEqual({ name: 'cancel', enabled: true, reasons: [] })
  }
})

test('OB-40 every reason is told', () => {
  expect(buyOf(view(), nobody)).toEqual({ name: 'buy', enabled: true, reasons: [] })
  expect(buyOf(view({ reasons: ['balance'] }), nobody)?.reasons).toEqual(['owner_changed'])
  expect(buyOf(view({ reasons: ['approval', 'chain'] }), nobody)?.reasons).toEqual(['inactive'])
  expect(buyOf(view({ reasons: ['suspended'] }), nobody)?.reasons).toEqual(['suspended'])
  expect(buyOf(view(), { ...nobody, kycLevel: 1 })?.reasons).toEqual(['kyc'])
  const late = new Date((start + 86_401) * 1_000)
  expect(buyOf(view(), nobody, late)?.reasons).toEqual(['expired'])
})

test('OB-40 an order that has ended has no action, a wholly reserved one can’t be bought', () => {
  expect(actionsOf(view({ status: 'completed' }), 0n, nobody, now)).toEqual([])
  expect(actionsOf(view({ status: 'cancelled' }), 4n, nobody, now)).toEqual([])
  expect(actionsOf(view(), 0n, nobody, now)).toEqual([])
})

test('OB-22 open shippings reserve until their own fill is counted', () => {
  const shippings = [
    { status: 'pending', amount: 1n, txHash: '' },
    { status: 'mined', amount: 1n, txHash: '0x1' },
    { status: 'canceled', amount: 1n, txHash: '' },
    { status: 'completed', amount: 1n, txHash: '0x2' },
  ]
  expect(reservedBy(shippings, view())).toEqual({ amount: 2n, shippings: 2 })
  const txs = [{ kind: 'filled' as const, txHash: '0x1', logIndex: 0, block: 1n }]
  const filled = view({ status: 'filled', filled: 1n, txs })
  expect(reservedBy(shippings, filled)).toEqual({ amount: 1n, shippings: 1 })
  expect(availableOf(filled, 1n)).toBe(2n)
  expect(availableOf(view({ filled: 4n }), 1n)).toBe(0n)
})
