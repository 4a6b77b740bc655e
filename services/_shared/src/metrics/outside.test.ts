import { expect, test } from 'vitest'
import { counted, outsideCalls } from './outside.ts'

test('what a client of somebody outside is asked is counted by whether an answer came, and answered as before', async () => {
  const { client, calls } = counted({
    url: 'http://outside',
    ask: async (what: string) => (what === 'away' ? Promise.reject(new Error('away')) : `${what}!`),
  })
  expect(client.url).toBe('http://outside')
  expect(await client.ask('who')).toBe('who!')
  await expect(client.ask('away')).rejects.toThrow('away')
  expect(outsideCalls('card', calls)).toEqual([
    ['talad_outside_calls', 1, { outside: 'card', outcome: 'answered' }],
    ['talad_outside_calls', 1, { outside: 'card', outcome: 'failed' }],
  ])
})
