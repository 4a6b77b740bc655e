import { expect, test } from 'vitest'
import { currentContext } from '../src/context.ts'
import type { Tx } from '../src/db.ts'
import { VersionConflict } from '../src/event-log.ts'
import { Rejection } from '../src/rejection.ts'
import { message, NOTHING, openConsumer } from './consumer-rig.ts'

const transactionOf = async (tx: Tx) =>
  (await tx.query<{ id: string }>('select pg_current_xact_id()::text as id')).rows[0]?.id

/** A consumer that does nothing but note what it is given. @param bad fails, alone and with others */
async function open(bad?: string, about: Parameters<typeof openConsumer>[3] = {}) {
  const together: string[][] = []
  const alone: string[] = []
  const transactions = new Set<string | undefined>()
  const note = async (values: readonly string[], tx: Tx) => {
    transactions.add(await transactionOf(tx))
    for (const value of values)
      await tx.query(
        `insert into kit.job (task, key, payload, context, run_at) values ('noted', $1, '{}', '{}', now())`,
        [value],
      )
    if (bad !== undefined && values.includes(bad)) throw new Error('planted')
    if (values.includes('no')) throw new Rejection('NOT_TODAY')
  }
  const rig = await openConsumer(
    undefined,
    1,
    async (values, { tx }) => {
      if (values.length > 1) together.push(values)
      else alone.push(...values)
      await note(values, tx)
    },
    about,
  )
  const noted = async () => {
    const { rows } = await rig.kit.db.query<{ key: string }>('select key from kit.job order by key')
    return rows.map(({ key }) => key)
  }
  return { ...rig, together, alone, transactions, noted }
}

test('messages that can be handled together are, each once, and those of one key one after the other', async () => {
  const { deliver, together, alone, transactions, noted } = await open()
  const batch = ['a1', 'b1', 'a2', 'c1', 'a3', 'b2'].map((id) => message(id, id.slice(0, 1)))
  await deliver(...batch, message('d1', 'd', NOTHING))
  expect(together).toEqual([
    ['a1', 'b1', 'c1'],
    ['a2', 'b2'],
  ])
  expect(alone).toEqual(['a3'])
  await deliver(...batch, message('e1', 'e'), message('e2', 'e')) // the bus brings what it has brought
  expect(together).toHaveLength(2)
  expect(alone).toEqual(['a3', 'e1', 'e2'])
  await deliver(message('f1', 'f'))
  expect(alone).toEqual(['a3', 'e1', 'e2', 'f1'])
  expect(transactions.size).toBe(3)
  expect(await noted()).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'c1', 'e1', 'e2', 'f1'])
})

test('who takes keys whole gets all that waits of a key at once, in its order', async () => {
  const { deliver, together, noted } = await open(undefined, { takesKeysWhole: true })
  const names = ['a1', 'b1', 'a2', 'c1', 'a3']
  await deliver(...names.map((id) => message(id, id.slice(0, 1))))
  expect(together).toEqual([names])
  expect(await noted()).toEqual(['a1', 'a2', 'a3', 'b1', 'c1'])
})

test('a hundred messages that can be handled together take one transaction', async () => {
  const { deliver, together } = await open()
  await deliver(...Array.from({ length: 250 }, (_, n) => message(`m${n}`, `k${n}`)))
  expect(together.map(({ length }) => length)).toEqual([100, 100, 50])
})

test('where messages fail together each is handled by itself, and only what fails alone is parked or refused', async () => {
  const { deliver, together, alone, noted, parked, inbox } = await open('bad')
  const values = ['m0', 'bad', 'm2', 'no']
  await deliver(...values.map((value, n) => message(`id${n}`, `k${n}`, value)), message('id4', 'k1', 'm4'))
  expect(together).toEqual([['m0', 'bad', 'm2', 'no']])
  expect(alone).toEqual(['m0', 'bad', 'm2', 'no'])
  expect(await noted()).toEqual(['m0', 'm2'])
  expect((await parked()).map(({ message_id }) => message_id).sort()).toEqual(['id1', 'id4'])
  expect(await inbox()).toEqual([
    { message_id: 'id0', note: null },
    { message_id: 'id2', note: null },
    { message_id: 'id3', note: 'NOT_TODAY' },
  ])
})

test('a transaction of several lists that loses a race is run again list by list, not message by message', async () => {
  const lists: string[][] = []
  const { deliver, parked, inbox } = await openConsumer(undefined, 1, async (values) => {
    lists.push(values)
    if (lists.length === 2) throw new VersionConflict('a', 0)
  })
  await deliver(...['a1', 'b1', 'a2', 'b2'].map((id) => message(id, id.slice(0, 1))))
  const both = [
    ['a1', 'b1'],
    ['a2', 'b2'],
  ]
  expect(lists).toEqual([...both, ...both])
  expect(await parked()).toEqual([])
  expect(await inbox()).toHaveLength(4)
})

test('what comes while a transaction is open, from whichever partition, goes into the next one', async () => {
  const { deliver, together, alone, transactions } = await open()
  const calls = ['a', 'b', 'c', 'd'].map((key) => deliver(message(`${key}1`, key)))
  await Promise.all(calls)
  expect(alone).toEqual(['a1'])
  expect(together).toEqual([['b1', 'c1', 'd1']])
  expect(transactions.size).toBe(2)
})

test('a group that is in no hurry handles together what comes within its time', async () => {
  const { deliver, together } = await open(undefined, { lingerMs: 200 })
  const first = deliver(message('a1', 'a'))
  await new Promise((resolve) => setTimeout(resolve, 20))
  await Promise.all([first, deliver(message('b1', 'b'))])
  expect(together).toEqual([['a1', 'b1']])
})

test('what follows one by one from messages that are written together is done after that, for whoever caused each', async () => {
  const written: string[][] = []
  const followed: unknown[] = []
  const { deliver, parked } = await openConsumer(
    async (value) => {
      followed.push([value, currentContext().causationId])
      if (value === 'bad') throw new Error('planted')
    },
    1,
    async (values) => void written.push(values),
  )
  await deliver(message('m1', 'a', 'x'), message('m2', 'b', 'y'))
  expect(written).toEqual([['x', 'y']])
  expect(followed).toEqual([
    ['x', 'm1'],
    ['y', 'm2'],
  ])
  await deliver(message('m3', 'a', 'bad'), message('m4', 'b', 'z'))
  expect((await parked()).map(({ message_id }) => message_id)).toEqual(['m3'])
  expect(written.slice(1)).toEqual([['bad', 'z'], ['z']])
})
