import { fromBinary } from '@bufbuild/protobuf'
import { PostSchema } from '@talad/proto/ledger/v1/commands'
import { BalanceChangedSchema, CapturedSchema, CommandRefusedSchema } from '@talad/proto/ledger/v1/events'
import { outgoing } from '@talad/shared/bus/port'
import type { Row } from '@talad/shared/event-log'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { verifyLedger } from '../src/books/proof.ts'
import type { Command } from '../src/transfer/commands.ts'
import { KeyReused } from '../src/transfer/keys-store.ts'
import { publish } from '../src/transfer/publish.ts'
import { asPay, asTopup, pay, startWorld, topup, type World } from './setup.ts'

let world: World
beforeAll(async () => {
  world = await startWorld(inject('postgres'))
})
afterAll(() => world.close())

test('LG-7 commands that come five times are posted once, and their results are published', async () => {
  const messages = [topup('join-a', 'ta', 5_000n), pay('join-a', 'sa', 3_000n)]
  for (let times = 0; times < 5; times++) await world.send(...messages)
  await until('the purchase is paid', async () => (await world.balance('join-a')).balance === 2_000n)
  const paid = await until('the payment is published', () =>
    world.heard.find((m) => m.type === CapturedSchema.typeName && m.key === 'join-a'),
  )
  expect(fromBinary(CapturedSchema, paid.payload)).toMatchObject({
    flow: 'shipping',
    id: 'sa',
    amount: 3_000n,
  })
  const changed = world.heard.filter((m) => m.type === BalanceChangedSchema.typeName && m.key === 'join-a')
  expect(changed.map((m) => fromBinary(BalanceChangedSchema, m.payload).balance)).toEqual([5_000n, 2_000n])
  const flows = await world.db.query(`select 1 from flow where account = 'join-a'`)
  expect(flows.rows).toHaveLength(2)
})

test('LG-7 the same key with another body is an error of its own and posts nothing', async () => {
  await world.postNow(asTopup('join-k', 'tk', 100n))
  await expect(world.postNow(asTopup('join-k', 'tk', 200n))).rejects.toThrow(KeyReused)
  expect((await world.balance('join-k')).balance).toBe(100n)
})

test('LG-7 the same key with the same body has the result that was stored, a refusal too', async () => {
  const [first] = await world.postNow(asTopup('join-w', 'tw', 100n))
  const dear = asPay('join-w', 'sw', 500n, false)
  const [refused] = await world.postNow(dear)
  const again = await world.postNow(asTopup('join-w', 'tw', 100n), asTopup('join-w', 'tw3', 500n), dear)
  expect(again.map((one) => [one.again, one.refused])).toEqual([
    [true, undefined],
    [false, undefined],
    [true, 'INSUFFICIENT_FUNDS'],
  ])
  const withoutLegs = (one: typeof first) =>
    one?.events.map(({ type, data }) => ({ type, ...data, legs: [] }))
  expect(withoutLegs(again[0])).toEqual(withoutLegs(first))
  expect(withoutLegs(again[2])).toEqual(withoutLegs(refused))
  expect((await world.balance('join-w')).balance).toBe(600n)
})

test('LG-7 what was refused is asked for again under the key of another attempt, and posts once', async () => {
  const settle = (attempt?: number): Command => ({
    type: 'Post',
    flow: 'refund',
    id: 'again',
    customerId: 'join-again',
    reference: '',
    capture: undefined,
    ...(attempt !== undefined && { attempt }),
    postings: [
      { account: 'platform:escrow', unit: 'pt_thb', type: 'out', value: 100n },
      { account: 'join-again', unit: 'pt_thb', type: 'in', value: 100n },
    ],
  })
  const [early] = await world.postNow(settle())
  expect(early).toMatchObject({ key: 'refund:again', refused: 'HOLD_NOT_CAPTURED' })
  await world.postNow(asTopup('join-again', 't-again', 100n), asPay('join-again', 'again', 100n, false))
  const [same, second, repeated, third] = await world.postNow(settle(), settle(2), settle(2), settle(3))
  expect(same).toMatchObject({ again: true, refused: 'HOLD_NOT_CAPTURED' })
  expect(second).toMatchObject({ key: 'refund:again:2', again: false, refused: undefined })
  expect(repeated).toMatchObject({ again: true, refused: undefined })
  expect(third).toMatchObject({ refused: 'HOLD_NOT_CAPTURED' })
  expect((await world.balance('join-again')).balance).toBe(100n)
})

