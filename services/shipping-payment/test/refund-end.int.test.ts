import { randomBytes } from 'node:crypto'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { adminTopup } from '@talad/proto/http/shipping-payment/shipping-admin-shapes'
import { grantPermissions } from '@talad/shared/testing/admins'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startWorld, type World } from './setup.ts'
import { shoppers } from './shoppers.ts'

let world: World
let shop: ReturnType<typeof shoppers>
beforeAll(async () => {
  world = await startWorld(inject('postgres'))
  shop = shoppers(world)
  await grantPermissions(world.db, 'join-admin', ['shipping.read', 'refund.write'])
})
afterAll(() => world.close())

const HOUR = 3_600_000
const topupOf = async (id: string) => adminTopup.parse((await world.admin(`/topup/${id}`)).body.topup)
const ask = async (id: string, path: string, body: object) =>
  world.admin(`/topup/${id}/${path}`, { note: 'agreed', version: (await topupOf(id)).version, ...body })
const becomes = (id: string, status: string) =>
  until(`the refund is ${status}`, async () => (await topupOf(id)).refund?.status === status)
const isIdle = (id: string) =>
  until('the refund waits', async () => {
    const sql = `select 1 from kit.job where task = 'topup.refund' and key = $1 and claimed_by is null and run_at > $2`
    return (await world.db.query(sql, [id, world.now()])).rows.length === 1
  })
const events = async (id: string, type: string) =>
  (await world.db.query('select 1 from kit.event where stream = $1 and type = $2', [`topup-${id}`, type]))
    .rowCount

/** A card payment of 125,000 that came too late for its purchase, and is to go back to its card. */
async function refunding(slow: boolean) {
  const who = `ends${randomBytes(6).toString('hex')}`
  const ends = timestampFromDate(new Date(world.now().getTime() + 10 * 24 * HOUR))
  const { shipping } = await shop.ship(who, await shop.onSale({ end: ends, signedEnd: ends }))
  await shop.pay(who, shipping._id)
  const orderNo = await shop.orderNoOf(shipping._id)
  await shop.cancel(who, shipping._id)
  await world.settle(orderNo, 'success')
  await until('the points are there', () => world.ledger.balances.get(`join-${who}`) === 125_000n)
  if (slow) await world.control('/chillpay/transaction', 'PATCH', { orderNo, slowReturns: true })
  const { rows } = await world.db.query<{ id: string }>('select id from topup where order_no = $1', [orderNo])
  const id = rows[0]?.id ?? ''
  expect((await ask(id, 'refund', {})).status).toBe(201)
  await until('the provider has said yes', async () => (await events(id, 'RefundAccepted')) === 1)
  await isIdle(id)
  const points = () => world.ledger.balances.get(`join-${who}`)
  return { id, orderNo, points, shippingId: shipping._id, who }
}

test('SP-26 what the provider took down and then knows nothing of is asked for once, held, and ended by a person a day later', async () => {
  const { id, orderNo, points } = await refunding(true)
  await world.control('/chillpay/return', 'POST', { orderNo, choice: 'rejected' })
  await world.pass(HOUR)
  await isIdle(id)
  expect(await events(id, 'RefundAsked')).toBe(1)
  expect((await ask(id, 'refund/end', { end: 'never_sent' })).body.code).toBe('refund_known_there')
  await world.pass(24 * HOUR)
  await until('people are told', async () => (await topupOf(id)).refund?.doubted === true)
  expect(points()).toBe(0n)
  expect((await ask(id, 'refund/end', { end: 'sent_back' })).body.code).toBe('refund_not_endable')
  expect((await ask(id, 'refund/end', { end: 'never_sent' })).status).toBe(200)
  await becomes(id, 'failed')
  await until('the points are free', () => points() === 125_000n)
  expect(await events(id, 'RefundAsked')).toBe(1)
})

test('SP-26 LG-5 what the bank sends back after it was refunded is points again, once, by a person and by the provider’s word', async () => {
  const { id, orderNo, points, shippingId, who } = await refunding(false)
  await world.pass(61_000)
  await becomes(id, 'refunded')
  expect((await ask(id, 'refund/end', { end: 'sent_back' })).body.code).toBe('refund_known_there')
  await world.control('/chillpay/return', 'POST', { orderNo, choice: 'sent_back' })
  await world.fault({ provider: 'chillpay', call: 'details', fault: 'error' })
  expect((await ask(id, 'refund/end', { end: 'sent_back' })).status).toBe(503)
  const { version } = await topupOf(id)
  const body = { note: 'the bank has sent it back', version, end: 'sent_back' }
  const again = () =>
    world.admin(`/topup/${id}/refund/end`, body, 'admin', { 'idempotency-key': `back-${id}` })
  expect([(await again()).status, (await again()).status]).toEqual([200, 200])
  await until('the points are back', () => points() === 125_000n)
  expect(world.ledger.all.filter(({ type }) => type === 'card_refund_reversal')).toHaveLength(1)
  expect((await shop.pick(who, shippingId)).fiat_refund).toMatchObject({ status: 'failed' })
  expect((await ask(id, 'refund/end', { end: 'sent_back' })).body.code).toBe('refund_not_endable')
  const { rows } = await world.db.query(
    `select data ->> 'note' as note from kit.event
     where type = 'AuditRecorded' and data ->> 'action' = 'topup.refund_sent_back'`,
  )
  expect(rows).toEqual([{ note: 'the bank has sent it back' }])
})
