import { expect, test } from 'vitest'
import { tokenOf } from '../src/collections.ts'
import { fair, fairGifts } from '../src/fair.ts'

test('the fair has limited and unlimited things, each in both languages, with a picture and a slug of its own', () => {
  const items = fair.collections.flatMap(({ items }) => [...items])
  for (const things of [fair.collections, items]) {
    expect(new Set(things.map(({ slug }) => slug)).size).toBe(things.length)
    expect(new Set(things.map(({ limit }) => limit === null))).toEqual(new Set([true, false]))
    for (const { name, description, picture } of things) {
      for (const { th, en } of [name, description]) {
        expect(th).toMatch(/[\u0e00-\u0e7f]/)
        expect(en).toMatch(/^[^\u0e00-\u0e7f]+(%%attribute\..+%%.*)?$/)
      }
      expect(tokenOf(picture.collection, picture.tokenId).id).toBe(picture.tokenId)
    }
  }
})

test('the noodle stall has as many codes as bowls, none of them twice', () => {
  const bowls = fair.collections.flatMap(({ items }) => [...items]).find(({ slug }) => slug === 'noodle_bowl')
  const { codes } = (bowls && 'pool' in bowls && bowls.pool) || { codes: [] }
  expect(new Set(codes).size).toBe(bowls?.limit)
  expect(codes.filter((code) => !/^NOODLE-[2-9A-Z]{6}$/.test(code))).toEqual([])
})

test('the fair gives out what it has, each under a key of its own', () => {
  const slugs = new Set<string>(fair.collections.flatMap(({ items }) => items.map(({ slug }) => slug)))
  expect(fairGifts.filter(({ item }) => !slugs.has(item))).toEqual([])
  expect(new Set(fairGifts.map(({ key }) => key)).size).toBe(fairGifts.length)
})
