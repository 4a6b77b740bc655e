import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { verifyLedger } from '../src/books/proof.ts'
import type { Command } from '../src/transfer/commands.ts'
import { asTopup, startWorld, type World } from './setup.ts'

let world: World
beforeAll(async () => {
  world = await startWorld(inject('postgres'))
})
afterAll(() => world.close())

const lock = (customerId: string, id: string, amount: bigint): Command => ({
  type: 'Hold',
  flow: 'seller_lock',
  id,
  customerId,
  amount,
  attempt: 1,
  upTo: true,
  capture: false,
})

test('LG-18 earnings that come in several processes at once fill a lock to its amount, and the books verify', async () => {
  const earner = 'join-locked'
  await world.postNow(asTopup(earner, 'first', 100n, 'ft_thb'), lock(earner, 's1', 1_000n))
  const earnings = Array.from({ length: 50 }, (_, n) => asTopup(earner, `later-${n}`, 30n, 'ft_thb'))
  await Promise.all(earnings.map((one) => world.postNow(one)))
  expect(await world.balance(earner, 'ft_thb')).toEqual({ balance: 1_600n, balance_locked: 1_000n })
  await Promise.all(earnings.map((one) => world.postNow(one)))
  expect(await world.balance(earner, 'ft_thb')).toEqual({ balance: 1_600n, balance_locked: 1_000n })
  expect((await verifyLedger(world.owner)).faults).toEqual([])
})

test('LG-5 a hold ends exactly once, whichever of fifty ends come first', async () => {
  const customerId = 'join-once'
  const about = { flow: 'withdrawal', id: 'w1', customerId }
  await world.postNow(asTopup(customerId, 'earned', 1_000n, 'ft_thb'), {
    type: 'Hold',
    ...about,
    amount: 600n,
    attempt: 1,
    upTo: false,
    capture: false,
  })
  const ends = Array.from(
    { length: 50 },
    (_, n): Command =>
      n % 2 === 0 ? { type: 'Release', ...about } : { type: 'Capture', ...about, amount: 600n },
  )
  const results = (await Promise.all(ends.map((end) => world.postNow(end)))).flat()
  const done = results.filter(({ refused, again }) => refused === undefined && !again)
  expect(done).toHaveLength(1)
  const ended = await world.db.query<{ state: string }>(
    `select state from hold where flow = 'withdrawal' and id = 'w1'`,
  )
  const isPaid = ended.rows[0]?.state === 'captured'
  expect(await world.balance(customerId, 'ft_thb')).toEqual({
    balance: isPaid ? 400n : 1_000n,
    balance_locked: 0n,
  })
  expect((await verifyLedger(world.owner)).faults).toEqual([])
})
