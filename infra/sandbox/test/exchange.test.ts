import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../src/server.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, host: '127.0.0.1', joinUsers: [] })
})
afterAll(() => sandbox.stop())

const ticker = async (query = '') =>
  (await fetch(`${sandbox.url}/exchange/api/v3/market/ticker${query}`)).json()
const change = (body: object) =>
  fetch(`${sandbox.url}/exchange/control`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test('the exchange tells the last price of each pair, and of one that is asked for', async () => {
  expect(await ticker()).toEqual([{ symbol: 'JFIN_THB', last: '3.25' }])
  expect(await ticker('?sym=JFIN_THB')).toHaveLength(1)
  expect(await ticker('?sym=GOLD_THB')).toEqual([])
})

test('a price is changed, and taken away', async () => {
  expect((await change({ symbol: 'JFIN_THB', last: '4.5' })).status).toBe(204)
  expect(await ticker()).toEqual([{ symbol: 'JFIN_THB', last: '4.5' }])
  expect((await change({ symbol: 'JFIN_THB', last: '-1' })).status).toBe(400)
  await change({ symbol: 'JFIN_THB', last: null })
  expect(await ticker()).toEqual([])
})
