import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { fill, list } from './bodies.ts'
import { type Market, startMarket } from './market.ts'
import { facts, introduce } from './messages.ts'
import { becomes } from './steps.ts'

let market: Market
beforeAll(async () => {
  market = await startMarket(inject('postgres'))
  await introduce(market)
})
afterAll(() => market?.stop())

// Runs at night only: on 2026-11-27 the order stayed as it was for a minute in some runs, without a dead letter; why isn't known yet.
test('OB-2 fills are counted in units: 4 and then 6 of 10, heard twice and in the wrong order', async () => {
  const order = await list(market, { kind: 'multiple', tokenId: '3', amount: '10', allowPartial: true })
  const four = await fill(market, order, 4n)
  const rest = await fill(market, order, 6n)
  await market.send(facts.fulfilled(rest, order, '6'), facts.fulfilled(rest, order, '6'))
  const filled = await becomes(market, order, 'filled').catch(async (error: unknown) => {
    const { rows } = await market.db.query('select message_id, error, attempts from kit.dead_letter')
    throw new Error(`${String(error)}; dead letters: ${JSON.stringify(rows)}`)
  })
  expect(filled.fill).toMatchObject({ amount: '6', left: '4', percent: 60 })
  await market.send(facts.fulfilled(four, order, '4'))
  await becomes(market, order, 'completed')
})
