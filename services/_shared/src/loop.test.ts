import { expect, test } from 'vitest'
import { startLoop } from './loop.ts'
import { until } from './testing/wait.ts'

const never = 1_000_000
const onError = () => undefined

test('a loop goes on at once while there is more, and by a wake afterwards', async () => {
  let steps = 0
  const loop = startLoop(async () => ++steps < 5, { idleMs: never, onError })
  await until('it rests', () => steps === 5)
  loop.wake()
  await until('it was woken', () => steps === 6)
  await loop.close()
})

test('a wake during a step is not lost', async () => {
  let steps = 0
  let finish: () => void = () => undefined
  const step = () =>
    new Promise<boolean>((resolve) => {
      steps += 1
      finish = () => resolve(false)
    })
  const loop = startLoop(step, { idleMs: never, onError })
  await until('the first step runs', () => steps === 1)
  loop.wake()
  finish()
  await until('a second one followed', () => steps === 2)
  finish()
  await loop.close()
})

test('a step that names a time is run again by then', async () => {
  let steps = 0
  const loop = startLoop(async () => (++steps < 4 ? 5 : false), { idleMs: never, onError })
  await until('all steps were run', () => steps === 4)
  await loop.close()
})

test('a failing step is told and tried again; closing waits for the step in hand', async () => {
  const faults: unknown[] = []
  let steps = 0
  let ended = false
  const loop = startLoop(
    async () => {
      steps += 1
      if (steps < 3) throw new Error(`planted ${steps}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
      ended = true
      return false
    },
    { idleMs: never, onError: (error) => faults.push(error) },
  )
  await until('the third step runs', () => steps === 3)
  await loop.close()
  expect(ended).toBe(true)
  expect(faults).toHaveLength(2)
})
