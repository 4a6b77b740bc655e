import { seaportInterface } from '@talad/contracts/calldata'
import { loseAnswers } from '@talad/shared/testing/lose-answers'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { orderMessage } from './orders.ts'
import { SITE } from './rig.ts'
import { startWorld, type World } from './setup.ts'
import { shoppers } from './shoppers.ts'

let world: World
let shop: ReturnType<typeof shoppers>
beforeAll(async () => {
  world = await startWorld(inject('postgres'))
  shop = shoppers(world)
})
afterAll(() => world.close())

test('SP-13 SP-27 a purchase from points is paid, delivered and settled to the satang', async () => {
  const who = shop.somebody()
  world.ledger.balances.set(`join-${who}`, 200_000n)
  const hash = await shop.onSale()
  const opened = await shop.ship(who, hash)
  expect(opened.status).toBe(201)
  const id = opened.shipping._id
  const paid = await shop.pay(who, id)
  expect(paid.shipping).toMatchObject({
    status: 'processing',
    credit: { value: 125_000, payment: { status: 'completed', payment_url: null } },
  })
  expect(world.deliveries.filter((one) => one.shippingId === id)).toHaveLength(1)
  await shop.fulfilled(id, hash)
  await shop.fulfilled(id, hash)
  await shop.reaches(who, id, 'completed')
  const settled = world.ledger.of(id).filter((one) => one.type === 'settlement')
  expect(settled).toHaveLength(1)
  expect(settled[0]?.message).toMatchObject({
    postings: [
      { account: 'platform:escrow', unit: 'pt_thb', type: 'out', value: 125_000n },
      { account: 'platform:conversion', unit: 'pt_thb', type: 'in', value: 125_000n },
      { account: 'platform:conversion', unit: 'ft_thb', type: 'out', value: 125_000n },
      { account: 'platform:service_fee', unit: 'ft_thb', type: 'in', value: 3_125n },
      { account: 'join-artist', unit: 'ft_thb', type: 'in', value: 6_250n },
      { account: 'join-seller', unit: 'ft_thb', type: 'in', value: 115_625n },
    ],
  })
})

test('SP-27 a settlement that the ledger refuses is an incident that operators see', async () => {
  const who = shop.somebody()
  world.ledger.balances.set(`join-${who}`, 125_000n)
  const hash = await shop.onSale()
  const { shipping } = await shop.ship(who, hash)
  const id = shipping._id
  await shop.pay(who, id)
  world.ledger.refusals.set('settlement', 'hold_mismatch')
  await shop.fulfilled(id, hash)
  const incident = await until('the incident is raised', async () => {
    const sql = 'select incident, status from shipping where id = $1 and incident is not null'
    return (await world.db.query<{ incident: string; status: string }>(sql, [id])).rows[0]
  })
  world.ledger.refusals.clear()
  expect(incident).toEqual({ incident: 'settlement_refused', status: 'mined' })
  const raised = await world.db.query<{ data: { reason: string }; view: { reason: string } }>(
    `select data, view from kit.event where stream = $1 and type = 'IncidentRaised'`,
    [`shipping-${id}`],
  )
  expect(raised.rows.map(({ data, view }) => [data.reason, view.reason])).toEqual([
    ['hold_mismatch', 'settlement_refused'],
  ])
})

test('GW-10 a call that died before its answer was kept finds its purchase, however far that has come', async () => {
  const who = shop.somebody()
  world.ledger.balances.set(`join-${who}`, 200_000n)
  const hash = await shop.onSale()
  const key = { 'idempotency-key': `ship-${hash.slice(2, 40)}` }
  const { shipping } = await shop.ship(who, hash, { defer_payment: false }, key)
  await shop.reaches(who, shipping._id, 'processing')
  await shop.fulfilled(shipping._id, hash)
  await shop.reaches(who, shipping._id, 'completed')
  await world.send(orderMessage(hash, { status: 'completed', filled: '1', revision: 2 }))
  await until('the shop knows that the order is sold', async () => {
    const found = await world.db.query(
      "select 1 from order_replica where hash = $1 and status = 'completed'",
      [hash],
    )
    return found.rows.length > 0
  })
  // the process was killed between the commit of the work and that of its answer
  await loseAnswers(world.db, [key['idempotency-key']])
  const again = await shop.ship(who, hash, { defer_payment: false }, key)
  expect(again.status).toBe(201)
  expect(again.shipping).toMatchObject({ _id: shipping._id, status: 'completed' })
})

test('SP-4 a pending shipping past its deadline is canceled by itself, and its lock is released', async () => {
  const who = shop.somebody()
  const { shipping } = await shop.ship(who, await shop.onSale())
  await world.pass(9 * 60_000)
  const later = await shop.ship(who, await shop.onSale())
  await world.pass(61_000)
  await shop.reaches(who, shipping._id, 'canceled')
  expect(await shop.pick(who, shipping._id)).toMatchObject({ canceled_reason: 'expired', expired: false })
  await until('the lock is released', () =>
    world.ledger.of(shipping._id).some((one) => one.type === 'release'),
  )
  expect((await shop.pick(who, later.shipping._id)).status).toBe('pending')
})

