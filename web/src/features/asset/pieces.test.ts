import type { Asset, Price } from '@talad/proto/http/asset-indexer/assets'
import { expect, test } from 'vitest'
import { aboutBaht, piecesOf, priceShown } from './pieces.ts'

const priceOf = (value: string): Price => ({
  token_address: `0x${'7'.repeat(40)}`,
  symbol: 'THB',
  raw: `${value}00`,
  value,
  family: 'thb',
  decimals: 2,
})

const assetOf = (type: 'erc721' | 'erc1155', more: { held?: string[]; forSale?: string; own?: string }) =>
  ({
    contract: { type },
    recent: { supply: '50' },
    internal: {
      holders: (more.held ?? []).map((quantity) => ({ quantity })),
      orders: { for_sale: more.forSale ?? '0' },
    },
    dynamic: {
      best_price: { original: priceOf('25') },
      own_price: more.own === undefined ? null : priceOf(more.own),
    },
  }) as unknown as Asset

test('A wallet’s card says how many it holds, and what it asks itself', () => {
  const asset = assetOf('erc1155', { held: ['2'], forSale: '3' })
  expect(piecesOf(asset, true)).toEqual({ text: 'card.held', amount: '2' })
  expect(priceShown(asset, true)).toBeUndefined()
  expect(priceShown(assetOf('erc1155', { held: ['2'], own: '40' }), true)?.value).toBe('40')
})

test('A card of the market says how many are left, and the best price', () => {
  const asset = assetOf('erc1155', { forSale: '3' })
  expect(piecesOf(asset, false)).toEqual({ text: 'card.left', amount: '3' })
  expect(priceShown(asset, false)?.value).toBe('25')
  expect(piecesOf(assetOf('erc1155', {}), false)).toBeUndefined()
})

test('A token of one unit says no number', () => {
  expect(piecesOf(assetOf('erc721', { held: ['1'], forSale: '1' }), true)).toBeUndefined()
  expect(piecesOf(assetOf('erc721', { forSale: '1' }), false)).toBeUndefined()
})

test('OB-37 A card in another currency says about how many baht that is, as far as anybody can tell', () => {
  const asset = assetOf('erc721', {})
  const cardOf = (
    family: 'thb' | 'jfin',
    converted: string | null,
    symbol = family === 'thb' ? 'THB' : 'JFIN',
  ) => ({
    ...asset,
    dynamic: { ...asset.dynamic, best_price: { original: { ...priceOf('25'), family, symbol }, converted } },
  })
  expect(aboutBaht(cardOf('jfin', '81.25'), false)).toBe('81.25')
  expect(aboutBaht(cardOf('jfin', null), false)).toBeUndefined()
  expect(aboutBaht(cardOf('jfin', '25'), false)).toBeUndefined() // prices are compared in JFIN
  expect(aboutBaht(cardOf('thb', '25'), false)).toBeUndefined()
  expect(aboutBaht(cardOf('thb', '25', 'THBK'), false)).toBe('25') // a token that stands for baht
  expect(aboutBaht(cardOf('jfin', '81.25'), true)).toBeUndefined()
})
