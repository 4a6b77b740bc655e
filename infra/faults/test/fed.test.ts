import { manifests } from '@talad/services/manifests'
import { expect, test } from 'vitest'
import { requireAllFed, subscribersIn, unfed } from '../src/log/fed.ts'

const frozen = { topic: 'ledger.books.v1', type: 'BooksFrozen' }
const thawed = { topic: 'ledger.books.v1', type: 'BooksThawed' }
const consumes = [frozen, thawed].map((kind) => ({ group: 'bank.books', ...kind }))
const services = manifests.map(({ name }) => ({ name, consumes: name === 'bank-withdrawal' ? consumes : [] }))

test('a file that consumes by itself is found', () => {
  const sources = new Map([['shop/src/a.ts', 'bus.subscribe({ group })']])
  expect(subscribersIn(sources)).toEqual(['shop/src/a.ts'])
})

test('a consumer that no message is for is named', async () => {
  expect(unfed(services, [frozen])).toEqual(['bank.books BooksThawed'])
  expect(unfed(services, [frozen, thawed])).toEqual([])
  await expect(requireAllFed(services, [frozen])).rejects.toThrow('no message is for bank.books BooksThawed')
})

test('a service that is handed no messages is named', () => {
  const others = services.filter(({ name }) => name !== 'moderation')
  expect(unfed(others, [frozen, thawed])).toEqual(['moderation'])
})