test('SP-6 of many buyers at once one gets the order, the others hear that it is busy', async () => {
  const hash = await shop.onSale()
  const answers = await Promise.all(Array.from({ length: 12 }, () => shop.ship(shop.somebody(), hash)))
  expect(answers.filter((one) => one.status === 201)).toHaveLength(1)
  const refused = answers.filter((one) => one.status === 409)
  expect(refused.map((one) => one.body.code)).toEqual(Array.from({ length: 11 }, () => 'order_busy'))
})

test('SP-6 a buyer has at most three open shippings, also when asking for ten at once', async () => {
  const who = shop.somebody()
  const hashes = await Promise.all(Array.from({ length: 10 }, () => shop.onSale()))
  const answers = await Promise.all(hashes.map((hash) => shop.ship(who, hash)))
  expect(answers.filter((one) => one.status === 201)).toHaveLength(3)
  expect(new Set(answers.filter((one) => one.status !== 201).map((one) => one.body.code))).toEqual(
    new Set(['too_many_shippings']),
  )
})

test('SP-6 a buyer at the limit still pays and receives what is open', async () => {
  const who = shop.somebody()
  world.ledger.balances.set(`join-${who}`, 375_000n)
  const ids: string[] = []
  for (let n = 0; n < 3; n++) ids.push((await shop.ship(who, await shop.onSale())).shipping._id)
  for (const id of ids) expect((await shop.pay(who, id)).shipping.status).toBe('processing')
})

test('SP-5 a buyer without money holds a listing for three rounds, then waits, and is as before once they have paid', async () => {
  const [who, order] = [shop.somebody(), await shop.onSale()]
  const other = await shop.onSale()
  for (let round = 0; round < 3; round++) {
    const { shipping } = await shop.ship(who, order)
    await world.pass(601_000)
    await shop.reaches(who, shipping._id, 'canceled')
  }
  for (const hash of [order, other])
    expect((await shop.ship(who, hash)).body).toMatchObject({ code: 'reservations_lapsed' })
  expect((await shop.ship(shop.somebody(), other)).status).toBe(201)
  await world.pass(5 * 60_000)
  const { shipping } = await shop.ship(who, order)
  await shop.cancel(who, shipping._id)
  expect((await shop.ship(who, order)).body).toMatchObject({ code: 'reservations_lapsed' }) // ten minutes now
  const rare = await shop.onSale()
  await world.pass(10 * 60_000)
  world.ledger.balances.set(`join-${who}`, 125_000n)
  const bought = await shop.ship(who, rare)
  await shop.pay(who, bought.shipping._id)
  await shop.reaches(who, bought.shipping._id, 'processing')
  expect((await shop.ship(who, order)).status).toBe(201)
})

test('SP-5 an idle shipping gives way to the next buyer', async () => {
  const hash = await shop.onSale()
  const { shipping } = await shop.ship(shop.somebody(), hash)
  const next = shop.somebody()
  expect(Date.parse(shipping.held_until ?? '') - Date.parse(shipping.created)).toBe(120_000)
  expect((await shop.ship(next, hash)).body.code).toBe('order_busy')
  await world.pass(121_000)
  expect((await shop.ship(next, hash)).status).toBe(201)
})

test('SP-9 GW-10 the same request again is the same shipping', async () => {
  const who = shop.somebody()
  const hash = await shop.onSale()
  const answers = await Promise.all(Array.from({ length: 10 }, () => shop.ship(who, hash)))
  expect(new Set(answers.map((one) => one.shipping._id)).size).toBe(1)
})

test('SP-31 an origin is that of a site that is served; one that is none becomes the main one', async () => {
  const { shipping } = await shop.ship(
    shop.somebody(),
    await shop.onSale(),
    {},
    { origin: 'https://evil.example' },
  )
  expect(shipping.origin_url).toBe(SITE)
  await world.db.query(`insert into site_replica values ('temple', '{temple.test}', '{}', true, 1)`)
  const origin = 'http://temple.test'
  const there = await shop.ship(shop.somebody(), await shop.onSale(), {}, { origin })
  expect(there.shipping.origin_url).toBe(origin)
})

test('SP-24 a paid shipping is handed to the relayer once, until a day has passed or the order ends', async () => {
  const who = shop.somebody()
  world.ledger.balances.set(`join-${who}`, 125_000n)
  const { shipping } = await shop.ship(who, await shop.onSale())
  await Promise.all([shop.pay(who, shipping._id), shop.pay(who, shipping._id)])
  const jobs = world.deliveries.filter((one) => one.shippingId === shipping._id)
  expect(jobs).toHaveLength(1)
  const call = seaportInterface.decodeFunctionData('fulfillAdvancedOrder', jobs[0]?.data ?? '0x')
  expect(String(call.recipient).toLowerCase()).toBe(shipping.recipient_address)
  const hours = ((jobs[0]?.deadline.getTime() ?? 0) - world.now().getTime()) / 3_600_000
  expect(hours).toBeGreaterThan(23.9)
  expect(hours).toBeLessThan(24.1)
})

