import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { fromBinary } from '@bufbuild/protobuf'
import { creditBalance, creditFlow } from '@talad/proto/http/ledger'
import { PayShippingSchema, PostTopupSchema, SettleShippingSchema } from '@talad/proto/ledger/v1/commands'
import { BalanceChangedSchema, CommandRefusedSchema, ShippingPaidSchema } from '@talad/proto/ledger/v1/events'
import { type Bus, type InMessage, type Outgoing, outgoing } from '@talad/shared/bus/port'
import { connectPostgresBus } from '@talad/shared/bus/postgres'
import { type Db, inTx, openDb } from '@talad/shared/db'
import type { RunningService } from '@talad/shared/runtime'
import { createEmptyDatabase, createTestDatabase } from '@talad/shared/testing/postgres'
import { schemaDifferences } from '@talad/shared/testing/schema'
import { signToken, testKeys } from '@talad/shared/testing/tokens'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { startLedger } from '../src/service.ts'
import type { Command } from '../src/transfer/commands.ts'
import { KeyReused, post } from '../src/transfer/post.ts'
import { verifyLedger } from '../src/transfer/seal.ts'

const migrations = fileURLToPath(new URL('../prisma/migrations', import.meta.url))
const onError = (error: unknown) => console.error(error)

let db: Db
let owner: Db
let bus: Bus
let ledger: RunningService
let keys: Awaited<ReturnType<typeof testKeys>>
const heard: InMessage[] = []
const cleanup: (() => Promise<void>)[] = []

beforeAll(async () => {
  const own = await createTestDatabase(inject('postgres'), migrations)
  const busDb = await createEmptyDatabase(inject('postgres'))
  keys = await testKeys()
  db = openDb(own.url)
  owner = openDb(own.url, { owner: true })
  bus = await connectPostgresBus(busDb.url, { onError })
  const listening = await bus.subscribe({
    group: 'test',
    topics: ['ledger.transfer.v1'],
    onError,
    handle: async (batch) => void heard.push(...batch),
  })
  ledger = await startLedger({
    NODE_ENV: 'test',
    DEV_MODE: true,
    DATABASE_URL: own.url,
    BUS_DATABASE_URL: busDb.url,
    HOST: '127.0.0.1',
    PORT: 0,
    JWKS_URL: keys.url,
    INTERNAL_TOKENS: ['internal-token-for-tests'],
    LOG_LEVEL: 'silent',
    LOG_FORMAT: 'json',
  })
  cleanup.push(
    () => ledger.close(),
    () => listening.close(),
    () => bus.close(),
    () => db.end(),
    () => owner.end(),
    () => keys.close(),
    () => own.drop(),
    () => busDb.drop(),
  )
})
afterAll(async () => {
  for (const clean of cleanup) await clean()
})

async function send(...messages: Outgoing[]): Promise<void> {
  await bus.publish(
    messages.map((message) => ({
      ...message,
      id: randomUUID(),
      headers: { ce_correlationid: 'c' },
      time: new Date(),
    })),
  )
}

const topup = (customerId: string, topupId: string, value: bigint) =>
  outgoing('ledger.command.v1', customerId, PostTopupSchema, {
    topupId,
    customerId,
    value,
    provider: 'dev',
    providerReference: topupId,
  })
const pay = (customerId: string, shippingId: string, gross: bigint, attempt = 1) =>
  outgoing('ledger.command.v1', customerId, PayShippingSchema, {
    shippingId,
    buyerCustomerId: customerId,
    gross,
    attempt,
    lockPartial: true,
  })

async function balance(customerId: string, unit = 'pt_thb') {
  const found = await db.query<{ balance: bigint; balance_locked: bigint }>(
    'select balance, balance_locked from account where customer_id = $1 and unit = $2',
    [customerId, unit],
  )
  return found.rows[0] ?? { balance: 0n, balance_locked: 0n }
}

async function get(path: string, jid: string): Promise<Response> {
  const token = await signToken(keys, { sub: `account-${jid}`, jid, jyc: 2 })
  return fetch(ledger.url + path, { headers: { authorization: `Bearer ${token}` } })
}

const asTopup = (customerId: string, topupId: string, value: bigint): Command => ({
  type: 'PostTopup',
  topupId,
  customerId,
  unit: 'pt_thb',
  value,
  provider: 'dev',
  providerReference: topupId,
  pay: undefined,
})
const postNow = (...commands: Command[]) =>
  inTx(db, (tx) =>
    post(
      tx,
      commands.map((command) => ({ command, correlationId: 'c' })),
      new Date(),
    ),
  )

