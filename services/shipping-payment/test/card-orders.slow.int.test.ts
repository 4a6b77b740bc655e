import { expect, inject, onTestFinished, test } from 'vitest'
import { expectOneEnd, orders } from './card-orders.ts'
import { cardPayments, signedFields } from './card-payments.ts'
import { startWorld } from './setup.ts'

const AT_ONCE = 15

test('SP-4 SP-19 SP-23 B15 in all 120 orders of callback, redirect, poll, cancel and expiry a card payment ends shipped or refunded, exactly one, and as the rules say', {
  timeout: 1_200_000,
}, async () => {
  const world = await startWorld(inject('postgres'))
  onTestFinished(() => world.close())
  for (let n = 0; n < orders.length; n += AT_ONCE) await expectOneEnd(world, orders.slice(n, n + AT_ONCE))
})

const MINUTE_MS = 60_000
/** SP-20, in minutes after the start: 5 early ones, then hourly until a day has passed */
const ASKED = [1, 3, 5, 10, 20, ...Array.from({ length: 24 }, (_, hour) => 20 + (hour + 1) * 60)]

test('SP-20 SP-21 B15 a payment of which the provider says nothing is asked about as the schedule says, given up after a day, and credited once all the same when it is confirmed later', {
  timeout: 180_000,
}, async () => {
  const world = await startWorld(inject('postgres'))
  onTestFinished(() => world.close())
  const cards = cardPayments(world)
  const all = await cards.openPages([cards.somebody(), cards.somebody(), cards.somebody()])
  const [byCallback, byPoll, never] = all
  if (!byCallback || !byPoll || !never) throw new Error('three purchases were to be opened')
  for (const [n, minutes] of ASKED.entries()) {
    await world.pass((minutes - (ASKED[n - 1] ?? 0)) * MINUTE_MS + 2_000) // each is due so long after the one before
    await world.quiet()
  }
  const { rows } = await world.db.query(
    `select status, inquiries, run_at from topup t
     left join kit.job j on j.task = 'topup.inquiry' and j.key = t.id where shipping_id = any($1)`,
    [all.map(({ shippingId }) => shippingId)],
  )
  expect(rows).toEqual(all.map(() => ({ status: 'failed', inquiries: ASKED.length, run_at: null })))
  await world.pass(6 * 60 * MINUTE_MS)
  for (const one of [byCallback, byPoll]) await cards.decide(one, 'success')
  const five = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: 5 }, work))
  expect(new Set(await five(() => cards.callBack(signedFields(byCallback, 0))))).toEqual(new Set([200]))
  await five(() => cards.check(byPoll.who, byPoll.shippingId))
  await world.quiet()
  expect(all.map(cards.creditsOf)).toEqual([1, 1, 0])
  const balances = all.map(({ customerId }) => world.ledger.balances.get(customerId) ?? 0n)
  expect(balances).toEqual([byCallback.charge, byPoll.charge, 0n])
  for (const { who, shippingId } of all) await cards.reaches(who, shippingId, 'canceled')
})
