import { until } from '@talad/shared/testing/wait'
import { expect, test } from 'vitest'
import { startCounter } from './harness.ts'

/** Goes on counting until told to stop; @returns how often it has counted. */
function keepCounting(counter: Awaited<ReturnType<typeof startCounter>>) {
  let stopped = false
  const work = (async () => {
    let times = 0
    for (; !stopped; times++) await counter.count('a')
    return times
  })()
  return () => {
    stopped = true
    return work
  }
}

const BEFORE = 700 // more than a batch of the rebuild

test.each([
  ['behind the log', 'total', 'select sum::int as n from total'],
  ['with its stream', 'latest', 'select version as n from latest'],
])('a spoilt read model that moves %s is made anew while events keep coming', async (_how, name, sql) => {
  const counter = await startCounter()
  for (let n = 0; n < BEFORE; n++) await counter.count('a')
  const shown = async () => (await counter.db.query<{ n: number }>(sql)).rows[0]?.n
  await until('the read model is up to date', async () => (await shown()) === BEFORE)
  await counter.db.query(
    `insert into ${name} values ('made up', 1); delete from ${name} where stream = 'counter-a'`,
  )
  const stop = keepCounting(counter)
  const rebuilt = await counter.ask('rebuild', 'counter', name)
  const all = BEFORE + (await stop())
  expect(rebuilt).toMatchObject({ exit: 0, json: { kind: 'read model', name } })
  await until('the read model shows every event', async () => (await shown()) === all)
  expect((await counter.db.query(`select stream from ${name}`)).rows).toEqual([{ stream: 'counter-a' }])
})

test('a spoilt replica is made anew from its topic while messages keep coming', async () => {
  const counter = await startCounter()
  const words = async () => (await counter.db.query('select key, word from word order by key')).rows
  await counter.say('a old')
  await counter.say('a new')
  await counter.say('b word')
  await until('all is heard', () => counter.handled.length === 3)
  await counter.db.query(`delete from word where key = 'b'; update word set word = 'spoilt'`)
  const [rebuilt] = await Promise.all([counter.ask('rebuild', 'counter', 'word'), counter.say('c late')])
  expect(rebuilt).toMatchObject({ exit: 0, json: { kind: 'replica', after: { word: expect.any(Number) } } })
  await until('the late one is there', async () => (await words()).length === 3)
  expect(await words()).toEqual([
    { key: 'a', word: 'new' },
    { key: 'b', word: 'word' },
    { key: 'c', word: 'late' },
  ])
})

test('a dry run of a rebuild changes nothing, and an unknown name is told with those that there are', async () => {
  const counter = await startCounter()
  await counter.db.query(`insert into word values ('x', 'made up')`)
  expect(await counter.ask('rebuild', 'counter', 'word', '--dry-run')).toMatchObject({
    exit: 0,
    json: { dryRun: true, tables: { word: 1 } },
  })
  expect((await counter.db.query('select key from word')).rows).toEqual([{ key: 'x' }])
  const unknown = await counter.run('rebuild', 'counter', 'nothing')
  expect(unknown).toMatchObject({
    exit: 2,
    stderr: 'name: there is no nothing; counter has: total, latest, word\n',
  })
})
