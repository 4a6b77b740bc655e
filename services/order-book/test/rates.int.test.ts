import { rates } from '@talad/proto/http/order-book'
import { startSandbox } from '@talad/sandbox/server'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { exchangeTicker } from '../src/rate/source.ts'
import { saveRate } from '../src/rate/store.ts'
import { type Market, startMarket } from './market.ts'

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let market: Market
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, host: '127.0.0.1', joinUsers: [] })
  market = await startMarket(inject('postgres'), { RATES_URL: `${sandbox.url}/exchange` })
})
afterAll(async () => {
  await market?.stop()
  await sandbox?.stop()
})

const told = async () => (await market.clientOf()(rates, {})).list

test('OB-37 the rates of the exchange are there to be read, and one that is too old is left out', async () => {
  const [rate] = await until('the exchange was asked', async () => {
    const list = await told()
    return list.length > 0 ? list : undefined
  })
  expect(rate).toMatchObject({ base: 'jfin', quote: 'thb', rate: '3.25' })
  const [base, quote] = ['jfin', 'thb']
  await saveRate(market.db, { base, quote, rate: '9', at: new Date(0) }) // an answer that comes late
  expect((await told())[0]?.rate).toBe('3.25')
  await market.db.query(`update rate set at = now() - interval '16 minutes'`)
  expect(await told()).toEqual([])
})

test('OB-37 an exchange that does not answer, or not as promised, gives no rate', async () => {
  await expect(exchangeTicker(`${sandbox.url}/nowhere`).read('jfin')).rejects.toThrow('answers 404')
  await expect(exchangeTicker(`${sandbox.url}/exchange`).read('gold')).rejects.toThrow('no price of GOLD_THB')
  const fault = { provider: 'exchange', call: 'ticker', fault: 'error', status: 503 }
  await fetch(`${sandbox.url}/control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  })
  await expect(exchangeTicker(`${sandbox.url}/exchange`).read('jfin')).rejects.toThrow('answers 503')
})
