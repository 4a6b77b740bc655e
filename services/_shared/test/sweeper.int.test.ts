import { expect, onTestFinished, test } from 'vitest'
import { openDb } from '../src/db.ts'
import { type Sweeper, startSweeper } from '../src/sweeper.ts'
import { until } from '../src/testing/wait.ts'
import { type Kit, openKit, pause } from './kit.ts'

function start(kit: Kit, sweeper: Sweeper<string>, channels: string[] = []) {
  const faults: [unknown, string | undefined][] = []
  const loop = startSweeper({ ...kit, onError: (error, key) => faults.push([error, key]) }, sweeper, channels)
  onTestFinished(() => loop.close())
  return { loop, faults }
}

test('among several processes one sweeps at a time', async () => {
  const kit = await openKit()
  let running = 0
  let most = 0
  let done = 0
  const sweeper: Sweeper<string> = {
    name: 'one',
    everyMs: 5,
    due: async () => ['a'],
    key: (item) => item,
    settleMs: 0,
    async run() {
      running += 1
      most = Math.max(most, running)
      await pause(5)
      running -= 1
      done += 1
    },
  }
  for (let n = 0; n < 3; n++) start(kit, sweeper)
  await until('much is done', () => done > 40)
  expect(most).toBe(1)
})

test('a piece that fails rests, longer each time, while others go on', async () => {
  const kit = await openKit()
  const open = new Set(['bad', ...Array.from({ length: 30 }, (_, n) => `${n}`)])
  const tries: number[] = []
  const { faults } = start(kit, {
    name: 'rest',
    everyMs: 60_000, // so that it is the end of the rest that brings the next try
    retryMs: 40,
    due: async () => [...open].slice(0, 10),
    key: (item) => item,
    async run(item) {
      if (item !== 'bad') return void open.delete(item)
      tries.push(performance.now())
      throw new Error('planted')
    },
  })
  await until('all others are done', () => open.size === 1)
  await until('it was tried four times', () => tries.length >= 4)
  const gaps = tries.slice(1).map((at, index) => at - (tries[index] ?? 0))
  expect(gaps[0]).toBeGreaterThanOrEqual(39)
  expect(gaps[2]).toBeGreaterThanOrEqual(159)
  expect(faults[0]).toEqual([new Error('planted'), 'bad'])
})

test('one piece named twice is done once', async () => {
  const kit = await openKit()
  let done = 0
  start(kit, {
    name: 'twice',
    everyMs: 60_000,
    due: async () => (done === 0 ? ['a', 'a', 'a'] : []),
    key: (item) => item,
    run: async () => {
      await pause(5)
      done += 1
    },
  })
  await until('it is done', () => done > 0)
  await pause(50)
  expect(done).toBe(1)
})

test('a piece is left alone for a moment after it was done, until the read model has learned of it', async () => {
  const kit = await openKit()
  let learned = false
  let done = 0
  start(kit, {
    name: 'settle',
    everyMs: 60_000,
    due: async () => (learned ? [] : ['a']),
    key: (item) => item,
    run: async () => {
      done += 1
      setTimeout(() => {
        learned = true
      }, 20)
    },
  })
  await until('the read model knows', () => learned)
  expect(done).toBe(1)
})

test('what was not done when a process died is still due for the next one', async () => {
  const kit = await openKit()
  const open = new Set(['a'])
  let hang = true
  const sweeper: Sweeper<string> = {
    name: 'heir',
    everyMs: 20,
    due: async () => [...open],
    key: (item) => item,
    async run(item) {
      if (hang) return new Promise(() => undefined) // a process that will never come back
      open.delete(item)
    },
  }
  const dying = openDb(kit.url) // neither this pool nor its sweeper is closed: it is cut off below, as by a kill
  startSweeper({ ...kit, db: dying, onError: () => undefined }, sweeper)
  const held = `select pid from pg_locks where locktype = 'advisory' and granted
    and database = (select oid from pg_database where datname = current_database())`
  await until('it hangs', async () => (await kit.owner.query(held)).rows.length > 0)
  hang = false
  start(kit, sweeper)
  await kit.owner.query(`select pg_terminate_backend(pid) from (${held}) holders`)
  await until('the next one has done it', () => open.size === 0)
})

test('a sweeper that is told to stop finishes the piece in hand and leaves the others due', async () => {
  const kit = await openKit()
  const begun: string[] = []
  const done: string[] = []
  const { loop } = start(kit, {
    name: 'stop',
    everyMs: 60_000,
    due: async () => ['a', 'b', 'c'],
    key: (item) => item,
    concurrency: 1,
    run: async (item) => {
      begun.push(item)
      await pause(20)
      done.push(item)
    },
  })
  await until('the first is begun', () => begun.length > 0)
  await loop.close()
  expect([begun, done]).toEqual([['a'], ['a']])
})

test('a wake on a channel brings the next look', async () => {
  const kit = await openKit()
  const open = new Set<string>()
  start(
    kit,
    {
      name: 'woken',
      everyMs: 60_000,
      due: async () => [...open],
      key: (item) => item,
      run: async (item) => void open.delete(item),
    },
    ['something'],
  )
  await pause(20)
  open.add('a')
  kit.wake.notify('something')
  await until('it is done', () => open.size === 0)
})
