import { expect, test } from 'vitest'
import { inTx } from '../src/db.ts'
import { type DecisionCall, decide, decideOnce, partOf } from '../src/decision.ts'
import { once, type Stored } from '../src/http/idempotency.ts'
import { newId } from '../src/ids.ts'
import { change, load } from '../src/stream.ts'
import { counter, type Kit, openKit } from './kit.ts'

const admin = { accountId: 'a-1', customerId: 'join-admin' }
const now = new Date('2026-11-27T09:00:00Z')

const lines = async ({ db }: Kit) =>
  (
    await db.query<{ data: Record<string, string> }>(`select data from kit.event where stream like 'audit-%'`)
  ).rows.map(({ data }) => data)

type Asked = { add: bigint; limit?: bigint; version?: number }

/** One call by which an admin adds to a counter. */
const adds = (kit: Kit, call: DecisionCall, id: string, { add, limit, version }: Asked) =>
  decide(kit, counter, id, {
    call,
    action: 'job.run',
    note: 'agreed',
    ...(version !== undefined && { version }),
    command: () => ({ add, ...(limit !== undefined && { limit }) }),
    answer: (left) => ({ sum: left.state.toString(), version: left.version }),
  })

/** The same over a key, as an app runs it. */
const asks = (kit: Kit, key: string, id: string, asked: Asked): Promise<Stored> =>
  once(kit, { actor: 'admin', key, bodyHash: 'b' }, async (attempt) => ({
    status: 200,
    body: await adds(kit, { actor: admin, attempt, request: { id: 'r-1' } }, id, asked),
  }))

test('GW-10, GW-27 a decision is made once by its key, written down, and answered as it was whatever came since', async () => {
  const kit = await openKit()
  const first = await asks(kit, 'k', 'a', { add: 2n })
  await change(kit, counter, 'a', { add: 5n })
  expect(await asks(kit, 'k', 'a', { add: 2n })).toMatchObject(first)
  expect((await load(kit.db, counter, 'a')).state).toBe(7n)
  const [line, ...others] = await lines(kit)
  expect(others).toEqual([])
  expect(line).toMatchObject({
    who: 'join-admin',
    action: 'job.run',
    targetKind: 'counter',
    targetId: 'a',
    note: 'agreed',
    requestId: 'r-1',
  })
  expect(line?.beforeHash).not.toBe(line?.afterHash)
})

test('GW-10 one of several decisions of a call whose answer was lost is not made again, and tells the version that it made', async () => {
  const kit = await openKit()
  const attempt = { id: newId(now), again: true, keep: async <T>(_: unknown, answer: T) => answer }
  const call = partOf({ actor: admin, attempt, request: { id: 'r-1' } })
  const [one, other] = [await adds(kit, call, 'a', { add: 1n }), await adds(kit, call, 'b', { add: 1n })]
  await change(kit, counter, 'a', { add: 1n })
  expect(await adds(kit, call, 'a', { add: 1n })).toEqual({ sum: '2', version: 1 })
  expect(await adds(kit, call, 'b', { add: 1n })).toEqual(other)
  expect(one).toEqual({ sum: '1', version: 1 })
  expect(await lines(kit)).toHaveLength(2)
})

test('GW-10 the same decision at once many times is made once', async () => {
  const kit = await openKit()
  const attempt = { id: newId(now), again: true, keep: async <T>(_: unknown, answer: T) => answer }
  const call = { actor: admin, attempt, request: { id: 'r-1' } }
  await Promise.all(Array.from({ length: 8 }, () => adds(kit, call, 'a', { add: 1n })))
  expect((await load(kit.db, counter, 'a')).state).toBe(1n)
})

test('AW-4 who decides on another version than there is, is told what it is; nothing is stored', async () => {
  const kit = await openKit()
  await asks(kit, 'k', 'a', { add: 1n })
  await expect(asks(kit, 'l', 'a', { add: 1n, version: 2 })).rejects.toMatchObject({
    code: 'VERSION_CONFLICT',
    details: { version: 1, what: 'Counted', by: null },
  })
  expect(await asks(kit, 'm', 'a', { add: 1n, version: 1 })).toMatchObject({ body: { sum: '2' } })
  expect(await asks(kit, 'n', 'new', { add: 1n, version: 9 })).toMatchObject({ body: { sum: '1' } })
})

test('GW-27 what is refused or changes nothing is not written down, and its key is free', async () => {
  const kit = await openKit()
  await expect(asks(kit, 'k', 'a', { add: 2n, limit: 1n })).rejects.toMatchObject({ code: 'LIMIT_REACHED' })
  const attempt = { id: newId(now), again: false, keep: async <T>(_: unknown, answer: T) => answer }
  const line = { action: 'job.run' as const, target: { kind: 'x', id: '1' }, now }
  const call = { actor: admin, attempt, request: { id: 'r-1' } }
  expect(await inTx(kit.db, (tx) => decideOnce(tx, call, line, async () => undefined))).toBe(false)
  expect(await lines(kit)).toEqual([])
  expect(await asks(kit, 'k', 'a', { add: 2n })).toMatchObject({ body: { sum: '2' } })
})
