import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type TransferFact, ZERO_ADDRESS } from './facts.ts'
import { applyTransfers, emptyHoldings, type Holdings, shortOf, unapplySums } from './holdings.ts'

const people = [ZERO_ADDRESS, '0xa', '0xb', '0xc']

function transfer(
  block: number,
  from: string,
  to: string,
  amount: number,
  type: 'erc721' | 'erc1155',
): TransferFact {
  return {
    kind: 'transfer',
    block,
    blockHash: `0x${block}`,
    blockTime: block,
    tx: '0x',
    log: block,
    item: 0,
    contract: '0x1',
    contractType: type,
    token: '1',
    assetId: 'a',
    from,
    to,
    amount: String(amount),
    fromBalance: '',
    toBalance: '',
  }
}

function balances(holdings: Holdings): Record<string, bigint> {
  return Object.fromEntries(holdings.balances.get('a') ?? [])
}

const moves = fc.array(
  fc.record({
    from: fc.constantFrom(...people),
    to: fc.constantFrom(...people),
    amount: fc.integer({ min: 1, max: 9 }),
  }),
  { maxLength: 30 },
)

test('AI-5 taking the latest ERC-1155 transfers back gives what the earlier ones alone give', () => {
  fc.assert(
    fc.property(moves, moves, (first, second) => {
      const facts = [...first, ...second].map((move, n) =>
        transfer(n, move.from, move.to, move.amount, 'erc1155'),
      )
      const early = emptyHoldings()
      applyTransfers(early, facts.slice(0, first.length))
      const both = emptyHoldings()
      applyTransfers(both, facts)
      unapplySums(both, facts.slice(first.length))
      expect(balances(both)).toEqual(balances(early))
      expect(both.assets.get('a')?.supply ?? 0n).toBe(early.assets.get('a')?.supply ?? 0n)
    }),
  )
})

test('AI-5 an ERC-721 token has one holder even when the contract names a wrong giver', () => {
  const holdings = emptyHoldings()
  applyTransfers(holdings, [
    transfer(1, ZERO_ADDRESS, '0xa', 1, 'erc721'),
    transfer(2, '0xc', '0xb', 1, 'erc721'),
  ])
  expect(balances(holdings)).toEqual({ '0xb': 1n })
  applyTransfers(holdings, [transfer(3, '0xb', ZERO_ADDRESS, 1, 'erc721')])
  expect(balances(holdings)).toEqual({})
  expect(holdings.assets.get('a')).toMatchObject({ owner: null, supply: 0n, firstBlock: 1, lastBlock: 3 })
})

test('AI-5 no row is kept for nothing', () => {
  const holdings = emptyHoldings()
  applyTransfers(holdings, [
    transfer(1, ZERO_ADDRESS, '0xa', 5, 'erc1155'),
    transfer(2, '0xa', '0xb', 5, 'erc1155'),
  ])
  expect(balances(holdings)).toEqual({ '0xb': 5n })
})

test('AI-5 OB-16 a transfer tells what its giver was left with, also when the units came back in the same block', () => {
  const done = applyTransfers(emptyHoldings(), [
    transfer(1, ZERO_ADDRESS, '0xa', 4, 'erc1155'),
    { ...transfer(2, '0xa', '0xb', 4, 'erc1155'), log: 1 },
    { ...transfer(2, '0xb', '0xa', 3, 'erc1155'), log: 2 },
  ])
  expect(done.map(({ fromLeft, fromBalance, toBalance }) => [fromLeft, fromBalance, toBalance])).toEqual([
    ['', '', '4'],
    ['0', '3', '1'],
    ['1', '1', '3'],
  ])
})

test('AI-5 who gives what they never got is told to be left with nothing, never with less, and that is noticed', () => {
  const holdings = emptyHoldings()
  const done = applyTransfers(holdings, [
    transfer(1, '0xb', '0xa', 5, 'erc1155'),
    transfer(2, '0xa', '0xc', 2, 'erc1155'),
    transfer(3, '0xa', '0xb', 2, 'erc1155'),
  ])
  expect(done.map(({ fromLeft, fromBalance, toBalance }) => [fromLeft, fromBalance, toBalance])).toEqual([
    ['0', '0', '5'],
    ['3', '3', '2'],
    ['1', '1', '0'],
  ])
  expect(shortOf(holdings)).toEqual(['a'])
  applyTransfers(holdings, [transfer(4, ZERO_ADDRESS, '0xb', 9, 'erc1155')])
  expect(shortOf(holdings)).toEqual([])
})

test('AI-4 what adds up to more than can be written down is refused one by one and changes nothing', () => {
  const holdings = emptyHoldings()
  const [most, refused] = [2n ** 256n - 1n, [] as number[]]
  const mints = Array.from({ length: 11 }, (_, n) => ({
    ...transfer(n + 1, ZERO_ADDRESS, `0x${n}`, 1, 'erc1155'),
    amount: String(most),
  }))
  const done = applyTransfers(holdings, mints, ({ block }) => refused.push(block))
  expect([done.length, refused]).toEqual([8, [9, 10, 11]])
  expect(holdings.assets.get('a')?.supply).toBe(8n * most)
})
