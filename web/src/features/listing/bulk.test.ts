import { expect, test } from 'vitest'
import { left, type Outcome, oneByOne, priceFaults } from './bulk.ts'

const limits = { minimum: '20', maximum: '1999999', decimals: 2 }

/** Lists three, of which some are refused. */
async function run(ids: readonly string[], refused: readonly string[], stopAt?: string) {
  const outcomes = new Map<string, Outcome>()
  const asked: string[] = []
  const abort = new AbortController()
  await oneByOne(ids, {
    one: async (id) => {
      asked.push(id)
      if (id === stopAt) abort.abort()
      if (id === stopAt || refused.includes(id)) throw new Error(`no ${id}`)
    },
    tell: (id, outcome) => outcomes.set(id, outcome),
    wordsOf: (error) => String(error),
    signal: abort.signal,
  })
  return { asked, outcomes, left: left(ids, outcomes) }
}

test('several are listed one after the other, each with what became of it, and only what was refused is left', async () => {
  const { asked, outcomes, left } = await run(['a', 'b', 'c'], ['b'])
  expect(asked).toEqual(['a', 'b', 'c'])
  expect([...outcomes.values()].map(({ kind }) => kind)).toEqual(['done', 'refused', 'done'])
  expect(outcomes.get('b')).toEqual({ kind: 'refused', text: 'Error: no b' })
  expect(left).toEqual(['b'])
})

test('who gives up is asked for no more, and what is listed stays so', async () => {
  const { asked, left } = await run(['a', 'b', 'c'], [], 'b')
  expect(asked).toEqual(['a', 'b'])
  expect(left).toEqual(['b', 'c'])
})

test('OB-19 each has a price of its own that is good, or says what is wrong with it', () => {
  const prices = new Map([
    ['a', '20'],
    ['b', '19.99'],
    ['c', ''],
    ['d', '2000000'],
  ])
  expect([...priceFaults(prices, limits)]).toEqual([
    ['b', 'low'],
    ['c', 'number'],
    ['d', 'high'],
  ])
})
