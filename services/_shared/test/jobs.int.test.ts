import { expect, onTestFinished, test } from 'vitest'
import { inTx } from '../src/db.ts'
import { recurring } from '../src/jobs.ts'
import { until } from '../src/testing/wait.ts'
import { START, startProcess, waiting, work } from './job-rig.ts'
import { cutConnections, openKit } from './kit.ts'

test('work that was asked for in a transaction is done after its commit, once, and then gone', async () => {
  const kit = await openKit()
  const done: string[] = []
  const send = work('mail.send', async ({ id }) => void done.push(id))
  await startProcess(kit, [send.done])
  await inTx(kit.db, async (tx) => {
    await send.enqueue(tx, [{ payload: { id: 'a' }, key: 'a', at: START }])
    await send.enqueue(tx, [{ payload: { id: 'a' }, key: 'a', at: START }])
  })
  await inTx(kit.db, async (tx) => {
    await send.enqueue(tx, [{ payload: { id: 'b' }, key: 'b', at: START }])
    throw new Error('planted')
  }).catch(() => undefined)
  await until('it is done and gone', async () => done.length > 0 && (await waiting(kit)).length === 0)
  expect(done).toEqual(['a'])
})

test('work is not done before its time, and at once when that has come', async () => {
  const kit = await openKit()
  const done: string[] = []
  const send = work('mail.send', async ({ id }) => void done.push(id))
  const process = await startProcess(kit, [send.done])
  const later = new Date(START.getTime() + 60_000)
  await inTx(kit.db, (tx) => send.enqueue(tx, [{ payload: { id: 'later' }, key: 'later', at: later }]))
  await inTx(kit.db, (tx) => send.enqueue(tx, [{ payload: { id: 'now' }, key: 'now', at: START }]))
  await until('what is due is done', () => done.length > 0)
  expect(done).toEqual(['now'])
  process.pass(60_000)
  await until('the later one is done', () => done.length === 2)
})

test('who asks again moves the time forward, and back only when told to postpone', async () => {
  const kit = await openKit()
  const send = work('mail.send', async () => undefined)
  const at = (minutes: number) => new Date(START.getTime() + minutes * 60_000)
  const runAt = async () =>
    (await kit.db.query<{ run_at: Date }>('select run_at from kit.job')).rows[0]?.run_at
  const ask = (minutes: number, postpone = false) =>
    inTx(kit.db, (tx) => send.enqueue(tx, [{ payload: { id: 'a' }, key: 'a', at: at(minutes), postpone }]))
  await ask(10)
  await ask(5)
  expect(await runAt()).toEqual(at(5))
  await ask(20)
  expect(await runAt()).toEqual(at(5))
  await ask(20, true)
  expect(await runAt()).toEqual(at(20))
  await inTx(kit.db, (tx) => send.cancel(tx, 'a'))
  expect(await waiting(kit)).toEqual([])
})

test('what is asked for while it runs is done once more', async () => {
  const kit = await openKit()
  const done: string[] = []
  const gate = Promise.withResolvers<void>()
  const send = work('mail.send', async ({ id }) => {
    done.push(id)
    if (done.length === 1) await gate.promise
  })
  await startProcess(kit, [send.done])
  await inTx(kit.db, (tx) => send.enqueue(tx, [{ payload: { id: 'first' }, key: 'a', at: START }]))
  await until('it runs', () => done.length === 1)
  await inTx(kit.db, (tx) => send.enqueue(tx, [{ payload: { id: 'second' }, key: 'a', at: START }]))
  gate.resolve()
  await until('it is done again and gone', async () => done.length === 2 && (await waiting(kit)).length === 0)
  expect(done).toEqual(['first', 'second'])
})

