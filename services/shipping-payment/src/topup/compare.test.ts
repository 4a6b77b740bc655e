import { expect, test } from 'vitest'
import type { ProviderAnswer } from './commands.ts'
import { type Claimed, differencesOf as compared, type Told } from './compare.ts'

const ours: Claimed = { status: 'completed', orderNo: 'o1', customerId: 'join-a', amount: 500n }
const answer: ProviderAnswer = {
  transactionId: '7',
  orderNo: 'o1',
  customerId: 'join-a',
  amount: 500n,
  currency: '764',
  paymentStatus: 0,
}

const differencesOf = (
  own: Claimed | undefined,
  said: ProviderAnswer | undefined,
  told: Partial<Told> = {},
) => compared(own, { answer: said, returned: 'none', word: 'Success', ...told })

test('a payment that both sides tell alike has no difference', () => {
  expect(differencesOf(ours, answer)).toEqual([])
})

test('a payment that only we know is a difference where it was credited, and none where it was not', () => {
  expect(differencesOf(ours, undefined)).toEqual(['credited, and the provider knows no such payment'])
  expect(differencesOf({ ...ours, status: 'failed' }, undefined)).toEqual([])
})

test('a payment that is paid at the provider and not credited is a difference, and the other way round', () => {
  expect(differencesOf({ ...ours, status: 'failed' }, answer)).toEqual([
    "status: ours failed, the provider's completed",
  ])
  expect(differencesOf(ours, { ...answer, paymentStatus: 1 })).toEqual([
    "status: ours completed, the provider's failed",
  ])
  expect(differencesOf(ours, { ...answer, paymentStatus: 77 })).toEqual([
    "status: ours completed, the provider's unknown (77)",
  ])
})

test.each([
  ['amount', { amount: 499n }],
  ['order number', { orderNo: 'o2' }],
  ['customer', { customerId: 'join-b' }],
  ['currency', { currency: '840' }],
])('another %s is a difference', (field, change) => {
  const [found, ...more] = differencesOf(ours, { ...answer, ...change })
  expect(found).toMatch(new RegExp(`^${field}: `))
  expect(more).toEqual([])
})

test('a payment that was taken and that nobody here knows is a difference', () => {
  expect(differencesOf(undefined, answer)).toEqual([
    'paid at the provider (Success), and we know no such payment',
  ])
  expect(differencesOf(undefined, { ...answer, paymentStatus: 1 })).toEqual([])
})

const WORDS = { none: 'Success', requested: 'Void Requested', returned: 'Refunded' } as const

test('SP-26 a void or refund that one side alone has is a difference, and what is under way on both is none', () => {
  const told: string[] = []
  for (const refund of ['none', 'refunding', 'refunded', 'failed'] as const)
    for (const returned of ['none', 'requested', 'returned'] as const) {
      const own = refund === 'none' ? ours : { ...ours, refund: { status: refund, amount: 500n } }
      const found = differencesOf(own, answer, { returned, word: WORDS[returned] })
      if (found.length > 0)
        expect(found).toEqual([`return: ours ${refund}, the provider's ${WORDS[returned]}`])
      if (found.length > 0) told.push(`${refund}/${returned}`)
    }
  expect(told).toEqual([
    ...['none/requested', 'none/returned', 'refunding/returned'],
    ...['refunded/none', 'refunded/requested', 'failed/requested', 'failed/returned'],
  ])
})

test('SP-26 a return of another amount, or told by a word that nobody knows, is a difference', () => {
  const own: Claimed = { ...ours, refund: { status: 'refunded', amount: 400n } }
  expect(differencesOf(own, answer, { returned: 'returned', word: 'Voided' })).toEqual([
    "amount returned: ours 400, the provider's 500",
  ])
  expect(differencesOf(ours, answer, { returned: undefined, word: 'Sleeping' })).toEqual([
    "return: ours none, the provider's unknown (Sleeping)",
  ])
})

test('SP-18 what a person has accepted is compared with what was credited, and what was refused and given back is over', () => {
  expect(differencesOf({ ...ours, credited: 499n }, { ...answer, amount: 499n })).toEqual([])
  const refused: Claimed = { ...ours, status: 'failed', refund: { status: 'refunded', amount: 499n } }
  const other = { ...answer, amount: 499n }
  expect(differencesOf(refused, other, { returned: 'returned', word: 'Voided' })).toEqual([])
  expect(differencesOf(refused, other)).toContain("return: ours refunded, the provider's Success")
})
