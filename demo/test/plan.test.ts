import { HDNodeWallet, Mnemonic } from 'ethers'
import { expect, test } from 'vitest'
import { collections, tokenOf } from '../src/collections.ts'
import { people, personOf } from '../src/people.ts'
import { assetCount, holdings, listings } from '../src/plan.ts'

const mnemonic = Mnemonic.fromPhrase('test test test test test test test test test test test junk')

test('the people hold the public test keys 2 to 6', () => {
  const derived = people.map(
    (_, index) => HDNodeWallet.fromMnemonic(mnemonic, `m/44'/60'/0'/0/${index + 2}`).privateKey,
  )
  expect(people.map(({ privateKey }) => privateKey)).toEqual(derived)
})

test('the people can be told apart and reached', () => {
  for (const field of ['key', 'joinId', 'phone', 'email', 'privateKey'] as const) {
    expect(new Set(people.map((person) => person[field])).size).toBe(people.length)
  }
  for (const { phone } of people) expect(phone).toMatch(/^0[689]\d{8}$/)
})

test('every piece of every token has one holder', () => {
  expect(assetCount).toBe(60)
  for (const { key, tokens } of collections) {
    for (const { id, supply } of tokens) {
      const held = holdings.filter(({ collection, tokenId }) => collection === key && tokenId === id)
      expect(held.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(supply)
      expect(Math.min(...held.map(({ quantity }) => quantity))).toBeGreaterThan(0)
      expect(new Set(held.map(({ owner }) => owner)).size).toBe(held.length)
    }
  }
  for (const { collection, tokenId } of holdings) expect(tokenOf(collection, tokenId).id).toBe(tokenId)
})

test('a listing is held by its seller, who lists a token once', () => {
  for (const { collection, tokenId, seller, quantity } of listings) {
    const held = holdings.find(
      (h) => h.collection === collection && h.tokenId === tokenId && h.owner === seller,
    )
    expect(held?.quantity ?? 0).toBeGreaterThanOrEqual(quantity)
  }
  const keys = listings.map(({ collection, tokenId, seller }) => `${collection} ${tokenId} ${seller}`)
  expect(new Set(keys).size).toBe(listings.length)
})

test('OB-19 every planned price is at least 20 THB and divides among its pieces', () => {
  for (const { priceThb, quantity } of listings) {
    expect(priceThb).toBeGreaterThanOrEqual(20n)
    expect(priceThb % BigInt(quantity)).toBe(0n)
  }
})

test('six listings are bought while seeding, by others who may trade', () => {
  const sold = listings.filter(({ buyer }) => buyer !== undefined)
  expect(sold).toHaveLength(6)
  for (const { seller, buyer } of listings) {
    expect(buyer).not.toBe(seller)
    for (const person of [seller, ...(buyer === undefined ? [] : [buyer])])
      expect(personOf(person).level).not.toBe('BRONZE')
  }
})

test('the seller still has something of each collection to list', () => {
  for (const { key } of collections) {
    const own = holdings.filter(({ collection, owner }) => collection === key && owner === 'seller')
    const listed = listings.filter(({ collection, seller }) => collection === key && seller === 'seller')
    expect(own.length).toBeGreaterThan(listed.length)
  }
})