test('SP-25 a delivery that fails gives the money back', async () => {
  const who = shop.somebody()
  world.ledger.balances.set(`join-${who}`, 125_000n)
  const hash = await shop.onSale()
  const { shipping } = await shop.ship(who, hash)
  const id = shipping._id
  // cancelled by its seller between the payment and the delivery (OB-13)
  await world.db.query(`update order_replica set status = 'cancelled' where hash = $1`, [hash])
  await shop.pay(who, id)
  await shop.reaches(who, id, 'failed')
  await until('the refund is asked for', () => world.ledger.of(id).some((one) => one.type === 'refund'))
  expect(world.deliveries.some((one) => one.shippingId === id)).toBe(false)
})

test('OB-14 a cancelled order takes its unpaid shipping with it', async () => {
  const who = shop.somebody()
  const hash = await shop.onSale()
  const { shipping } = await shop.ship(who, hash)
  await world.send(orderMessage(hash, { status: 'cancelled', revision: 2 }))
  await shop.reaches(who, shipping._id, 'canceled')
  expect((await shop.ship(shop.somebody(), hash)).body.code).toBe('order_not_open')
})

test('an order message that comes late does not undo a newer one', async () => {
  const hash = await shop.onSale()
  await world.send(orderMessage(hash, { status: 'completed', filled: '1', revision: 3 }))
  await world.send(orderMessage(hash, { revision: 2 }))
  const state = () =>
    world.db.query<{ status: string; revision: number }>(
      'select status, revision from order_replica where hash = $1',
      [hash],
    )
  await until('the newer one is stored', async () => (await state()).rows[0]?.revision === 3)
  expect((await state()).rows[0]?.status).toBe('completed')
})

test('SP-29 a recipient that cannot hold the item is refused before any money moves, and told apart from a dead order', async () => {
  const hash = await shop.onSale()
  world.chain.cannotHold.add(shop.recipient)
  expect((await shop.ship(shop.somebody(), hash)).body.code).toBe('invalid_recipient')
  world.chain.fillable = false
  expect((await shop.ship(shop.somebody(), hash)).body.code).toBe('order_not_open')
  world.chain.cannotHold.clear()
  expect((await shop.ship(shop.somebody(), hash)).body.code).toBe('order_not_open')
  world.chain.fillable = true
  world.chain.down = true
  expect((await shop.ship(shop.somebody(), hash)).status).toBe(503)
  world.chain.down = false
  expect((await shop.ship(shop.somebody(), hash)).status).toBe(201)
})

test('SP-32 the history shows what I bought, what I sold, or both, page by page', async () => {
  const [me, other] = [shop.somebody(), shop.somebody()]
  const sold = { offererCustomerId: `join-${me}`, offererAccountId: `account-${me}` }
  await shop.ship(me, await shop.onSale())
  await shop.ship(other, await shop.onSale(sold))
  await shop.ship(me, await shop.onSale())
  const list = async (query: string) => (await world.call(me, `/user/v1/shipping/history?${query}`)).body
  expect((await list('ac=buy')).list).toHaveLength(2)
  expect((await list('ac=sell')).list).toHaveLength(1)
  const first = await list('lm=2')
  const second = await list(`lm=2&cs=${first.nextCursor}`)
  expect([...first.list, ...second.list].map((one) => one.created)).toHaveLength(3)
  expect(second.nextCursor).toBeNull()
  const mine = (await list('ac=buy')).list[0]?._id
  const others = (await world.call(other, '/user/v1/shipping/history?ac=buy')).body.list[0]?._id
  const picked = await list(`id=${mine},${'0'.repeat(24)}`)
  expect(picked.list.map((one: { _id: string }) => one._id)).toEqual([mine])
  const stranger = shop.somebody()
  expect((await world.call(stranger, `/user/v1/shipping/history?id=${mine},${others}`)).body.list).toEqual([])
  expect((await world.call(me, '/user/v1/shipping/history?lm=101')).status).toBe(400)
})

test('SP-22 strangers neither pay, check, cancel nor see a shipping', async () => {
  const { shipping } = await shop.ship(shop.somebody(), await shop.onSale())
  const stranger = shop.somebody()
  const id = shipping._id
  expect((await shop.pay(stranger, id)).status).toBe(403)
  expect((await shop.check(stranger, id)).status).toBe(403)
  expect((await shop.cancel(stranger, id)).status).toBe(403)
  expect((await world.call(stranger, `/user/v1/shipping/${id}`)).status).toBe(404)
})

test('GW-15 a body with an unknown field or a fraction is refused by name', async () => {
  const hash = await shop.onSale()
  const unknown = await shop.ship(shop.somebody(), hash, { price: 1 })
  expect([unknown.status, unknown.body]).toMatchObject([400, { code: 'validation', field: 'price' }])
  const fraction = await shop.ship(shop.somebody(), hash, { amount: 1.5 })
  expect([fraction.status, fraction.body]).toMatchObject([400, { field: 'amount' }])
})
