import { expect, test } from 'vitest'
import { until } from '../testing/wait.ts'
import { startWatchdog } from './watchdog.ts'

/** A watchdog over one member, on a clock that each look moves by 10 of 60 ms. */
type Member = { answered: () => number; oldest?: () => number | undefined; waiting: () => Promise<boolean> }

async function watch(member: Member, looks: number, tick = () => 10) {
  const stuck: number[] = []
  let clock = 0
  let looked = 0
  const watchdog = startWatchdog({
    members: () => {
      clock += tick()
      looked += 1
      return [watched]
    },
    limitMs: 60,
    onStuck: (_group, silentMs) => stuck.push(silentMs),
    now: () => clock,
  })
  const watched = { group: 'g', oldest: () => undefined, ...member }
  await until('it looked often enough', () => {
    watchdog.wake()
    return looked >= looks
  })
  await watchdog.close()
  return stuck
}

test('B12 tells when messages wait and the handler is silent for the limit', async () => {
  expect((await watch({ answered: () => 3, waiting: async () => true }, 10))[0]).toBe(60)
})

test('B12 is quiet while the handler answers', async () => {
  let answered = 0
  expect(await watch({ answered: () => ++answered, waiting: async () => true }, 30)).toEqual([])
})

test('B12 is quiet while nothing waits', async () => {
  expect(await watch({ answered: () => 0, waiting: async () => false }, 30)).toEqual([])
})

test('B12 takes a broker that cannot be asked for no proof', async () => {
  let asked = 0
  const waiting = async () => {
    asked += 1
    if (asked % 4 === 0) throw new Error('away')
    return true
  }
  expect(await watch({ answered: () => 0, waiting }, 30)).toEqual([])
})

test('B12 goes on counting the silence of an open call while the broker cannot be asked, and tells when it can', async () => {
  let asked = 0
  const waiting = async () => {
    asked += 1
    if (asked <= 3) throw new Error('away')
    return true
  }
  expect((await watch({ answered: () => 0, oldest: () => 7, waiting }, 12))[0]).toBe(90)
})

test('B12 tells of one call that is never answered while others are', async () => {
  let answered = 0
  const member = { answered: () => ++answered, oldest: () => 7, waiting: async () => true }
  expect((await watch(member, 10))[0]).toBe(60)
})

test('B12 does not count the time in which this process was paused', async () => {
  let looks = 0
  const tick = () => (++looks === 3 ? 100_000 : 10)
  const frozen = () => looks < 6 // for fewer looks than the limit is long
  const member = { answered: () => 3, oldest: () => (frozen() ? 7 : undefined) }
  expect(await watch({ ...member, waiting: async () => frozen() }, 10, tick)).toEqual([])
})