test('LG-7 a key that comes twice in one batch is posted once', async () => {
  const twice = await world.postNow(asTopup('join-b', 'tb', 100n), asTopup('join-b', 'tb', 100n))
  expect(twice.map((one) => [one.again, one.events.length])).toEqual([
    [false, 1],
    [true, 1],
  ])
  expect((await world.balance('join-b')).balance).toBe(100n)
})

test('LG-4 fifty payments at once never spend more than there is', async () => {
  await world.postNow(asTopup('join-p', 'tp', 10_000n))
  await Promise.all(
    Array.from({ length: 50 }, (_, n) => world.postNow(asPay('join-p', `sp${n}`, 1_000n, false))),
  )
  expect(await world.balance('join-p')).toEqual({ balance: 0n, balance_locked: 0n })
  const paid = await world.db.query(`select 1 from hold where customer_id = 'join-p' and state = 'captured'`)
  expect(paid.rows).toHaveLength(10)
})

test('LG-9 what waited for an account is told after what it waited for, though its transaction began before', async () => {
  for (const who of ['join-o1', 'join-o2', 'join-o3']) await world.postNow(asTopup(who, `open-${who}`, 1n))
  const holder = await world.owner.connect()
  await holder.query('begin')
  await holder.query(`select from account where customer_id = 'join-o2' for update`)
  const three = ['join-o1', 'join-o2', 'join-o3'].map((who) => asTopup(who, `early-${who}`, 100n))
  const early = world.postNow(...three) // has its place in the log with the first account, and waits for the second
  await until('it waits', async () => {
    const { rows } = await world.owner.query(
      `select 1 from pg_stat_activity where application_name = 'ledger.posting' and wait_event_type = 'Lock'
         and datname = current_database()`,
    )
    return rows.length > 0
  })
  await world.postNow(asTopup('join-o3', 'late', 1_000n))
  await holder.query('commit')
  holder.release()
  await early
  const { rows } = await world.owner.query<Row>(
    `select * from kit.event where stream like 'posting-%' order by txid, position`,
  )
  const told = rows
    .flatMap(publish)
    .filter(({ type, key }) => type === BalanceChangedSchema.typeName && key === 'join-o3')
  expect(told.map(({ payload }) => fromBinary(BalanceChangedSchema, payload).balance)).toEqual([
    1n,
    1_001n,
    1_101n,
  ])
})

test('LG-4 the database itself refuses a negative spendable balance', async () => {
  await world.postNow(asTopup('join-n', 'tn', 100n))
  await expect(
    world.owner.query(`update account set balance_locked = 101 where customer_id = 'join-n'`),
  ).rejects.toThrow('account_spendable_not_negative')
})

test('LG-1 the database itself refuses a transfer that does not sum to zero', async () => {
  await expect(
    world.db.query(
      `insert into flow (transfer, leg, account, unit, flow_type, flow_event, related_id, value, net_value, at)
       values ('x', 'l', 'platform:escrow', 'pt_thb', 'in', 'topup', 'x', 5, 5, now())`,
    ),
  ).rejects.toThrow('does not sum to zero')
})

test('LG-8 a flow can be neither changed nor removed, by the service or by the owner', async () => {
  await world.postNow(asTopup('join-i', 'ti', 100n))
  await expect(world.db.query(`update flow set value = 1`)).rejects.toThrow('permission denied')
  await expect(world.db.query(`delete from flow`)).rejects.toThrow('permission denied')
  await expect(world.owner.query(`update flow set value = 1 where related_id = 'ti'`)).rejects.toThrow(
    'append-only',
  )
  await expect(world.owner.query(`truncate flow`)).rejects.toThrow('append-only')
})

test('LG-9 crossing batches of the same accounts do not deadlock', async () => {
  const customers = Array.from({ length: 8 }, (_, n) => `join-d${n}`)
  await Promise.all(
    Array.from({ length: 30 }, (_, round) => {
      const order = round % 2 === 0 ? customers : [...customers].reverse()
      return world.postNow(...order.map((customer) => asTopup(customer, `td-${round}-${customer}`, 10n)))
    }),
  )
  for (const customer of customers) expect((await world.balance(customer)).balance).toBe(300n)
})

