import { expect, test } from 'vitest'
import { inTx } from '../src/db.ts'
import { each } from '../src/each.ts'
import { VersionConflict } from '../src/event-log.ts'
import { Rejection } from '../src/rejection.ts'
import { changeIn, load, stream } from '../src/stream.ts'
import { until } from '../src/testing/wait.ts'
import { message, NOTHING, openConsumer as open, untilTaken } from './consumer-rig.ts'
import { counter, cutConnections } from './kit.ts'

test('a message that comes again, alone or at the same time, is a no-op', async () => {
  const { kit, deliver } = await open(async (_value, { tx, now }) => {
    await changeIn(tx, counter, 'a', { add: 1n }, now)
  })
  await Promise.all([deliver(message('m1', 'k')), deliver(message('m1', 'k')), deliver(message('m1', 'k'))])
  await deliver(message('m1', 'k'))
  expect((await load(kit.db, counter, 'a')).state).toBe(1n)
})

test('a business no is noted, leaves no effect, and the next message goes on', async () => {
  const { kit, deliver, inbox, parked } = await open(async (value, { tx, now }) => {
    await changeIn(tx, counter, 'a', { add: 1n }, now)
    if (value === 'm1') throw new Rejection('NOT_TODAY')
  })
  await deliver(message('m1', 'k'), message('m2', 'k'))
  expect((await load(kit.db, counter, 'a')).state).toBe(1n)
  expect(await inbox()).toEqual([
    { message_id: 'm1', note: 'NOT_TODAY' },
    { message_id: 'm2', note: null },
  ])
  expect(await parked()).toEqual([])
})

test('a limit that rows hold is a business no too: who breaks it is noted, whoever was with it', async () => {
  const seats = stream({
    ...counter,
    name: 'seat',
    save: each(async (tx, { id }) => void (await tx.query('insert into seat values ($1)', [id.slice(0, 1)]))),
    constraints: { seat_once: 'SEAT_TAKEN' },
  })
  const { kit, deliver, inbox, parked } = await open(
    async (value, { tx, now }) => void (await changeIn(tx, seats, value, { add: 1n }, now)),
  )
  await kit.owner.query(`
    create table seat (name text constraint seat_once unique);
    grant insert on seat to talad_app`)
  await deliver(message('a1', 'one'), message('a2', 'two'), message('b1', 'three'))
  expect(await inbox()).toEqual([
    { message_id: 'a1', note: null },
    { message_id: 'a2', note: 'SEAT_TAKEN' },
    { message_id: 'b1', note: null },
  ])
  expect(await parked()).toEqual([])
})

test('a message that means nothing here is passed over without a note; one that cannot be read is parked', async () => {
  const done: string[] = []
  const { deliver, inbox, parked } = await open(async (value) => void done.push(value))
  const unreadable = { ...message('m4', 'b'), payload: Uint8Array.of(255) }
  await deliver(message('m1', 'a'), message('m2', 'a', NOTHING), message('m3', 'a'), unreadable)
  await deliver(message('m5', 'b', NOTHING))
  expect([...new Set(done)]).toEqual(['m1', 'm3'])
  expect((await inbox()).map(({ message_id }) => message_id)).toEqual(['m1', 'm3'])
  expect((await parked()).map(({ message_id }) => message_id)).toEqual(['m4'])
})

test('a poisoned message is parked with its followers of the same key, other keys go on', async () => {
  const done: string[] = []
  const { deliver, parked, logged } = await open(async (value) => {
    if (value === 'bad') throw new Error('planted')
    done.push(value)
  })
  await deliver(message('m1', 'a', 'bad'), message('m2', 'b'), message('m3', 'a'), message('m4', 'b'))
  await deliver(message('m5', 'a'), message('m6', 'c'))
  expect(done).toEqual(['m2', 'm4', 'm6'])
  await until('its tries are used up', async () => (await parked())[0]?.attempts === 3)
  expect((await parked()).map(({ message_id, attempts }) => [message_id, attempts])).toEqual([
    ['m1', 3],
    ['m3', 0],
    ['m5', 0],
  ])
  expect(logged.length).toBeGreaterThan(0)
})

test('B6 a batch does not wait for the tries of a poisoned message', async () => {
  const order: string[] = []
  const { deliver, parked } = await open(async (value) => {
    order.push(value)
    if (value === 'bad') throw new Error('planted')
  }, 4)
  await deliver(message('m1', 'a', 'bad'), message('m2', 'b'))
  await deliver(message('m3', 'c'))
  expect(order.filter((value) => value === 'bad').length).toBeLessThan(4)
  await until('its tries are used up', async () => (await parked())[0]?.attempts === 4)
  expect(order.filter((value) => value === 'bad')).toHaveLength(4)
})

test('what fails and then goes is handled by itself, its followers in order behind it', async () => {
  const done: string[] = []
  let failures = 0
  const { deliver, parked } = await open(async (value) => {
    if (value === 'm1' && failures < 2) {
      failures += 1
      throw new Error('planted')
    }
    done.push(value)
  }, 5)
  await deliver(message('m1', 'a'), message('m2', 'a'), message('m3', 'a'))
  await until('all is handled', () => done.length === 3)
  expect(done).toEqual(['m1', 'm2', 'm3'])
  await until('nothing waits', async () => (await parked()).length === 0)
})

