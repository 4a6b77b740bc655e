import { expect, test } from 'vitest'
import { tradedBy } from './sides.ts'

const trade = (type: 'list' | 'offer') => ({ order: { type }, recipient_address: '0xfiller' })

test('SP-28 of a listing its maker sold to who filled it; of an offer who filled it sold to the wallet that it names', () => {
  const listing = { offerer: '0xmaker', recipient: null }
  expect(tradedBy(trade('list'), listing)).toEqual({ seller: '0xmaker', buyer: '0xfiller' })
  expect(tradedBy(trade('offer'), listing)).toEqual({ seller: '0xfiller', buyer: '0xmaker' })
  const forAnother = { offerer: '0xmaker', recipient: '0xother' }
  expect(tradedBy(trade('offer'), forAnother)).toEqual({ seller: '0xfiller', buyer: '0xother' })
  expect(tradedBy(trade('list'), undefined)).toEqual({ seller: undefined, buyer: '0xfiller' })
})