test('a batch that fails half-way leaves nothing and is posted by the next try', async () => {
  await world.owner.query(`alter table flow add constraint planted check (related_id <> 'tc2') not valid`)
  const both = [asTopup('join-c', 'tc', 700n), asTopup('join-c', 'tc2', 1n)]
  await expect(world.postNow(...both)).rejects.toThrow('planted')
  expect((await world.balance('join-c')).balance).toBe(0n)
  await world.owner.query(`alter table flow drop constraint planted`)
  await world.postNow(...both)
  expect((await world.balance('join-c')).balance).toBe(701n)
})

test('a refused command is published with its reason and does not hold up the others', async () => {
  await world.send(
    outgoing('ledger.command.v1', 'join-r', PostSchema, {
      flow: 'refund',
      id: 'sr',
      customerId: 'join-r',
      postings: [
        { account: 'platform:escrow', unit: 'pt_thb', type: 'out', value: 5n },
        { account: 'join-r', unit: 'pt_thb', type: 'in', value: 5n },
      ],
    }),
    topup('join-r', 'tr', 50n),
  )
  await until('the top-up is posted', async () => (await world.balance('join-r')).balance === 50n)
  const refused = await until('the refusal is published', () =>
    world.heard.find((m) => m.type === CommandRefusedSchema.typeName && m.key === 'join-r'),
  )
  expect(fromBinary(CommandRefusedSchema, refused.payload)).toMatchObject({
    key: 'refund:sr',
    flow: 'refund',
    id: 'sr',
    customerId: 'join-r',
    code: 'hold_not_captured',
  })
})

test('a message that cannot be read is parked with its followers while other customers go on, until it is mended', async () => {
  const whole = topup('join-x', 'tx', 1n)
  const broken = { ...whole, payload: new Uint8Array([255, 255, 255]) }
  await world.send(broken, topup('join-x', 'tx2', 1n), topup('join-y', 'ty', 20n))
  await until('the other customer is served', async () => (await world.balance('join-y')).balance === 20n)
  const parked = await until('both are parked', async () => {
    const found = await world.db.query(
      `select key from kit.dead_letter where consumer_group = 'ledger.command'`,
    )
    return found.rows.length === 2 && found.rows
  })
  expect(parked.every((row) => row.key === 'join-x')).toBe(true)
  await world.db.query(`update kit.dead_letter set payload = $1 where payload = $2`, [
    Buffer.from(whole.payload),
    Buffer.from(broken.payload),
  ])
  await until('an operator has drained them', async () => (await world.retry()).waiting === 0)
  expect((await world.balance('join-x')).balance).toBe(2n)
})

test('a command of a type that the ledger does not know is parked and not lost', async () => {
  await world.send({ ...topup('join-u', 'tu', 1n), type: 'talad.ledger.v1.PostTopup' })
  await until('it is parked', async () => {
    const found = await world.db.query(`select error from kit.dead_letter where key = 'join-u'`)
    return String(found.rows[0]?.error).includes('there is no command talad.ledger.v1.PostTopup')
  })
})

test('LG-17 the verifier finds no fault in an honest ledger and every planted one', async () => {
  await until('everything is sealed', async () => {
    const open = await world.db.query(
      `select 1 from kit.event e where stream like 'posting-%'
         and not exists (select 1 from hash_chain s where s.txid = e.txid and s.position = e.position) limit 1`,
    )
    return open.rows.length === 0
  })
  const honest = await verifyLedger(world.owner)
  expect(honest.faults).toEqual([])
  expect(honest.transfers).toBeGreaterThan(20n)

  const plant = async (...sql: string[]) => {
    const faults: string[] = []
    const copy = await world.owner.connect()
    await copy.query(`set session_replication_role = replica`)
    for (const statement of sql) await copy.query(statement)
    copy.release(true)
    faults.push(...(await verifyLedger(world.owner)).faults)
    return faults
  }
  const head = await world.owner.query<{ transfers: bigint; hash: string }>(
    'select seq as transfers, hash from hash_chain order by seq desc limit 1',
  )
  expect(
    await plant(`update flow set value = value + 1, net_value = net_value + 1 where related_id = 'ti'`),
  ).not.toEqual([])
  expect(
    await plant(`update flow set value = value - 1, net_value = net_value - 1 where related_id = 'ti'`),
  ).toEqual([])
  await plant(`delete from hash_chain where seq = ${head.rows[0]?.transfers}`)
  expect((await verifyLedger(world.owner, head.rows[0])).faults).toHaveLength(1)
})
