import { expect, test } from 'vitest'
import { withContext } from '../src/context.ts'
import { inTx } from '../src/db.ts'
import { readStream } from '../src/event-log.ts'
import { Rejection } from '../src/rejection.ts'
import { change, load, stream } from '../src/stream.ts'
import { counter, cutConnections, openKit } from './kit.ts'

test('50 commands at once on one stream are all done, one after the other', async () => {
  const kit = await openKit()
  const results = await Promise.all(Array.from({ length: 50 }, () => change(kit, counter, 'a', { add: 1n })))
  expect(new Set(results.map(({ version }) => version)).size).toBe(50)
  expect(await load(kit.db, counter, 'a')).toEqual({ state: 50n, version: 50 })
})

test('50 commands at once never pass a limit that the decider holds', async () => {
  const kit = await openKit()
  const results = await Promise.allSettled(
    Array.from({ length: 50 }, () => change(kit, counter, 'a', { add: 1n, limit: 10n })),
  )
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused).toHaveLength(40)
  expect(refused.every(({ reason }) => reason instanceof Rejection && reason.code === 'LIMIT_REACHED')).toBe(
    true,
  )
  expect((await load(kit.db, counter, 'a')).state).toBe(10n)
})

test('what the guard refuses leaves nothing, and its rows commit together with the events', async () => {
  const kit = await openKit()
  await kit.owner.query(
    'create table public.taken (name text primary key); grant all on public.taken to talad_app',
  )
  const claim = (id: string) =>
    change(
      kit,
      counter,
      id,
      { add: 1n },
      async (tx) => void (await tx.query(`insert into taken values ('x')`)),
    )
  const outcomes = await Promise.allSettled([claim('a'), claim('b'), claim('c')])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const streams = await Promise.all(['a', 'b', 'c'].map((id) => readStream(kit.db, `counter-${id}`)))
  expect(streams.flat()).toHaveLength(1)
})

test('a constraint that a stream declares is a rejection for who breaks it; any other is the fault that it is', async () => {
  const kit = await openKit()
  await kit.owner.query(
    `create table public.one (name text constraint one_of_each primary key, n int constraint small check (n < 3));
     grant all on public.one to talad_app`,
  )
  const limited = stream({
    ...counter,
    save: async (tx, [changed]) =>
      void (await tx.query('insert into one values ($1, $2)', [
        changed?.id.slice(0, 1),
        Number(changed?.state),
      ])),
    constraints: { one_of_each: { code: 'TAKEN', field: 'name' } },
  })
  await change(kit, limited, 'a1', { add: 1n })
  await expect(change(kit, limited, 'a2', { add: 1n })).rejects.toMatchObject({
    code: 'TAKEN',
    field: 'name',
  })
  await expect(change(kit, limited, 'b', { add: 9n })).rejects.toMatchObject({ constraint: 'small' })
  expect((await load(kit.db, counter, 'a2')).version).toBe(0)
})

test('the context of the work is stored with the event', async () => {
  const kit = await openKit()
  await withContext({ correlationId: 'c-1', actor: 'somebody' }, () => change(kit, counter, 'a', { add: 1n }))
  const rows = await readStream(kit.db, 'counter-a')
  expect(rows[0]?.meta).toEqual({ correlationId: 'c-1', actor: 'somebody' })
})

test('a connection that breaks inside a transaction fails that call, and neither the process nor the pool', async () => {
  const kit = await openKit()
  const broken = inTx(kit.db, async (tx) => {
    await tx.query('select 1')
    const arrived = new Promise((resolve) => tx.once('end', resolve))
    await cutConnections(kit.owner)
    await arrived // while nothing was asked
    return tx.query('select 1')
  })
  await expect(broken).rejects.toThrow()
  // connections of the pool that were cut too may not have heard of it yet
  await expect.poll(async () => (await change(kit, counter, 'a', { add: 1n })).version).toBe(1)
})
