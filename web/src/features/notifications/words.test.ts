import { notificationKind } from '@talad/proto/http/identity/notifications'
import { expect, test } from 'vitest'
import { thOwn } from '../../i18n/th-own.ts'
import { newOf, sentenceOf } from './words.ts'

const one = (_id: string, read = false) => ({ _id, read })

test('every kind of notification has its sentence, and those about money their amount', () => {
  const said = notificationKind.options.map((kind) =>
    sentenceOf({ kind, amount: 114_199, terms: null }, (key, { amount }) =>
      thOwn[key].replace('{{amount}}', amount),
    ),
  )
  expect(new Set(said).size).toBe(said.length)
  expect(said.filter((text) => text.includes('฿1,141.99'))).toHaveLength(7)
})

test('an offer, and what was traded for tokens, is told with its price', () => {
  const terms = { value: '1500', symbol: 'JFIN', who: `0x${'a'.repeat(40)}` }
  const said = (kind: 'offer_made' | 'offer_accepted' | 'sold_crypto' | 'listing_ended') =>
    sentenceOf({ kind, amount: null, terms }, (key, { price }) => thOwn[key].replace('{{price}}', price))
  for (const kind of ['offer_made', 'offer_accepted', 'sold_crypto'] as const)
    expect(said(kind)).toContain('1,500.00 JFIN')
  expect(said('listing_ended')).toBe(thOwn['notice.listingEnded'])
})

test('what was there when the page was opened is not said again, what comes later is', () => {
  expect(newOf([one('b'), one('a')], undefined)).toEqual([])
  expect(newOf([one('c'), one('b'), one('a')], 'a')).toEqual([one('c'), one('b')])
  expect(newOf([one('c', true), one('b'), one('a')], 'a')).toEqual([one('b')])
  expect(newOf([one('a')], 'a')).toEqual([])
})

test('the first notification of all is new to a list that was empty', () => {
  expect(newOf([one('a')], null)).toEqual([one('a')])
})
