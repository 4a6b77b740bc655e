import { Rejection } from '@talad/shared/rejection'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Command, PayShipping } from './commands.ts'
import { keyOf } from './commands.ts'
import { decide } from './decide.ts'
import type { LedgerEvent } from './events.ts'
import { vatInside } from './legs.ts'
import { accountOf, type Books, emptyBooks, evolve, spendable } from './state.ts'

const at = new Date('2026-11-21T00:00:00Z')
const buyer = 'join-buyer'
const seller = 'join-seller'

const topup = (value: bigint, pay?: PayShipping): Command => ({
  type: 'PostTopup',
  topupId: `t${value}`,
  customerId: buyer,
  unit: 'pt_thb',
  value,
  provider: 'dev',
  providerReference: 'r',
  pay,
})
const paying = (gross: bigint, lockPartial = true, attempt = 1): PayShipping => ({
  shippingId: 's1',
  buyerCustomerId: buyer,
  gross,
  attempt,
  lockPartial,
})
const pay = (gross: bigint, lockPartial = true, attempt = 1): Command => ({
  type: 'PayShipping',
  ...paying(gross, lockPartial, attempt),
})
const release: Command = { type: 'ReleaseShippingFunds', shippingId: 's1', buyerCustomerId: buyer }
const refund = (gross: bigint): Command => ({
  type: 'RefundShipping',
  shippingId: 's1',
  buyerCustomerId: buyer,
  gross,
})
const settle = (gross: bigint, fee: bigint, royalty = 0n): Command => ({
  type: 'SettleShipping',
  shippingId: 's1',
  buyerCustomerId: buyer,
  sellerCustomerId: seller,
  gross,
  parts: [
    { customerId: seller, type: 'net', value: gross - fee - royalty },
    { customerId: '', type: 'royalty', value: royalty },
    { customerId: '', type: 'service', value: fee },
  ],
})

function run(books: Books, command: Command): { books: Books; events: LedgerEvent[] } {
  const events = decide(command, books, at)
  return { books: events.reduce(evolve, books), events }
}

const given = (...commands: Command[]) => {
  const books = commands.reduce((before, command) => run(before, command).books, emptyBooks)
  return {
    books,
    when: (command: Command) => ({
      gives: () => run(books, command),
      rejects: (code: string) => {
        expect(() => decide(command, books, at)).toThrowError(new Rejection(code))
      },
    }),
  }
}

const points = (books: Books) => accountOf(books, buyer, 'pt_thb')
const baht = (books: Books) => accountOf(books, seller, 'ft_thb')

function sums(events: readonly LedgerEvent[]): Map<string, bigint> {
  const total = new Map<string, bigint>()
  for (const leg of events.flatMap((event) => event.data.legs)) {
    if (leg.flowType === 'lock') continue
    total.set(leg.unit, (total.get(leg.unit) ?? 0n) + (leg.flowType === 'in' ? leg.value : -leg.value))
  }
  return total
}

test('LG-1 every transfer sums to zero per unit', () => {
  const { books } = given(topup(10_000n))
  const paid = run(books, pay(8_000n))
  const settled = run(paid.books, settle(8_000n, 200n, 400n))
  for (const events of [paid.events, settled.events]) {
    for (const total of sums(events).values()) expect(total).toBe(0n)
  }
})

test('LG-2 a sale earns baht that are kept apart from bought points', () => {
  const { books } = given(topup(10_000n), pay(10_000n)).when(settle(10_000n, 250n)).gives()
  expect(baht(books)).toEqual({ balance: 9_750n, locked: 0n })
  expect(accountOf(books, seller, 'pt_thb')).toEqual({ balance: 0n, locked: 0n })
})

test('LG-3 earned baht do not pay for a purchase', () => {
  const earned: Command = { ...topup(5_000n), type: 'PostTopup', unit: 'ft_thb' } as Command
  given(earned).when(pay(1_000n, false)).rejects('INSUFFICIENT_FUNDS')
})

test('LG-4 refuses a payment above the spendable balance', () => {
  given(topup(999n)).when(pay(1_000n, false)).rejects('INSUFFICIENT_FUNDS')
})

test('LG-4 a lock lowers what is spendable and not the balance', () => {
  const { books } = given(topup(600n)).when(pay(1_000n)).gives()
  expect(points(books)).toEqual({ balance: 600n, locked: 600n })
  expect(spendable(points(books))).toBe(0n)
})

test('LG-5 a payment by card locks, then releases and moves the gross in one transfer', () => {
  const locked = given(topup(600n), pay(1_000n))
  const { books, events } = locked.when(topup(2_000n, paying(1_000n, false))).gives()
  expect(events.map((event) => event.type)).toEqual(['TopupPosted', 'ShippingPaid'])
  expect(points(books)).toEqual({ balance: 1_600n, locked: 0n })
  expect(events[1]?.data.legs.map((leg) => leg.leg)).toEqual(['buyer.release', 'buyer.out', 'escrow.in'])
})

