import { saveRate } from '@talad/market/rates/rate'
import { exchangeTicker } from '@talad/market/rates/source'
import { listOrders, rates } from '@talad/proto/http/order-book/orders'
import { startSandbox } from '@talad/sandbox/server'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { convertPrices } from '../src/rate/store.ts'
import { list } from './bodies.ts'
import { putCrypto } from './crypto.ts'
import { type Market, startMarket } from './market.ts'
import { introduce } from './messages.ts'

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let market: Market
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, host: '127.0.0.1', joinUsers: [] })
  market = await startMarket(inject('postgres'), { RATES_URL: `${sandbox.url}/exchange` })
  await introduce(market)
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

test('OB-37 GW-30 lists compare prices as converted, and what has no usable rate comes last', async () => {
  const [base, quote, rate] = ['jfin', 'thb', '3.25']
  await saveRate(market.db, { base, quote, rate, at: new Date() })
  const dear = await list(market, { tokenId: '1', text: '100' })
  const token = market.deployment.wrappedJfin
  const jfin = await putCrypto(market, { tokenId: '2', text: '10', token })
  const cheap = await list(market, { tokenId: '3', text: '25' })
  expect(jfin.basic.price.converted).toMatchObject({ family: 'thb', value: '32.50' })
  const hashes = async (query: object) =>
    (await market.clientOf()(listOrders, { query: { tp: 'li', ...query } })).list.map(({ hash }) => hash)
  expect(await hashes({})).toEqual([cheap, jfin, dear].map(({ hash }) => hash))
  expect(await hashes({ sr: 'pr', sd: 'd' })).toEqual([dear, jfin, cheap].map(({ hash }) => hash))
  expect(await hashes({ vf: '30', vt: '40' })).toEqual([jfin.hash])
  expect(await hashes({ vf: '9', vt: '31', cv: 'jfin' })).toEqual([jfin, dear].map(({ hash }) => hash))
  await convertPrices(market.db, new Date(Date.now() + 16 * 60_000))
  expect(await hashes({})).toEqual([cheap, dear, jfin].map(({ hash }) => hash))
  expect(await hashes({ sr: 'pr', sd: 'd' })).toEqual([dear, cheap, jfin].map(({ hash }) => hash))
  expect(await hashes({ vf: '30', vt: '40' })).toEqual([])
  await convertPrices(market.db, new Date())
  expect(await hashes({ vf: '30', vt: '40' })).toEqual([jfin.hash])
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
