import { inject, onTestFinished, test } from 'vitest'
import { expectOneEnd, orders } from './card-orders.ts'
import { startWorld } from './setup.ts'

test('SP-4 SP-19 SP-23 B15 in whatever order callback, redirect, poll, cancel and expiry come, a card payment ends shipped or refunded, exactly one, and as the rules say', {
  timeout: 180_000,
}, async () => {
  const world = await startWorld(inject('postgres'))
  onTestFinished(() => world.close())
  await expectOneEnd(
    world,
    orders.filter((_, n) => n % 40 === 7),
  )
})
