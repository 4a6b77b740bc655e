import { expect, test } from 'vitest'
import { at, baht, buyer, given, pay, post, run, seller, settle, side, topup } from '../../test/given.ts'
import type { Command } from './commands.ts'
import { decideBatch } from './decide-batch.ts'
import { emptyState, holdKey, type LedgerState } from './state.ts'

const lock = (amount: bigint, id = 's1'): Command => ({
  type: 'Hold',
  flow: 'seller_lock',
  id,
  customerId: seller,
  amount,
  attempt: 1,
  upTo: true,
  capture: false,
})
const unlock = (id = 's1'): Command => ({ type: 'Release', flow: 'seller_lock', id, customerId: seller })
const earn = (id: string, value: bigint): Command => ({
  ...post('topup', [side('provider_clearing out ft_thb', value), side(`${seller} in ft_thb`, value)]),
  id,
  customerId: seller,
})
const withdraw = (amount: bigint): Command => ({
  type: 'Hold',
  flow: 'withdrawal',
  id: 'w1',
  customerId: seller,
  amount,
  attempt: 1,
  upTo: false,
  capture: false,
})

function batch(state: LedgerState, ...commands: Command[]) {
  const fresh = new Set<string>()
  const asked = commands.map((command) => ({ command, correlationId: 'c' }))
  const every = { has: () => true } as unknown as typeof fresh
  return decideBatch(asked, { fresh: every, earlier: new Map() }, state, at)
}
const held = (state: LedgerState, id = 's1') => state.holds.get(holdKey('seller_lock', id))

test('LG-18 a seller whose delivery the chain took back is held for the amount as far as there is money, never below zero', () => {
  const { after } = batch(emptyState, earn('e1', 300n), lock(1_000n))
  expect(held(after)).toMatchObject({ state: 'open', amount: 1_000n, held: 300n })
  expect(baht(after)).toEqual({ balance: 300n, locked: 300n })
  expect(batch(after, withdraw(1n)).results[0]?.refused).toBe('INSUFFICIENT_FUNDS')
  expect(held(batch(emptyState, lock(1_000n)).after)).toMatchObject({ state: 'open', held: 0n })
})

test('LG-18 what the seller earns later is held in the same transaction until the amount is covered, and no more', () => {
  const { after } = batch(emptyState, lock(1_000n), earn('e1', 400n), earn('e2', 500n), earn('e3', 250n))
  expect(held(after)).toMatchObject({ held: 1_000n })
  expect(baht(after)).toEqual({ balance: 1_150n, locked: 1_000n })
  const more = batch(after, earn('e4', 50n), withdraw(200n))
  expect(more.results.map(({ refused }) => refused)).toEqual([undefined, undefined])
})

test('LG-18 two locks of one seller are filled one after the other', () => {
  const { after } = batch(emptyState, lock(100n, 's1'), lock(100n, 's2'), earn('e1', 150n))
  expect([held(after, 's1')?.held, held(after, 's2')?.held]).toEqual([100n, 50n])
})

test('LG-18 when the chain has put it right the lock ends, once; it is never captured', () => {
  const { after } = batch(emptyState, lock(1_000n), earn('e1', 400n), unlock())
  expect(held(after)).toMatchObject({ state: 'released', held: 0n })
  expect(baht(after)).toEqual({ balance: 400n, locked: 0n })
  expect(batch(after, earn('e2', 100n)).after.accounts.get(`${seller}\nft_thb`)).toMatchObject({ locked: 0n })
  const capture: Command = {
    type: 'Capture',
    flow: 'seller_lock',
    id: 's1',
    customerId: seller,
    amount: 1_000n,
  }
  const open = batch(emptyState, earn('e1', 1_000n), lock(1_000n)).after
  expect(batch(open, capture).results[0]?.refused).toBe('FLOW_NOT_ALLOWED')
})

test('LG-18 a reversal that a person decides frees the lock and takes the money in one transaction, or neither', () => {
  const settled = given(topup(10_000n), pay(10_000n), settle(10_000n, 250n)).state
  const locked = batch(settled, lock(9_750n)).after
  const reversal = post('settlement_reversal', [
    ...[side(`${seller} out ft_thb`, 9_750n), side('service_fee out ft_thb', 250n)],
    ...[side('conversion in ft_thb', 10_000n), side('conversion out pt_thb', 10_000n)],
    side(`${buyer} in pt_thb`, 10_000n),
  ])
  const reversed = run(locked, reversal)
  expect(reversed.events.map(({ type }) => type)).toEqual(['Released', 'Posted'])
  expect(baht(reversed.state)).toEqual({ balance: 0n, locked: 0n })
  expect(held(reversed.state)).toMatchObject({ state: 'released' })
  const spent = batch(settled, { ...withdraw(5_000n) }, lock(9_750n)).after
  const refused = batch(spent, reversal)
  expect(refused.results[0]?.refused).toBe('INSUFFICIENT_FUNDS')
  expect(held(refused.after)).toMatchObject({ state: 'open', held: 4_750n })
})

test('LG-18 only the lock of who earns is filled, the first by its id first, and only by what comes in', () => {
  const others: Command = { ...lock(500n, 's0'), customerId: buyer } as Command
  const ownPurchase: Command = { ...pay(700n), customerId: seller, id: 'p1' } as Command
  const before = [others, ownPurchase, lock(100n, 's2'), lock(100n, 's1')]
  const { after } = batch(emptyState, ...before, earn('e1', 150n))
  expect([held(after, 's1')?.held, held(after, 's2')?.held, held(after, 's0')?.held]).toEqual([100n, 50n, 0n])
  expect(after.holds.get(holdKey('shipping', 'p1'))).toMatchObject({ held: 0n })
  const freed: Command = { type: 'Release', flow: 'withdrawal', id: 'w1', customerId: seller }
  const released = batch(emptyState, earn('e1', 300n), withdraw(300n), lock(1_000n), freed)
  expect(held(released.after)).toMatchObject({ held: 0n })
  expect(baht(released.after)).toEqual({ balance: 300n, locked: 0n })
})
