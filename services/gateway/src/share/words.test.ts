import type { Asset } from '@talad/proto/http/asset-indexer/assets'
import { expect, test } from 'vitest'
import { asset, collection } from '../../test/share-samples.ts'
import { sharedAsset, sharedCollection } from './words.ts'

const site = (language: 'th' | 'en') => ({ language, name: 'Talad' })

/** An asset that is on sale for so much of a token. */
function priced(value: string, symbol: string, family: 'thb' | 'jfin'): Asset {
  const one = asset({ name: 'ปลากัด · Betta', price: value })
  const original = { ...one.dynamic.best_price?.original, value, symbol, family }
  const best_price = {
    original: original as NonNullable<Asset['dynamic']['best_price']>['original'],
    converted: null,
  }
  return { ...one, dynamic: { ...one.dynamic, best_price } }
}

test.each([
  ['1234.5', 'THB', 'thb', '฿1,234.50'],
  ['0.004', 'THB', 'thb', '<฿0.01'],
  ['250.505', 'THBK', 'thb', '250.505 THBK'], // no baht of ours: it is paid on chain
  ['12', 'WJFIN', 'jfin', '12.00 WJFIN'],
  ['0.000012', 'WJFIN', 'jfin', '<0.0001 WJFIN'],
  ['123456789012345678901.23456', 'WJFIN', 'jfin', '123,456,789,012,345,678,901.2346 WJFIN'],
] as const)(
  'WB-9 a share card writes %s %s of family %s as %s, in words and in the picture',
  (value, symbol, family, shown) => {
    const thai = sharedAsset(priced(value, symbol, family), site('th'))
    const english = sharedAsset(priced(value, symbol, family), site('en'))
    expect(thai.card).toMatchObject({ caption: 'ราคา', price: shown, name: 'ปลากัด' })
    expect(english.card).toMatchObject({ caption: 'Price', price: shown, name: 'Betta' })
    expect(thai.description).toContain(`ปลากัด ลงขาย ${shown} · `)
    expect(english.description).toContain(`Betta for ${shown} · `)
  },
)

test('WB-9 a share card of a collection has its floor in baht, in both languages', () => {
  const of = (language: 'th' | 'en') => sharedCollection(collection({ floor: '590' }), [], site(language))
  expect(of('th').card).toMatchObject({ caption: 'ราคาเริ่มต้น', price: '฿590.00' })
  expect(of('th').description).toContain('ลงขายอยู่ 3 ชิ้น เริ่มต้น ฿590.00')
  expect(of('en').card).toMatchObject({ caption: 'From', price: '฿590.00' })
  expect(of('en').description).toContain('3 listed, from ฿590.00')
})