test('LG-6 VAT of 7% is inside the service fee only, rounded half up', () => {
  expect(vatInside(107n)).toBe(7n)
  expect(vatInside(250n)).toBe(16n)
  const { events } = given(topup(10_000n), pay(10_000n))
    .when(settle(10_000n, 250n, 500n))
    .gives()
  const taxed = events.flatMap((event) => event.data.legs).filter((leg) => leg.vat > 0n)
  expect(taxed.map((leg) => [leg.account, leg.value, leg.vat])).toEqual([['platform:service_fee', 250n, 16n]])
})

test('LG-7 each command has a key of its own and a shipping keeps one payment', () => {
  expect(keyOf(pay(1n, true, 2))).toBe('pay:s1:2')
  given(topup(5_000n), pay(1_000n))
    .when(pay(1_000n, true, 2))
    .rejects('SHIPPING_ALREADY_PAID')
})

test('LG-7 a second attempt adds to the lock and never locks the same points twice', () => {
  const { books } = given(topup(300n), pay(1_000n), topup(400n))
    .when(pay(1_000n, true, 2))
    .gives()
  expect(points(books)).toEqual({ balance: 700n, locked: 700n })
})

test('LG-8 a correction is a reversal: a refund puts the gross back by new legs', () => {
  const { books, events } = given(topup(1_000n), pay(1_000n)).when(refund(1_000n)).gives()
  expect(points(books).balance).toBe(1_000n)
  expect(events[0]?.data.legs.map((leg) => leg.flowEvent)).toEqual(['refund', 'refund'])
})

test('LG-19 a development top-up is posted against the provider like any other', () => {
  const { events } = given().when(topup(500n)).gives()
  expect(events[0]?.data.legs.map((leg) => [leg.account, leg.flowType])).toEqual([
    ['platform:provider_clearing', 'out'],
    [buyer, 'in'],
  ])
})

test('SP-13 points that suffice go to escrow at once', () => {
  const { books, events } = given(topup(1_000n)).when(pay(1_000n)).gives()
  expect(events.map((event) => event.type)).toEqual(['ShippingPaid'])
  expect(points(books)).toEqual({ balance: 0n, locked: 0n })
})

test('SP-19 a top-up after the shipping was canceled stays as points', () => {
  const canceled = given(topup(100n), pay(1_000n), release)
  const { books, events } = canceled.when(topup(2_000n, paying(1_000n, false))).gives()
  expect(events.map((event) => event.type)).toEqual(['TopupPosted'])
  expect(points(books)).toEqual({ balance: 2_100n, locked: 0n })
})

test('SP-23 releasing ends the lock once, and nothing can be paid after it', () => {
  const { books } = given(topup(300n), pay(1_000n)).when(release).gives()
  expect(points(books)).toEqual({ balance: 300n, locked: 0n })
  given(topup(300n), release).when(pay(100n)).rejects('SHIPPING_RELEASED')
  given(topup(300n), pay(300n)).when(release).rejects('SHIPPING_ALREADY_PAID')
})

test('SP-25 escrow is given back once and never after a settlement', () => {
  given(topup(1_000n), pay(1_000n), refund(1_000n)).when(refund(1_000n)).rejects('SHIPPING_NOT_PAID')
  given(topup(1_000n), pay(1_000n), settle(1_000n, 0n)).when(refund(1_000n)).rejects('SHIPPING_NOT_PAID')
  given(topup(1_000n)).when(refund(1_000n)).rejects('SHIPPING_NOT_PAID')
})

test('SP-27 a settlement whose parts do not sum to the gross is refused', () => {
  const wrong = { ...settle(1_000n, 10n), gross: 1_000n } as Extract<Command, { type: 'SettleShipping' }>
  const short = { ...wrong, parts: wrong.parts.slice(0, 1) }
  given(topup(1_000n), pay(1_000n)).when(short).rejects('PARTS_DONT_SUM')
  given(topup(1_000n), pay(1_000n), refund(1_000n)).when(settle(1_000n, 10n)).rejects('SHIPPING_NOT_PAID')
  given(topup(1_000n), pay(1_000n)).when(settle(900n, 10n)).rejects('ESCROW_MISMATCH')
})

test('B1 no sequence of commands breaks a balance: sums hold, nothing is negative', () => {
  const amount = fc.bigInt({ min: 1n, max: 3_000n })
  const command = fc.oneof(
    amount.map((value) => topup(value)),
    fc
      .tuple(amount, fc.boolean(), fc.integer({ min: 1, max: 9 }))
      .map(([gross, partial, n]) => pay(gross, partial, n)),
    amount.map((gross) => topup(gross, paying(gross, false))),
    fc.constant(release),
    amount.map(refund),
    fc.tuple(amount, fc.bigInt({ min: 0n, max: 10n })).map(([gross, fee]) => settle(gross + 10n, fee)),
  )
  fc.assert(
    fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
      let books = emptyBooks
      const posted: LedgerEvent[] = []
      for (const one of commands) {
        try {
          const next = run(books, one)
          books = next.books
          posted.push(...next.events)
        } catch (error) {
          if (!(error instanceof Rejection)) throw error
        }
        for (const account of books.accounts.values()) {
          expect(account.locked >= 0n && account.balance >= account.locked).toBe(true)
        }
      }
      for (const total of sums(posted).values()) expect(total).toBe(0n)
    }),
    { numRuns: 500 },
  )
})