test('an operator drains what is parked in the order of each key, and stops a key at its first failure', async () => {
  const broken = new Set(['a1', 'b2'])
  const { kit, deliver, parked, retry, inbox } = await open(async (value, { tx, now }) => {
    if (broken.has(value)) throw new Error('planted')
    // in the transaction, as every effect is: b1 is handled again where it shared that of b2
    await changeIn(tx, counter, value, { add: 1n }, now)
  }, 1)
  const done = async () =>
    (await kit.owner.query<{ stream: string }>('select stream from kit.event order by position')).rows.map(
      ({ stream }) => stream.replace('counter-', ''),
    )
  await deliver(message('a1', 'a'), message('b1', 'b'), message('b2', 'b'))
  await deliver(message('a2', 'a'), message('a3', 'a'), message('b3', 'b'))
  expect(await retry()).toEqual({ resolved: 0, waiting: 5 })
  broken.delete('a1')
  expect(await retry()).toEqual({ resolved: 3, waiting: 2 })
  broken.delete('b2')
  expect(await retry()).toEqual({ resolved: 2, waiting: 0 })
  expect((await done()).filter((value) => value.startsWith('a'))).toEqual(['a1', 'a2', 'a3'])
  expect((await done()).filter((value) => value.startsWith('b'))).toEqual(['b1', 'b2', 'b3'])
  expect(await parked()).toEqual([])
  await deliver(message('a1', 'a'), message('a4', 'a'))
  expect((await done()).at(-1)).toBe('a4')
  expect(await inbox()).toHaveLength(7)
})

test('a follower that comes while the operator drains stays behind its key', async () => {
  const done: string[] = []
  let broken = true
  let meanwhile: () => Promise<void> = async () => undefined
  const { deliver, retry, parked } = await open(async (value) => {
    if (broken) throw new Error('planted')
    if (value === 'a1') await meanwhile()
    done.push(value)
  }, 1)
  await deliver(message('a1', 'a'))
  broken = false
  meanwhile = async () => {
    await deliver(message('a2', 'a'))
  }
  await retry()
  expect(done).toEqual(['a1', 'a2'])
  expect(await parked()).toEqual([])
})

test('a database that is away parks nothing: the bus is to bring the batch again', async () => {
  const done: string[] = []
  let cut = true
  const { deliver, parked, kit } = await open(async (value, { tx }) => {
    if (cut) {
      cut = false
      await cutConnections(kit.owner)
      await tx.query('select 1')
    }
    done.push(value)
  }, 1)
  await expect(deliver(message('m1', 'a'), message('m2', 'a'))).rejects.toThrow()
  expect(await parked()).toEqual([])
  await untilTaken(() => deliver(message('m1', 'a'), message('m2', 'a')))
  expect(done).toEqual(['m1', 'm2'])
})

test.each([
  ['a statement that is ended for its time', 'set local statement_timeout = 50'],
  ['a lock that is not to be had in time', 'set local lock_timeout = 50'],
])('%s parks nothing: the bus is to bring the batch again', async (_fault, limit) => {
  const { deliver, parked, kit, inbox } = await open(async (_value, { tx }) => {
    await tx.query(limit)
    await tx.query('lock table kit.request')
  }, 1)
  await inTx(kit.owner, async (tx) => {
    await tx.query('lock table kit.request')
    await expect(deliver(message('m1', 'a'), message('m2', 'a'))).rejects.toThrow()
  })
  expect(await parked()).toEqual([])
  await untilTaken(() => deliver(message('m1', 'a'), message('m2', 'a')))
  expect(await inbox()).toHaveLength(2)
})

test('a message that always waits for too long is parked when it has done so three times, and the others go on', async () => {
  let isHeld = true
  const done: string[] = []
  const { deliver, parked, inbox } = await open(async (value) => {
    if (value === 'stuck' && isHeld) throw Object.assign(new Error('waited too long'), { code: '57014' })
    done.push(value)
  })
  const batch = [message('m1', 'a'), message('stuck', 'b'), message('m3', 'c'), message('m4', 'b')]
  await expect(deliver(...batch)).rejects.toThrow('waited too long')
  await expect(deliver(...batch)).rejects.toThrow('waited too long')
  await deliver(...batch)
  expect((await parked()).map(({ message_id }) => message_id)).toEqual(['stuck', 'm4'])
  expect(await inbox()).toEqual(['m1', 'm3'].map((message_id) => ({ message_id, note: null })))
  isHeld = false
  await until('nothing waits', async () => (await parked()).length === 0)
  expect(done.slice(-2)).toEqual(['stuck', 'm4'])
})