test('LG-7 commands that come five times are posted once, and their results are published', async () => {
  const messages = [topup('join-a', 'ta', 5_000n), pay('join-a', 'sa', 3_000n)]
  for (let times = 0; times < 5; times++) await send(...messages)
  await until('the purchase is paid', async () => (await balance('join-a')).balance === 2_000n)
  const paid = await until('the payment is published', () =>
    heard.find((m) => m.type === ShippingPaidSchema.typeName && m.key === 'join-a'),
  )
  expect(fromBinary(ShippingPaidSchema, paid.payload)).toMatchObject({ shippingId: 'sa', gross: 3_000n })
  const changed = heard.filter((m) => m.type === BalanceChangedSchema.typeName && m.key === 'join-a')
  expect(changed.map((m) => fromBinary(BalanceChangedSchema, m.payload).balance)).toEqual([5_000n, 2_000n])
  const flows = await db.query(`select 1 from flow where account = 'join-a'`)
  expect(flows.rows).toHaveLength(2)
})

test('LG-7 the same key with another body is an error of its own and posts nothing', async () => {
  await postNow(asTopup('join-k', 'tk', 100n))
  await expect(postNow(asTopup('join-k', 'tk', 200n))).rejects.toThrow(KeyReused)
  expect((await balance('join-k')).balance).toBe(100n)
})

test('LG-4 fifty payments at once never spend more than there is', async () => {
  await postNow(asTopup('join-p', 'tp', 10_000n))
  await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      postNow({
        type: 'PayShipping',
        shippingId: `sp${n}`,
        buyerCustomerId: 'join-p',
        gross: 1_000n,
        attempt: 1,
        lockPartial: false,
      }),
    ),
  )
  expect(await balance('join-p')).toEqual({ balance: 0n, balance_locked: 0n })
  const paid = await db.query(`select 1 from escrow where buyer_customer_id = 'join-p' and state = 'paid'`)
  expect(paid.rows).toHaveLength(10)
})

test('LG-4 the database itself refuses a negative spendable balance', async () => {
  await postNow(asTopup('join-n', 'tn', 100n))
  await expect(
    owner.query(`update account set balance_locked = 101 where customer_id = 'join-n'`),
  ).rejects.toThrow('account_spendable_not_negative')
})

test('LG-1 the database itself refuses a transfer that does not sum to zero', async () => {
  await expect(
    db.query(
      `insert into flow (transfer, leg, account, unit, flow_type, flow_event, related_id, value, net_value, at)
       values ('x', 'l', 'platform:escrow', 'pt_thb', 'in', 'topup', 'x', 5, 5, now())`,
    ),
  ).rejects.toThrow('does not sum to zero')
})

test('LG-8 a flow can be neither changed nor removed, by the service or by the owner', async () => {
  await postNow(asTopup('join-i', 'ti', 100n))
  await expect(db.query(`update flow set value = 1`)).rejects.toThrow('permission denied')
  await expect(db.query(`delete from flow`)).rejects.toThrow('permission denied')
  await expect(owner.query(`update flow set value = 1 where related_id = 'ti'`)).rejects.toThrow(
    'append-only',
  )
  await expect(owner.query(`truncate flow`)).rejects.toThrow('append-only')
})

test('LG-9 crossing batches of the same accounts do not deadlock', async () => {
  const customers = Array.from({ length: 8 }, (_, n) => `join-d${n}`)
  await Promise.all(
    Array.from({ length: 30 }, (_, round) => {
      const order = round % 2 === 0 ? customers : [...customers].reverse()
      return postNow(...order.map((customer) => asTopup(customer, `td-${round}-${customer}`, 10n)))
    }),
  )
  for (const customer of customers) expect((await balance(customer)).balance).toBe(300n)
})

test('a batch that dies before its commit leaves nothing and is posted by the next try', async () => {
  const dying = inTx(db, async (tx) => {
    await post(tx, [{ command: asTopup('join-c', 'tc', 700n), correlationId: 'c' }], new Date())
    throw new Error('killed')
  })
  await expect(dying).rejects.toThrow('killed')
  expect((await balance('join-c')).balance).toBe(0n)
  await postNow(asTopup('join-c', 'tc', 700n))
  expect((await balance('join-c')).balance).toBe(700n)
})

test('a refused command is published with its reason and does not hold up the others', async () => {
  await send(
    outgoing('ledger.command.v1', 'join-r', SettleShippingSchema, {
      shippingId: 'sr',
      buyerCustomerId: 'join-r',
      sellerCustomerId: 'join-s',
      gross: 5n,
      parts: [],
    }),
    topup('join-r', 'tr', 50n),
  )
  await until('the top-up is posted', async () => (await balance('join-r')).balance === 50n)
  const refused = await until('the refusal is published', () =>
    heard.find((m) => m.type === CommandRefusedSchema.typeName && m.key === 'join-r'),
  )
  expect(fromBinary(CommandRefusedSchema, refused.payload)).toMatchObject({
    key: 'settle:sr',
    code: 'shipping_not_paid',
  })
})

