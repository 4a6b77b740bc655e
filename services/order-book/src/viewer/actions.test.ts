import { expect, test } from 'vitest'
import { terms } from '../../test/samples.ts'
import type { Status } from '../public-state/order.ts'
import type { KnownShipping } from '../replicas/shippings.ts'
import {
  actionsOf,
  availableOf,
  isOwnOrder,
  reservedBy,
  type ShownOrder,
  type Viewer,
  withCounter,
} from './actions.ts'

const conditions = { minimumKycLevel: 2, offersEnabled: true }
const four = { available: 4n, held: 0n }
const nobody: Viewer = {
  accountId: undefined,
  customerId: undefined,
  kycLevel: undefined,
  assessments: new Set(),
  wallets: new Set(),
}
const order = (changes: Partial<ShownOrder> = {}): ShownOrder => ({
  type: 'list',
  accountId: 'account-seller',
  customerId: 'join-seller',
  counterparty: undefined,
  offerer: '0xa',
  shipper: true,
  open: true,
  started: true,
  expired: false,
  reasons: [],
  total: 4n,
  filled: 0n,
  fillTxs: new Set(),
  ...changes,
})
const buyOf = (shown: ShownOrder, viewer: Viewer) =>
  actionsOf(shown, four, viewer, conditions).find((action) => action.name === 'buy')

test('OB-43 an order is one’s own by account, by customer and by any linked wallet', () => {
  expect(isOwnOrder(order(), nobody)).toBe(false)
  for (const own of [
    { accountId: 'account-seller' },
    { customerId: 'join-seller' },
    { wallets: new Set(['0xa']) },
  ]) {
    const viewer = { ...nobody, ...own }
    expect(buyOf(order(), viewer)).toMatchObject({ enabled: false, reasons: ['own_order'] })
    expect(actionsOf(order(), four, viewer, conditions)[0]).toEqual({
      name: 'cancel',
      enabled: true,
      reasons: [],
    })
  }
})

test('OB-7 a deal is bought by its counterparty and by nobody else, and its maker takes it back', () => {
  const deal = order({ type: 'deal', counterparty: 'join-mali' })
  const mali = { ...nobody, accountId: 'account-mali', customerId: 'join-mali' }
  expect(buyOf(deal, mali)).toEqual({ name: 'buy', enabled: true, reasons: [] })
  expect(actionsOf(deal, four, { ...mali, customerId: 'join-other' }, conditions)).toEqual([])
  expect(actionsOf(deal, four, nobody, conditions)).toEqual([])
  const maker = { ...nobody, customerId: 'join-seller' }
  expect(actionsOf(deal, four, maker, conditions)).toEqual([{ name: 'cancel', enabled: true, reasons: [] }])
})

test('OB-40 every reason is told', () => {
  expect(buyOf(order(), nobody)).toEqual({ name: 'buy', enabled: true, reasons: [] })
  expect(buyOf(order({ reasons: ['balance'] }), nobody)?.reasons).toEqual(['owner_changed'])
  expect(buyOf(order({ reasons: ['approval', 'chain'] }), nobody)?.reasons).toEqual(['inactive'])
  expect(buyOf(order({ reasons: ['suspended'] }), nobody)?.reasons).toEqual(['suspended'])
  expect(buyOf(order(), { ...nobody, kycLevel: 1 })?.reasons).toEqual(['kyc'])
  expect(buyOf(order({ expired: true }), nobody)?.reasons).toEqual(['expired'])
  const own = { ...nobody, customerId: 'join-seller' }
  expect(buyOf(order(), own)?.reasons).toEqual(['own_order'])
  const untaught: Viewer = { ...nobody, assessments: new Set(['new_buyer']) }
  expect(buyOf(order(), untaught)).toEqual({ name: 'buy', enabled: false, reasons: ['assessment'] })
  const offer = order({ type: 'offer', shipper: false })
  const acceptOf = (viewer: Viewer, offersEnabled = true) =>
    actionsOf(offer, { available: 1n, held: 1n }, viewer, { ...conditions, offersEnabled })[0]?.reasons
  expect(acceptOf(nobody, false)).toEqual(['offers_disabled'])
  // OB-36: who accepts an offer sells
  expect(acceptOf(untaught)).toEqual([])
  expect(acceptOf({ ...nobody, assessments: new Set(['new_seller']) })).toEqual(['assessment'])
})