test('a lock that is held while a parked message is tried again costs it no try', async () => {
  let limit: string | undefined
  let waited = 0
  const { deliver, parked, kit } = await open(async (_value, { tx }) => {
    if (limit === undefined) throw new Error('planted')
    await tx.query(limit)
    waited += 1
    await tx.query('lock table kit.request')
  }, 2)
  await inTx(kit.owner, async (tx) => {
    await tx.query('lock table kit.request')
    await deliver(message('m1', 'a'))
    limit = 'set local lock_timeout = 20'
    await until('it was tried again, and again', () => waited > 2)
    expect((await parked()).map(({ attempts }) => attempts)).toEqual([1])
  })
  await until('nothing waits', async () => (await parked()).length === 0)
})

test('B12 each message of a batch that is slow counts as progress, also one that fails', async () => {
  const movesSeen: number[] = []
  const { deliver, moves } = await open(async (value) => {
    movesSeen.push(moves())
    if (value === 'no') throw new Rejection('NOT_TODAY')
  })
  await deliver(message('m1', 'a'), message('m2', 'b', 'no'), message('m3', 'c'))
  for (const [index, seen] of movesSeen.entries()) expect(seen).toBeGreaterThanOrEqual(index)
  expect(moves()).toBeGreaterThanOrEqual(3)
})

test('B12 each try of a message that loses races counts as progress', async () => {
  const movesSeen: number[] = []
  const { deliver, moves } = await open(async () => {
    movesSeen.push(moves())
    if (movesSeen.length < 4) throw new VersionConflict('a', 0)
  })
  await deliver(message('m1', 'k'))
  expect(movesSeen).toEqual([0, 1, 2, 3])
})

test('a process that dies between the effect and the commit leaves nothing, and the message is handled later', async () => {
  let dies = true
  const { kit, deliver, inbox } = await open(async (_value, { tx, now }) => {
    await changeIn(tx, counter, 'a', { add: 1n }, now)
    if (!dies) return
    dies = false
    await cutConnections(kit.owner) // the server sees the client vanish
  })
  await expect(deliver(message('m1', 'a'))).rejects.toThrow()
  expect((await load(kit.owner, counter, 'a')).state).toBe(0n)
  expect(await inbox()).toEqual([])
  await untilTaken(() => deliver(message('m1', 'a')))
  expect((await load(kit.db, counter, 'a')).state).toBe(1n)
})

test('a lost race is run again and counts for nothing', async () => {
  let tries = 0
  const { kit, deliver, parked } = await open(async (_value, { tx, now }) => {
    tries += 1
    // the first time, a younger transaction appends to the stream in between
    if (tries === 1) await inTx(kit.db, (other) => changeIn(other, counter, 'a', { add: 10n }, now))
    await changeIn(tx, counter, 'a', { add: 1n }, now)
  }, 1)
  await deliver(message('m1', 'k'))
  expect((await load(kit.db, counter, 'a')).state).toBe(11n)
  expect(await parked()).toEqual([])
})

test('what a handler does carries the cause and the actor of the message', async () => {
  const { kit, deliver } = await open(async (_value, { tx, now }) => {
    await changeIn(tx, counter, 'a', { add: 1n }, now)
  })
  await deliver(message('m1', 'k'))
  const { rows } = await kit.db.query('select meta from kit.event')
  expect(rows[0]).toEqual({ meta: { correlationId: 'cause of m1', causationId: 'm1', actor: 'sender' } })
})
test('what lies before and behind a poisoned message of one transaction is handled once', async () => {
  const { kit, deliver, inbox, parked } = await open(async (value, { tx, now }) => {
    await changeIn(tx, counter, 'a', { add: 1n }, now)
    if (value === 'bad') throw new Error('planted')
    if (value === 'no') throw new Rejection('NOT_TODAY')
  }, 1)
  const values = ['m0', 'm1', 'bad', 'm3', 'no', 'm5', 'bad', 'm7']
  await deliver(...values.map((value, index) => message(`id${index}`, `k${index}`, value)))
  expect((await load(kit.db, counter, 'a')).state).toBe(5n)
  expect((await parked()).map(({ message_id }) => message_id)).toEqual(['id2', 'id6'])
  expect((await inbox()).map((row) => row.note)).toEqual([null, null, null, 'NOT_TODAY', null, null])
})

test('a message that fails waits behind an earlier one of its key that fails without it', async () => {
  let tries = 0
  const { deliver, parked } = await open(async (value) => {
    if (value === 'first') tries += 1
    if (value === 'bad' || tries > 1) throw new Error('planted')
  }, 1)
  await deliver(message('m1', 'k', 'first'), message('m2', 'k', 'bad'))
  expect((await parked()).map(({ message_id, attempts }) => [message_id, attempts])).toEqual([
    ['m1', 1],
    ['m2', 0],
  ])
})

test('messages of one transaction take one, whatever their number up to sixteen', async () => {
  const transactions = new Set<string>()
  const { deliver } = await open(async (_value, { tx }) => {
    const { rows } = await tx.query<{ id: string }>('select pg_current_xact_id()::text as id')
    for (const { id } of rows) transactions.add(id)
  })
  await deliver(...Array.from({ length: 40 }, (_, n) => message(`m${n}`, `k${n}`)))
  expect(transactions.size).toBe(3)
})
