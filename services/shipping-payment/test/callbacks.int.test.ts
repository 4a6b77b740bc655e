import { inject, onTestFinished, test } from 'vitest'
import { expectForgeriesMoveNothing } from './forged-callbacks.ts'
import { startWorld } from './setup.ts'

test('SP-17 SP-18 B14 no forged, altered, aged or replayed callback moves a satang, nor does anything that a browser brings; 100 true ones at once are one credit, and what was attacked is still credited once by its true success', {
  timeout: 120_000,
}, async () => {
  const world = await startWorld(inject('postgres'))
  onTestFinished(() => world.close())
  await expectForgeriesMoveNothing(world, 56)
})
