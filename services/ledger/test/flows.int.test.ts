import { type DescMessage, fromBinary } from '@bufbuild/protobuf'
import { CaptureSchema, HoldSchema, PostSchema, ReleaseSchema } from '@talad/proto/ledger/v1/commands'
import {
  CapturedSchema,
  CommandRefusedSchema,
  HeldSchema,
  PostedSchema,
  ReleasedSchema,
} from '@talad/proto/ledger/v1/events'
import { outgoing } from '@talad/shared/bus/port'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { verifyLedger } from '../src/books/proof.ts'
import { asPay, asTopup, startWorld, topup, type World } from './setup.ts'

let world: World
beforeAll(async () => {
  world = await startWorld(inject('postgres'))
})
afterAll(() => world.close())

const TOPIC = 'ledger.command.v1'
type Unit = 'pt_thb' | 'ft_thb'

/** Commands to the ledger as other services send them. */
function commandsOf(flow: string, id: string, customerId: string) {
  const about = { flow, id, customerId }
  return {
    hold: (amount: bigint, attempt = 1) =>
      outgoing(TOPIC, customerId, HoldSchema, { ...about, amount, attempt, upTo: false, capture: false }),
    capture: (amount: bigint) => outgoing(TOPIC, customerId, CaptureSchema, { ...about, amount }),
    release: () => outgoing(TOPIC, customerId, ReleaseSchema, about),
    back: (name: string, from: string, unit: Unit, value: bigint) =>
      outgoing(TOPIC, customerId, PostSchema, {
        ...about,
        flow: name,
        postings: [
          { account: from, unit, type: 'out', value },
          { account: customerId, unit, type: 'in', value },
        ],
      }),
  }
}

/** Waits for the answer to what was asked of an id. */
function answer<D extends DescMessage>(schema: D, id: string) {
  return until(`${schema.typeName} of ${id}`, () =>
    world.heard
      .filter((message) => message.type === schema.typeName)
      .map((message) => fromBinary(schema, message.payload))
      .find((message) => (message as { id?: string }).id === id),
  )
}

async function flowsOf(id: string): Promise<unknown[]> {
  const sql = 'select account, flow_type, flow_event, value from flow where related_id = $1 order by id'
  const { rows } = await world.db.query<Record<string, unknown>>(sql, [id])
  return rows.map((row) => [row.account, row.flow_type, row.flow_event, row.value])
}

/** Baht as if earned by selling. */
const earn = (customerId: string, id: string, value: bigint) =>
  world.postNow(asTopup(customerId, id, value, 'ft_thb'))

test('BW-12 a withdrawal is held at its request and goes out through withdrawal clearing when it was paid out', async () => {
  await earn('join-w1', 'earned-1', 20_000n)
  const withdrawal = commandsOf('withdrawal', 'w1', 'join-w1')
  await world.send(withdrawal.hold(15_000n))
  expect(await answer(HeldSchema, 'w1')).toMatchObject({ flow: 'withdrawal', amount: 15_000n, held: 15_000n })
  expect(await world.balance('join-w1', 'ft_thb')).toEqual({ balance: 20_000n, balance_locked: 15_000n })
  await world.send(withdrawal.capture(15_000n))
  expect(await answer(CapturedSchema, 'w1')).toMatchObject({ customerId: 'join-w1', amount: 15_000n })
  expect(await world.balance('join-w1', 'ft_thb')).toEqual({ balance: 5_000n, balance_locked: 0n })
  expect(await flowsOf('w1')).toEqual([
    ['join-w1', 'lock', 'withdrawal', 15_000n],
    ['join-w1', 'lock', 'withdrawal', -15_000n],
    ['join-w1', 'out', 'withdrawal', 15_000n],
    ['platform:withdrawal_clearing', 'in', 'withdrawal', 15_000n],
  ])
})

