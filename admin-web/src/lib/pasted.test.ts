import { expect, test } from 'vitest'
import { placesOf, takenFor } from './pasted.ts'

const id = '0123456789abcdef01234567'
const hash = `0x${'ab'.repeat(32)}`

test('a pasted id may be of whatever has one', () => {
  expect(placesOf(` ${id.toUpperCase()} `).map(({ to }) => to)).toEqual([
    ...[`/shippings/${id}`, '/topups', '/withdrawals', '/bank-requests'],
    ...['/flags', '/suspensions', '/submissions', '/issuers', '/collections'],
    ...[`/projects/${id}/overview`, '/audit'],
  ])
})

test('a pasted hash is of an order or of a transaction', () => {
  expect(placesOf(hash).map(({ search }) => Object.keys(search))).toEqual([['id'], ['order'], ['tx']])
})

test('a pasted customer leads to all that is theirs, a number to what the provider calls by it', () => {
  expect(placesOf('join-demo-mali')).toContainEqual({
    to: '/withdrawals',
    search: { customer: 'join-demo-mali' },
  })
  expect(placesOf('join-demo-mali')).toContainEqual({ to: '/flags', search: { rp: 'join-demo-mali' } })
  expect(placesOf('T2611220001')).toContainEqual({ to: '/topups', search: { ref: 'T2611220001' } })
})

test('a pasted slug leads to the collections and issuers that have it in theirs', () => {
  const found = ['/collections', '/issuers'].map((to) => ({ to, search: { q: 'siam_betta' } }))
  expect(placesOf('siam_betta')).toEqual(found)
  expect(placesOf('renamed')).toEqual(
    expect.arrayContaining(found.map(({ to }) => ({ to, search: { q: 'renamed' } }))),
  )
  expect(placesOf('join-demo-mali')).toContainEqual({ to: '/audit', search: { who: 'join-demo-mali' } })
})

test('words that are no id lead to pages alone', () => {
  expect([placesOf('ถอน'), placesOf(''), placesOf('two words')]).toEqual([[], [], []])
})

test('what a pasted text is taken for has words, unless it names the thing itself', () => {
  const all = [id, hash, `0x${'ab'.repeat(20)}`, 'join-demo-mali', 'siam_betta', 'T2611220001'].flatMap(
    placesOf,
  )
  for (const found of all)
    expect([found, takenFor(found)]).toEqual([
      found,
      Object.keys(found.search).join() === 'id' || Object.keys(found.search).length === 0
        ? undefined
        : expect.any(String),
    ])
})

test('a pasted dead letter leads to it', () => {
  expect(placesOf('ledger/7')).toEqual([{ to: '/dead-letters', search: { id: 'ledger/7' } }])
})
