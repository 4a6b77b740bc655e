import { expect, test } from 'vitest'
import { type Asker, shownPayee } from './decide-payees.ts'
import { FULFILLER, OFFERER } from './payees.ts'

const payees = ['join-seller', 'join-artist', FULFILLER, null]
const seen = (asker: Asker) => payees.map((payee) => shownPayee(payee, 'join-seller', asker))

test('MO-36 a customer id is told to that customer and to admins, and to nobody else', () => {
  expect(seen({})).toEqual([OFFERER, null, FULFILLER, null])
  expect(seen({ customerId: 'join-stranger' })).toEqual([OFFERER, null, FULFILLER, null])
  expect(seen({ customerId: 'join-seller' })).toEqual(['join-seller', null, FULFILLER, null])
  expect(seen({ customerId: 'join-artist' })).toEqual([OFFERER, 'join-artist', FULFILLER, null])
  expect(seen({ seesPayees: true })).toEqual(payees)
})