test('OB-40 an order that has ended has no action, a wholly reserved one can’t be bought', () => {
  expect(actionsOf(order({ open: false }), four, nobody, conditions)).toEqual([])
  expect(actionsOf(order(), { available: 0n, held: 0n }, nobody, conditions)).toEqual([])
})

test('OB-40 an offer is for those who hold the asset, while offers are switched on', () => {
  const offer = order({ type: 'offer', shipper: false })
  const acceptOf = (shown: ShownOrder, about = conditions, held = 1n) =>
    actionsOf(shown, { available: 4n, held }, nobody, about)[0]
  expect(acceptOf(offer)).toEqual({ name: 'accept', enabled: true, reasons: [] })
  expect(acceptOf(offer, conditions, 0n)).toBeUndefined()
  expect(acceptOf({ ...offer, reasons: ['balance'] })?.reasons).toEqual(['inactive'])
  expect(acceptOf({ ...offer, started: false })?.reasons).toEqual(['inactive'])
})

test('OB-41 where offers are switched off one is still shown, and can’t be accepted', () => {
  const offer = order({ type: 'offer', shipper: false })
  const shut = { ...conditions, offersEnabled: false }
  expect(actionsOf(offer, { available: 1n, held: 1n }, nobody, shut)).toEqual([
    { name: 'accept', enabled: false, reasons: ['offers_disabled'] },
  ])
  expect(actionsOf(order(), four, nobody, shut)[0]?.enabled).toBe(true)
})

test('OB-13 a hidden order in crypto can be confirmed by its maker', () => {
  const own = { ...nobody, customerId: 'join-seller' }
  const names = (changes: Partial<ShownOrder>) =>
    actionsOf(order({ shipper: false, ...changes }), four, own, conditions).map(({ name }) => name)
  expect(names({})).toEqual(['cancel', 'buy'])
  expect(names({ reasons: ['cancelling'] })).toEqual(['cancel', 'confirm', 'buy'])
  expect(names({ reasons: ['departed'] })).toEqual(['cancel', 'confirm', 'buy'])
})

const now = new Date('2026-11-21T10:00:00Z')
const later = (ms: number) => new Date(now.getTime() + ms)
const held = (about: Partial<KnownShipping> = {}): KnownShipping => ({
  status: 'pending',
  amount: 1n,
  txHash: '',
  heldUntil: later(60_000),
  ...about,
})

test('OB-22 open shippings reserve until their own fill is counted', () => {
  const shippings = [
    held(),
    held({ status: 'mined', txHash: '0x1', heldUntil: undefined }),
    held({ status: 'canceled', heldUntil: undefined }),
    held({ status: 'completed', txHash: '0x2', heldUntil: undefined }),
  ]
  expect(reservedBy(shippings, order(), now)).toMatchObject({ amount: 2n, shippings: 2 })
  const filled = order({ filled: 1n, fillTxs: new Set(['0x1']) })
  expect(reservedBy(shippings, filled, now)).toMatchObject({ amount: 1n, shippings: 1 })
  expect(availableOf(filled, 1n)).toBe(2n)
  expect(availableOf(order({ filled: 4n }), 1n)).toBe(0n)
})

test('OB-22 what somebody means to fill on chain keeps nobody off an order in crypto', () => {
  expect(reservedBy([held()], order({ shipper: false }), now)).toMatchObject({ amount: 0n, shippings: 0 })
})

test('SP-5 a reservation says until when it lasts, holds nothing after that, and has no end once it is paid', () => {
  const until = later(60_000)
  expect(reservedBy([held()], order(), now)).toEqual({ amount: 1n, shippings: 1, until })
  expect(reservedBy([held()], order(), until)).toMatchObject({ shippings: 1 })
  const nothing = { amount: 0n, shippings: 0, until: undefined }
  expect(reservedBy([held()], order(), later(60_001))).toEqual(nothing)
  const paid = held({ status: 'processing', heldUntil: undefined })
  expect(reservedBy([paid], order(), later(600_000))).toEqual({ amount: 1n, shippings: 1, until: undefined })
})

test('OB-15 an open order of a lower counter is over as soon as the raised one was heard of', () => {
  const statusAt = (status: Status, counter: bigint) =>
    withCounter({ terms: terms(), after: { status, filled: 0n, reasons: [], txs: [] } }, counter).after.status
  expect(statusAt('offchain', 0n)).toBe('offchain')
  const open: Status[] = ['offchain', 'validated', 'filled']
  expect(new Set(open.map((status) => statusAt(status, 1n)))).toEqual(new Set(['cancelled']))
  expect(statusAt('completed', 1n)).toBe('completed')
})
