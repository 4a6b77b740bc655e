import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { inTx } from '../src/db.ts'
import { jobType } from '../src/jobs.ts'
import { until } from '../src/testing/wait.ts'
import { startProcess, waiting, work } from './job-rig.ts'
import { openKit } from './kit.ts'

const START = new Date('2026-01-01T00:00:00Z')
const LATER = new Date('2026-01-01T00:01:00Z')

test('many pieces are asked for in one statement, each as if it were alone', async () => {
  const kit = await openKit()
  const send = jobType('mail.send', z.object({ id: z.string() }))
  await inTx(kit.db, async (tx) => {
    await send.enqueue(tx, [{ payload: { id: 'early' }, key: 'a', at: START }])
    await send.enqueue(tx, [{ payload: { id: 'late' }, key: 'b', at: LATER }])
  })
  await inTx(kit.db, async (tx) => {
    const keys = ['c', 'b', 'a', 'c']
    await send.enqueue(
      tx,
      keys.map((key) => ({ key, payload: { id: key } })),
      LATER,
    )
    await send.enqueue(tx, [], START)
  })
  const { rows } = await kit.db.query('select key, payload, run_at, revision from kit.job order by key')
  expect(rows).toEqual([
    { key: 'a', payload: { id: 'a' }, run_at: START, revision: 2n },
    { key: 'b', payload: { id: 'b' }, run_at: LATER, revision: 2n },
    { key: 'c', payload: { id: 'c' }, run_at: LATER, revision: 1n },
  ])
})

test('transactions that ask for pieces of several kinds, each in its own order, do not wait in a circle', async () => {
  const kit = await openKit()
  const kinds = ['mail.send', 'mail.read'].map((name) => jobType(name, z.object({ id: z.string() })))
  let open = 0
  const ask = (mine: typeof kinds) =>
    inTx(kit.db, async (tx) => {
      for (const [index, kind] of mine.entries()) {
        await kind.enqueue(tx, [{ payload: { id: 'a' }, key: 'a', at: START }])
        if (index > 0) continue
        open += 1
        await until('each has asked for its first', () => open >= 2)
      }
      expect(await kinds[0]?.due(tx, 10, LATER)).toEqual(['a'])
    })
  await Promise.all([ask(kinds), ask(kinds.toReversed())])
  const { rows } = await kit.db.query('select task, revision from kit.job order by task')
  expect(rows).toEqual([
    { task: 'mail.read', revision: 2n },
    { task: 'mail.send', revision: 2n },
  ])
})

test('what a transaction asked for goes with it when it is rolled back, and the next one on its connection asks anew', async () => {
  const kit = await openKit()
  const send = jobType('mail.send', z.object({ id: z.string() }))
  const ask = (key: string, end: () => void) =>
    inTx(kit.db, async (tx) => {
      await send.enqueue(tx, [{ payload: { id: key }, key, at: START }])
      end()
      return tx
    })
  const fails = () => {
    throw new Error('no')
  }
  await expect(ask('a', fails)).rejects.toThrow('no')
  await ask('b', () => undefined)
  expect((await kit.db.query('select key from kit.job')).rows).toEqual([{ key: 'b' }])
})

test('a piece that is asked for twice in one statement is due at the earlier of both times, unless postponed', async () => {
  const kit = await openKit()
  const send = jobType('mail.send', z.object({ id: z.string() }))
  await inTx(kit.db, (tx) =>
    send.enqueue(tx, [
      { payload: { id: 'first' }, key: 'a', at: START },
      { payload: { id: 'second' }, key: 'a', at: LATER },
      { payload: { id: 'first' }, key: 'b', at: START },
      { payload: { id: 'second' }, key: 'b', at: LATER, postpone: true },
    ]),
  )
  const { rows } = await kit.db.query('select key, payload, run_at from kit.job order by key')
  expect(rows).toEqual([
    { key: 'a', payload: { id: 'second' }, run_at: START },
    { key: 'b', payload: { id: 'second' }, run_at: LATER },
  ])
})

test('a piece costs one look and the note of its end, and a lane that was full is filled again at once', async () => {
  const kit = await openKit()
  let done = 0
  const send = work('mail.send', async () => void done++, { concurrency: 2 })
  const { runner } = await startProcess(kit, [send.done])
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => asked.mockRestore())
  const looks = () => asked.mock.calls.filter(([query]) => Object(query).name === 'kit.claim_jobs').length
  const since = performance.now()
  for (let n = 1; n <= 10; n++) {
    await inTx(kit.db, (tx) => send.enqueue(tx, [{ payload: { id: `${n}` }, key: `${n}`, at: START }]))
    await until('it is done and gone', async () => done === n && (await waiting(kit)).length === 0)
  }
  // a look for each, and few others: of those each two seconds, and where news came while it was looked
  expect(looks()).toBeLessThanOrEqual(10 + 5 + (performance.now() - since) / 2_000)
  const before = performance.now()
  await inTx(kit.db, async (tx) => {
    const keys = Array.from({ length: 40 }, (_, n) => ({ key: `many ${n}`, payload: { id: `${n}` } }))
    await send.enqueue(tx, keys, START)
  })
  await until('all are gone', async () => (await waiting(kit)).length === 0)
  // two at a time: had each pair waited for the look that comes every two seconds, it had been 40 s
  expect(performance.now() - before).toBeLessThan(20_000)
  await runner.close()
})
