import { abstractParts } from '@talad/proto/http/asset-indexer/abstract-rule'
import { Rejection } from '@talad/shared/rejection'
import { expect, test } from 'vitest'
import { abstractReader } from './read-abstract.ts'

const part = (token_from: string, token_to: string, more: object = {}) => ({
  token_from,
  token_to,
  collection_id: 'temples',
  ...more,
})
const reader = (...parts: object[]) => abstractReader(abstractParts.parse(parts))
const fieldOf = (...parts: object[]) => {
  try {
    reader(...parts)
  } catch (error) {
    if (error instanceof Rejection) return error.field
    throw error
  }
  return undefined
}

const LAST = 2n ** 256n - 1n

test('AI-7 a token of a part stands for its virtual collection, the item is its id divided by the size of items, and the token what is left; others stand for nothing', () => {
  const read = reader(
    part('4294967297', String(2n ** 34n - 1n)),
    part('0', '99', { kind: 'ticket', collection_id: 'train', tag: 'north', item_size: '10' }),
    part(String(LAST - 1n), String(LAST), { collection_id: 'last', item_size: String(LAST) }),
  )
  const temples = { source: 'rule', kind: 'vnft', collectionId: 'temples', tag: null }
  const train = { source: 'rule', kind: 'ticket', collectionId: 'train', tag: 'north' }
  // CA-54: item number × 2^32 + number within the item
  expect(read(2n ** 32n)).toBeUndefined()
  expect(read(2n ** 32n + 1n)).toEqual({ ...temples, itemId: '1', tokenId: '1' })
  expect(read(3n * 2n ** 32n + 7n)).toEqual({ ...temples, itemId: '3', tokenId: '7' })
  expect(read(2n ** 34n)).toBeUndefined()
  expect(read(0n)).toEqual({ ...train, itemId: '0', tokenId: '0' })
  expect(read(99n)).toEqual({ ...train, itemId: '9', tokenId: '9' })
  expect(read(100n)).toBeUndefined()
  expect(read(LAST - 1n)).toMatchObject({ collectionId: 'last', itemId: '0', tokenId: `${LAST - 1n}` })
  expect(read(LAST)).toMatchObject({ collectionId: 'last', itemId: '1', tokenId: '0' })
  expect(reader()(1n)).toBeUndefined()
})

test('AI-7 parts that share a token, run backwards or have items of no size are refused with the field', () => {
  expect(fieldOf(part('1', '9'), part('10', '10'))).toBeUndefined()
  expect(fieldOf(part('1', '9'), part('9', '10'))).toBe('parts.1.token_from')
  expect(fieldOf(part('5', '5'), part('20', '30'), part('1', '9'))).toBe('parts.2.token_from')
  expect(fieldOf(part('10', '9'))).toBe('parts.0.token_to')
  expect(fieldOf(part('1', '9'), part('10', '11', { item_size: '0' }))).toBe('parts.1.item_size')
})
