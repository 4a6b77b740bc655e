import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { addAsset, type Lists, now, startLists } from './lists.ts'

const KEPT_MS = 5_000
/** Each look at the clock is this much later than the one before: so long everything takes. */
const STEP_MS = 20
let at = now.getTime()
let own: Lists
beforeAll(async () => {
  const clock = () => {
    at += STEP_MS
    return new Date(at)
  }
  own = await startLists(inject('postgres'), { clock, countsKeptMs: KEPT_MS })
})
afterAll(() => own.close())

const assets = '/api/public/v1/assets'
const total = async (query = {}) => (await own.get(assets, { count: '1', ...query })).body.total
async function counted(): Promise<number> {
  const { body } = await own.get(`${assets}/facets`, {})
  return body.blockchains.find(({ name }: { name: string }) => name === 'kub').count
}

test('AI-13, GW-20 counts that took long are told for seconds, lists and other filters are not', async () => {
  expect([await total(), await counted()]).toEqual([5, 5])
  await addAsset(own.db, 7, '77', 500)
  expect([await total(), await counted()]).toEqual([5, 5])
  expect([await total({ pi: '1', ps: '2' }), await total({ ti: '77' })]).toEqual([5, 1])
  expect((await own.get(assets, {})).body.list).toHaveLength(6)
  at += 2 * KEPT_MS
  expect([await total(), await counted()]).toEqual([6, 6])
})
