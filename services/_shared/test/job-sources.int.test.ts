import { expect, test } from 'vitest'
import { inTx } from '../src/db.ts'
import { claimJobs, finishJob } from '../src/job-claims.ts'
import { jobType } from '../src/jobs.ts'
import { until } from '../src/testing/wait.ts'
import { item, START, startProcess, waiting, work } from './job-rig.ts'
import { type Kit, openKit } from './kit.ts'

const sources = { source: ({ id }: { id: string }) => id.split(' ')[0] ?? '' }
const fetching = jobType('page.fetch', item, { ...sources, ceiling: 50 })

const ask = (kit: Kit, keys: readonly string[], at = START) =>
  inTx(kit.db, (tx) =>
    fetching.enqueue(
      tx,
      keys.map((key) => ({ key, payload: { id: key } })),
      at,
    ),
  )
const many = (source: string, n: number) => Array.from({ length: n }, (_, at) => `${source} ${1_000 + at}`)

/** Claims and does one piece after the other, as a process with one lane does. */
async function inTurn(kit: Kit, pieces: number): Promise<string[]> {
  const done: string[] = []
  let after = ''
  for (let n = 0; n < pieces; n++) {
    const free = new Map([[fetching.name, 1]])
    const found = await claimJobs(kit.db, 1, free, START, new Map([[fetching.name, { share: 1, after }]]))
    after = found.after.get(fetching.name) ?? ''
    for (const piece of found.claimed) {
      done.push(piece.key)
      await finishJob(kit.db, 1, piece)
    }
  }
  return done
}

test('sources have their turns one after another, however much one of them asked for before', async () => {
  const kit = await openKit()
  await ask(kit, many('storm', 300))
  await ask(kit, ['a 1', 'a 2', 'zoo 1'], new Date(START.getTime() + 1))
  await ask(kit, ['later 1'], new Date(START.getTime() + 60_000))
  await kit.db.query(`update kit.job set run_at = $1 where source in ('a', 'zoo')`, [START])
  expect(await inTurn(kit, 6)).toEqual(['a 1', 'storm 1000', 'zoo 1', 'a 2', 'storm 1001', 'storm 1002'])
})

test('rows of a version that knew no sources are one source, and have their turns', async () => {
  const kit = await openKit()
  await ask(kit, many('storm', 3))
  await kit.db.query(
    `insert into kit.job (task, key, payload, context, run_at) values ($1, 'old', '{"id":"old"}', '{}', $2)`,
    [fetching.name, START],
  )
  expect(await inTurn(kit, 4)).toEqual(['storm 1000', 'old', 'storm 1001', 'storm 1002'])
})

test('a source whose work hangs leaves a lane to the others, and its own goes on as its pieces end', async () => {
  const kit = await openKit()
  const done: string[] = []
  const gate = Promise.withResolvers<void>()
  const fetch = work(
    'page.fetch',
    async ({ id }) => {
      if (id.startsWith('slow')) await gate.promise
      done.push(id)
    },
    { concurrency: 3 },
    sources,
  )
  await inTx(kit.db, (tx) =>
    fetch.enqueue(
      tx,
      many('slow', 20).map((key) => ({ key, payload: { id: key } })),
      START,
    ),
  )
  await startProcess(kit, [fetch.done])
  // the piece of the other source may be done and not put down yet
  const runs = async () =>
    (await waiting(kit)).filter(({ key, claimed_by }) => key.startsWith('slow') && claimed_by !== null).length
  await until('it has its share', async () => (await runs()) === 2)
  await inTx(kit.db, (tx) => fetch.enqueue(tx, [{ payload: { id: 'quick 1' }, key: 'quick 1', at: START }]))
  await until('the other one is done', () => done.includes('quick 1'))
  expect(await runs()).toBe(2)
  const began = performance.now()
  gate.resolve()
  await until('all is done', async () => (await waiting(kit)).length === 0)
  expect(performance.now() - began).toBeLessThan(10_000) // had each pair waited for the look every two seconds: 20 s
})

test('what may still wait of a source is told up to its ceiling', async () => {
  const kit = await openKit()
  const room = (source: string) => fetching.room(kit.db, source, START)
  expect(await room('storm')).toBe(50)
  await ask(kit, many('storm', 45))
  expect([await room('storm'), await room('a')]).toEqual([5, 50])
  await kit.db.query(
    `update kit.job set run_at = run_at + interval '1 day' where key = (select min(key) from kit.job)`,
  )
  expect(await room('storm')).toBe(6) // what waits for its next try takes no room
  await ask(kit, many('storm', 80))
  expect(await room('storm')).toBe(0)
})

test('a claim takes no longer for forty thousand pieces of hundreds of sources, due and not', async () => {
  const kit = await openKit()
  await kit.db.query(
    `insert into kit.job (task, key, payload, context, run_at, source)
     select $1, n::text, '{"id":"x"}', '{}', $2::timestamptz + interval '1 day' * (n % 2),
       case when n < 20000 then 'storm' else md5((n % 600)::text) end from generate_series(1, 40000) n`,
    [fetching.name, START],
  )
  const began = performance.now()
  expect((await inTurn(kit, 20)).length).toBe(20)
  expect(performance.now() - began).toBeLessThan(8_000) // 10 ms each; by the wrong index one takes 13 s
})