test('pieces that always fail never keep others from their turn', async () => {
  const kit = await openKit()
  const done: string[] = []
  const send = work(
    'mail.send',
    async ({ id }) => {
      if (id.startsWith('bad')) throw new Error(`planted ${id}`)
      done.push(id)
    },
    { concurrency: 2, retryMs: 1_000 },
  )
  const { log } = await startProcess(kit, [send.done])
  await inTx(kit.db, async (tx) => {
    for (let n = 0; n < 30; n++)
      await send.enqueue(tx, [{ payload: { id: `bad${n}` }, key: `bad${n}`, at: START }])
    await send.enqueue(tx, [{ payload: { id: 'good' }, key: 'good', at: new Date(START.getTime()) }])
  })
  await until('the healthy one is done', () => done.length === 1)
  await until('all bad ones have failed once', async () =>
    (await waiting(kit)).every(({ failures }) => failures === 1),
  )
  expect(log.warned).toHaveLength(30)
  expect((await waiting(kit))[0]).toMatchObject({ key: 'bad0', last_error: 'Error: planted bad0' })
})

test('a failing piece is tried again later each time, and from the sixth time on somebody is called', async () => {
  const kit = await openKit()
  const tries: number[] = []
  const send = work(
    'mail.send',
    async (_payload, { now, attempt }) => {
      tries.push(now.getTime() - START.getTime())
      if (attempt < 7) throw new Error('planted')
    },
    { retryMs: 1_000, maxRetryMs: 4_000 },
  )
  const { pass, log } = await startProcess(kit, [send.done])
  await inTx(kit.db, (tx) => send.enqueue(tx, [{ payload: { id: 'a' }, key: 'a', at: START }]))
  for (const [index, ms] of [1_000, 2_000, 4_000, 4_000, 4_000, 4_000].entries()) {
    await until('it has failed', async () => (await waiting(kit))[0]?.failures === index + 1)
    pass(ms)
  }
  await until('it is gone', async () => (await waiting(kit)).length === 0)
  expect(tries).toEqual([0, 1_000, 3_000, 7_000, 11_000, 15_000, 19_000])
  expect(log.warned).toHaveLength(5)
  expect(log.failed).toHaveLength(1)
})

test('one kind of work whose pieces hang leaves the lanes of the others alone', async () => {
  const kit = await openKit()
  const done: string[] = []
  const gate = Promise.withResolvers<void>()
  onTestFinished(() => gate.resolve())
  const hanging = work('card.ask', () => gate.promise, { concurrency: 2 })
  const quick = work('mail.send', async ({ id }) => void done.push(id))
  await startProcess(kit, [hanging.done, quick.done])
  await inTx(kit.db, async (tx) => {
    for (let n = 0; n < 10; n++)
      await hanging.enqueue(tx, [{ payload: { id: `${n}` }, key: `${n}`, at: START }])
    for (let n = 0; n < 10; n++)
      await quick.enqueue(tx, [{ payload: { id: `${n}` }, key: `${n}`, at: START }])
  })
  await until('all quick ones are done', () => done.length === 10)
  const claimed = await kit.db.query(
    `select 1 from kit.job where task = 'card.ask' and claimed_by is not null`,
  )
  expect(claimed.rows).toHaveLength(2)
  gate.resolve()
})

test('no connection is held while a piece runs', async () => {
  const kit = await openKit(3) // two listen
  const done: string[] = []
  const gate = Promise.withResolvers<void>()
  const slow = work(
    'card.ask',
    async ({ id }) => {
      done.push(id)
      await gate.promise
    },
    { concurrency: 8 },
  )
  await startProcess(kit, [slow.done])
  await inTx(kit.owner, async (tx) => {
    for (let n = 0; n < 8; n++) await slow.enqueue(tx, [{ payload: { id: `${n}` }, key: `${n}`, at: START }])
  })
  await until('eight run at once', () => done.length === 8)
  gate.resolve()
  await until('all are gone', async () => (await waiting(kit)).length === 0)
})