test('LG-8 a payout that the bank sends back is reversed, once, with its fee and the VAT of that', async () => {
  await earn('join-w2', 'earned-2', 20_000n)
  const withdrawal = commandsOf('withdrawal', 'w2', 'join-w2')
  const post = (flow: string, sides: [account: string, type: 'in' | 'out', value: bigint][]) =>
    outgoing(TOPIC, 'join-w2', PostSchema, {
      flow,
      id: 'w2',
      customerId: 'join-w2',
      postings: sides.map(([account, type, value]) => ({ account, type, value, unit: 'ft_thb' })),
    })
  const settled = post('withdrawal_settlement', [
    ['platform:withdrawal_clearing', 'out', 15_000n],
    ['platform:provider_clearing', 'in', 13_500n],
    ['platform:service_fee', 'in', 1_500n],
  ])
  const back = post('withdrawal_reversal', [
    ['platform:provider_clearing', 'out', 13_500n],
    ['platform:service_fee', 'out', 1_500n],
    ['join-w2', 'in', 15_000n],
  ])
  await world.send(withdrawal.hold(15_000n), withdrawal.capture(15_000n), settled, back, back)
  await until('it is back', async () => (await world.balance('join-w2', 'ft_thb')).balance === 20_000n)
  expect(await world.balance('join-w2', 'ft_thb')).toEqual({ balance: 20_000n, balance_locked: 0n })
  const sql = `select account, sum(case flow_type when 'in' then value else -value end) as sum from flow
               where related_id = 'w2' and account like 'platform:%' group by account having
               sum(case flow_type when 'in' then value else -value end) <> 0`
  expect((await world.db.query(sql)).rows).toEqual([])
})

test('BW-12 a withdrawal that is rejected gives back what was held, and cannot be paid out any more', async () => {
  await earn('join-w3', 'earned-3', 20_000n)
  const withdrawal = commandsOf('withdrawal', 'w3', 'join-w3')
  await world.send(withdrawal.hold(15_000n), withdrawal.release(), withdrawal.capture(15_000n))
  expect(await answer(ReleasedSchema, 'w3')).toMatchObject({ released: 15_000n })
  const refused = await answer(CommandRefusedSchema, 'w3')
  expect(refused).toMatchObject({ key: 'capture:withdrawal:w3', flow: 'withdrawal', code: 'hold_released' })
  expect(await world.balance('join-w3', 'ft_thb')).toEqual({ balance: 20_000n, balance_locked: 0n })
})

test('LG-4 a withdrawal of more than there is, or of points, is refused', async () => {
  await earn('join-w4', 'earned-4', 100n)
  await world.postNow(asTopup('join-w4', 'bought-4', 20_000n))
  await world.send(commandsOf('withdrawal', 'w4', 'join-w4').hold(15_000n))
  expect(await answer(CommandRefusedSchema, 'w4')).toMatchObject({ code: 'insufficient_funds' })
})

test('SP-26 a card refund holds points, and goes to the provider or comes back; what was refunded is reversed once', async () => {
  await world.postNow(asTopup('join-c1', 'bought-1', 1_000n))
  const first = commandsOf('card_refund', 'r1', 'join-c1')
  await world.send(first.hold(400n), first.release())
  await answer(ReleasedSchema, 'r1')
  expect(await world.balance('join-c1')).toEqual({ balance: 1_000n, balance_locked: 0n })
  const second = commandsOf('card_refund', 'r2', 'join-c1')
  await world.send(second.hold(400n), second.capture(400n))
  await answer(CapturedSchema, 'r2')
  expect(await world.balance('join-c1')).toEqual({ balance: 600n, balance_locked: 0n })
  expect((await flowsOf('r2')).at(-1)).toEqual(['platform:provider_clearing', 'in', 'refund', 400n])
  await world.send(second.back('card_refund_reversal', 'platform:provider_clearing', 'pt_thb', 400n))
  await answer(PostedSchema, 'r2')
  expect(await world.balance('join-c1')).toEqual({ balance: 1_000n, balance_locked: 0n })
})

