import { expect, test } from 'vitest'
import { until } from '../testing/wait.ts'
import { startWatchdog } from './watchdog.ts'

/** A watchdog over one member, on a clock that each look moves by 10 of 60 ms. */
async function watch(member: { answered: () => number; waiting: () => Promise<bigint> }, looks: number) {
  const stuck: number[] = []
  let clock = 0
  let looked = 0
  const watchdog = startWatchdog({
    members: () => {
      clock += 10
      looked += 1
      return [watched]
    },
    limitMs: 60,
    onStuck: (_group, silentMs) => stuck.push(silentMs),
    now: () => clock,
  })
  const watched = { group: 'g', ...member }
  await until('it looked often enough', () => {
    watchdog.wake()
    return looked >= looks
  })
  await watchdog.close()
  return stuck
}

test('B12 tells when messages wait and the handler is silent for the limit', async () => {
  expect((await watch({ answered: () => 3, waiting: async () => 5n }, 10))[0]).toBe(60)
})

test('B12 is quiet while the handler answers', async () => {
  let answered = 0
  expect(await watch({ answered: () => ++answered, waiting: async () => 5n }, 30)).toEqual([])
})

test('B12 is quiet while nothing waits', async () => {
  expect(await watch({ answered: () => 0, waiting: async () => 0n }, 30)).toEqual([])
})

test('B12 takes a broker that cannot be asked for no proof', async () => {
  let asked = 0
  const waiting = async () => {
    asked += 1
    if (asked % 4 === 0) throw new Error('away')
    return 5n
  }
  expect(await watch({ answered: () => 0, waiting }, 30)).toEqual([])
})
