import { invalidReasons } from '@talad/proto/http/order-book/order-admin'
import { expect, test } from 'vitest'
import { en, th } from '../../i18n/all.ts'
import { invalidText } from './words.ts'

test('OB-40 every reason why an order is not valid is a sentence of its own in both languages, an offer’s apart', () => {
  for (const texts of [en, th]) {
    const said = invalidReasons.map((reason) => texts[invalidText(reason, 'list')])
    expect(new Set(said).size).toBe(invalidReasons.length)
    expect(texts[invalidText('balance', 'offer')]).not.toBe(texts[invalidText('balance', 'list')])
    expect(texts[invalidText('approval', 'offer')]).not.toBe(texts[invalidText('approval', 'list')])
  }
})