test('among several processes each piece is done once', async () => {
  const kit = await openKit(20)
  const done: string[] = []
  const send = work('mail.send', async ({ id }) => void done.push(id))
  for (let n = 0; n < 3; n++) await startProcess(kit, [send.done])
  const ids = Array.from({ length: 100 }, (_, n) => `${n}`)
  await Promise.all(
    ids.map((id) => inTx(kit.db, (tx) => send.enqueue(tx, [{ payload: { id }, key: id, at: START }]))),
  )
  await until('all are gone', async () => (await waiting(kit)).length === 0)
  expect(done.toSorted()).toEqual(ids.toSorted())
})

test('what a dead process had taken is done by another one', async () => {
  const kit = await openKit()
  const done: string[] = []
  const send = work('mail.send', async ({ id }) => void done.push(id))
  await inTx(kit.db, (tx) => send.enqueue(tx, [{ payload: { id: 'a' }, key: 'a', at: START }]))
  await kit.db.query('update kit.job set claimed_by = 12345') // a session that is no more
  await startProcess(kit, [send.done])
  await until('it is done', () => done.length === 1)
})

test('what a living process does is not taken from it', async () => {
  const kit = await openKit(20)
  let begun = 0
  const gate = Promise.withResolvers<void>()
  const send = work('mail.send', async () => {
    begun += 1
    await gate.promise
  })
  await startProcess(kit, [send.done])
  await inTx(kit.db, (tx) => send.enqueue(tx, [{ payload: { id: 'a' }, key: 'a', at: START }]))
  await until('it runs', () => begun === 1)
  const marker: string[] = []
  const other = work('mail.mark', async ({ id }) => void marker.push(id))
  await startProcess(kit, [send.done, other.done]) // looks for dead sessions when it starts
  await inTx(kit.db, (tx) => other.enqueue(tx, [{ payload: { id: 'm' }, key: 'm', at: START }]))
  await until('the other process works', () => marker.length === 1)
  gate.resolve()
  await until('it is gone', async () => (await waiting(kit)).length === 0)
  expect(begun).toBe(1)
})

test('a database that goes away in between costs no work', async () => {
  const kit = await openKit()
  const done: string[] = []
  const gate = Promise.withResolvers<void>()
  const send = work('mail.send', async ({ id }) => {
    done.push(id)
    await gate.promise
  })
  await startProcess(kit, [send.done])
  await inTx(kit.db, (tx) => send.enqueue(tx, [{ payload: { id: 'a' }, key: 'a', at: START }]))
  await until('it runs', () => done.length === 1)
  await cutConnections(kit.owner)
  gate.resolve()
  const isGone = async () => (await waiting(kit)).length === 0
  await until('it is gone', () => isGone().catch(() => false), 20_000) // connections of ours may be cut as well
  expect(new Set(done)).toEqual(new Set(['a']))
})

test('recurring work is done every so often by one of several processes, and soon again after a failure', async () => {
  const kit = await openKit(20)
  const clock = { now: START }
  const turns: number[] = []
  const sweep = recurring({
    name: 'sessions.sweep',
    everyMs: 60_000,
    retryMs: 1_000,
    run: async ({ now }) => {
      turns.push(now.getTime() - START.getTime())
      if (turns.length === 2) throw new Error('planted')
    },
  })
  const [one, two] = [await startProcess(kit, [sweep], clock), await startProcess(kit, [sweep], clock)]
  const pass = (ms: number) => {
    one.pass(ms)
    two.runner.wake()
  }
  const rests = () => until('nobody has it', async () => (await waiting(kit))[0]?.claimed_by === null)
  await until('the first turn', () => turns.length === 1)
  await rests()
  pass(60_000)
  await until('the second turn fails', async () => (await waiting(kit))[0]?.failures === 1)
  pass(1_000)
  await until('it is tried again', () => turns.length === 3)
  await rests()
  expect(turns).toEqual([0, 60_000, 61_000])
  expect(await waiting(kit)).toHaveLength(1)
})