test('a message that cannot be read is put aside with its followers while other customers go on', async () => {
  const broken = { ...topup('join-x', 'tx', 1n), payload: new Uint8Array([255, 255, 255]) }
  await send(broken, topup('join-x', 'tx2', 1n), topup('join-y', 'ty', 20n))
  await until('the other customer is served', async () => (await balance('join-y')).balance === 20n)
  const parked = await until('both are parked', async () => {
    const found = await db.query(`select key from kit.dead_letter where consumer_group = 'ledger.command'`)
    return found.rows.length === 2 && found.rows
  })
  expect(parked.every((row) => row.key === 'join-x')).toBe(true)
  await db.query(`update kit.dead_letter set resolved_at = now()`)
})

test('LG-10 both balances are answered, zeros included', async () => {
  const response = await get('/api/user/v1/credit/balances', 'nobody')
  const { list } = z.object({ list: z.array(creditBalance) }).parse(await response.json())
  expect(list.map((one) => [one.unit, one.balance, one.balance_locked, one.balance_spendable])).toEqual([
    ['pt_thb', 0, 0, 0],
    ['ft_thb', 0, 0, 0],
  ])
})

test('LG-11 the history shows only own flows, newest first, locks included, page by page', async () => {
  await postNow(asTopup('join-h', 'th1', 100n), asTopup('join-h', 'th2', 200n), {
    type: 'PayShipping',
    shippingId: 'sh',
    buyerCustomerId: 'join-h',
    gross: 1_000n,
    attempt: 1,
    lockPartial: true,
  })
  const page = z.object({ list: z.array(creditFlow), nextCursor: z.string().nullable() })
  const first = page.parse(await (await get('/api/user/v1/credit/history?lm=2', 'h')).json())
  expect(first.list.map((flow) => [flow.flow_type, flow.value, flow.shipping_id ?? flow.topup_id])).toEqual([
    ['lock', 300, 'sh'],
    ['in', 200, 'th2'],
  ])
  expect(first.nextCursor).toHaveLength(27)
  const second = page.parse(
    await (await get(`/api/user/v1/credit/history?lm=2&cs=${first.nextCursor}`, 'h')).json(),
  )
  expect(second.list.map((flow) => flow.topup_id)).toEqual(['th1'])
  expect(second.nextCursor).toBeNull()
  expect((await get('/api/user/v1/credit/history?cs=zzz', 'h')).status).toBe(400)
})

test('LG-19 a development top-up is posted like any other, once per Idempotency-Key', async () => {
  const token = await signToken(keys, { sub: 'account-f', jid: 'f', jyc: 2 })
  const call = (amount: unknown) =>
    fetch(`${ledger.url}/api/dev/v1/credit/fast-topup`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': 'once',
      },
      body: JSON.stringify({ unit: 'pt_thb', amount }),
    })
  const answers = await Promise.all(Array.from({ length: 10 }, () => call(500)))
  expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 10 }, () => 201))
  expect((await balance('join-f')).balance).toBe(500n)
  expect((await call(600)).status).toBe(409)
  expect((await call(1.5)).status).toBe(400)
})

test('LG-17 the verifier finds no fault in an honest ledger and every planted one', async () => {
  await until('everything is sealed', async () => {
    const open = await db.query(
      `select 1 from kit.event e where stream like 'transfer-%'
         and not exists (select 1 from seal s where s.txid = e.txid and s.position = e.position) limit 1`,
    )
    return open.rows.length === 0
  })
  const honest = await verifyLedger(owner)
  expect(honest.faults).toEqual([])
  expect(honest.links).toBeGreaterThan(20n)

  const plant = async (...sql: string[]) => {
    const faults: string[] = []
    const copy = await owner.connect()
    await copy.query(`set session_replication_role = replica`)
    for (const statement of sql) await copy.query(statement)
    copy.release(true)
    faults.push(...(await verifyLedger(owner)).faults)
    return faults
  }
  const head = await owner.query<{ seq: bigint; hash: string }>(
    'select seq, hash from seal order by seq desc limit 1',
  )
  expect(
    await plant(`update flow set value = value + 1, net_value = net_value + 1 where related_id = 'ti'`),
  ).not.toEqual([])
  expect(
    await plant(`update flow set value = value - 1, net_value = net_value - 1 where related_id = 'ti'`),
  ).toEqual([])
  await plant(`delete from seal where seq = ${head.rows[0]?.seq}`)
  expect((await verifyLedger(owner, head.rows[0])).faults).toHaveLength(1)
})

test('the read schema is what the migrations make', async () => {
  const schema = fileURLToPath(new URL('../prisma/schema.prisma', import.meta.url))
  expect(await schemaDifferences(owner, schema)).toEqual([])
})
