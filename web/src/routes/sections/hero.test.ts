import { expect, test } from 'vitest'
import type { CardAsset } from '../../features/asset/api/assets.ts'
import { stallOf } from './hero.tsx'

const piece = (token: string, collection: string, symbol = 'THB') =>
  ({
    token: { id: token },
    collection: { id: collection },
    image: { r800: '/media/x.webp' },
    dynamic: { best_price: { original: { symbol } } },
  }) as CardAsset

test('what opens the home is priced in baht, one of each collection first', () => {
  const pieces = [piece('1', 'a', 'THBK'), piece('2', 'a'), piece('3', 'a'), piece('4', 'b'), piece('5', 'c')]
  expect(stallOf(pieces).map(({ token }) => token.id)).toEqual(['2', '4', '5'])
  expect(stallOf(pieces.slice(0, 3)).map(({ token }) => token.id)).toEqual(['2', '3'])
})