test('LG-7 a command with the key of another body is parked as an error of its own', async () => {
  const withdrawal = commandsOf('withdrawal', 'w5', 'join-w5')
  await earn('join-w5', 'earned-5', 20_000n)
  await world.send(withdrawal.hold(10_000n), withdrawal.hold(12_000n))
  await answer(HeldSchema, 'w5')
  await until('the second one is parked', async () => {
    const found = await world.db.query(`select error from kit.dead_letter where key = 'join-w5'`)
    return String(found.rows[0]?.error).startsWith('KeyReused')
  })
  expect((await world.balance('join-w5', 'ft_thb')).balance_locked).toBe(10_000n)
})

test('LG-5 the database itself ends a hold once, and keeps its customer and its amount', async () => {
  await world.postNow(
    asTopup('join-h', 'th', 1_000n),
    asPay('join-h', 'h-open', 5_000n),
    asPay('join-h', 'h2', 1n, false),
  )
  const change = (id: string, set: string) =>
    world.db.query(`update hold set ${set} where flow = 'shipping' and id = $1`, [id])
  await world.postNow(asTopup('join-h', 'th2', 10n), asPay('join-h', 'h-paid', 10n, false))
  await expect(change('h-paid', `state = 'released'`)).rejects.toThrow('cannot go from captured to released')
  await expect(change('h-paid', `state = 'open'`)).rejects.toThrow('cannot go from captured to open')
  await world.postNow(asTopup('join-h', 'th3', 5n), asPay('join-h', 'h-free', 7n))
  await world.postNow({ type: 'Release', flow: 'shipping', id: 'h-free', customerId: 'join-h' })
  await expect(change('h-free', `state = 'settled'`)).rejects.toThrow('cannot go from released to settled')
  await expect(change('h-open', `customer_id = 'join-x'`)).rejects.toThrow('cannot go')
  await expect(change('h-open', `amount = 7000`)).rejects.toThrow('cannot go')
  await expect(change('h-open', `held = amount + 1`)).rejects.toThrow('hold_held_check')
  await expect(change('h-open', `state = 'captured'`)).rejects.toThrow('hold_held_only_while_open')
})

test('BW-11 what is captured and settled in one batch is posted at once', async () => {
  const about = { id: 'w6', customerId: 'join-w6' }
  const held = { flow: 'withdrawal', ...about, amount: 10_000n }
  const side = (account: string, type: 'in' | 'out', value: bigint) => ({
    account: `platform:${account}`,
    unit: 'ft_thb' as const,
    type,
    value,
  })
  await earn('join-w6', 'earned-6', 20_000n)
  await world.postNow({ type: 'Hold', ...held, attempt: 1, upTo: false, capture: false })
  const results = await world.postNow(
    { type: 'Capture', ...held },
    {
      type: 'Post',
      flow: 'withdrawal_settlement',
      ...about,
      reference: 'trsf_1',
      capture: undefined,
      postings: [
        side('withdrawal_clearing', 'out', 10_000n),
        side('provider_clearing', 'in', 8_500n),
        side('service_fee', 'in', 1_500n),
      ],
    },
  )
  expect(results.map(({ refused }) => refused)).toEqual([undefined, undefined])
  expect(await world.balance('join-w6', 'ft_thb')).toEqual({ balance: 10_000n, balance_locked: 0n })
})

test('LG-17 what all flows leave verifies', async () => {
  await world.send(topup('join-last', 'last', 1n))
  await until('it is posted', async () => (await world.balance('join-last')).balance === 1n)
  await until('everything is linked', async () => {
    const { rows } = await world.db.query<{ n: bigint }>('select count(distinct transfer) as n from flow')
    return (await verifyLedger(world.owner)).transfers >= (rows[0]?.n ?? 0n)
  })
  expect((await verifyLedger(world.owner)).faults).toEqual([])
})
