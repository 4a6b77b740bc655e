import { randomBytes } from 'node:crypto'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { adminTopup } from '@talad/proto/http/shipping-payment/shipping-admin-shapes'
import { grantPermissions } from '@talad/shared/testing/admins'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { createChillPay } from '../src/chillpay/client.ts'
import { reconcile } from '../src/payment/reconcile.ts'
import { startWorld, type World } from './setup.ts'
import { shoppers } from './shoppers.ts'

let world: World
let shop: ReturnType<typeof shoppers>
beforeAll(async () => {
  world = await startWorld(inject('postgres'))
  shop = shoppers(world)
  await grantPermissions(world.db, 'join-admin', ['shipping.read', 'refund.write'])
  await grantPermissions(world.db, 'join-reader', ['shipping.read'])
})
afterAll(() => world.close())

const MERCHANT = { merchantCode: 'M000001', apiKey: 'sandbox-api-key', md5Secret: 'sandbox-md5-secret' }
const NOTE = { note: 'the buyer asked for it' }
const returnsOf = z.object({
  chillpay: z.object({
    transactions: z.array(
      z.looseObject({ id: z.string(), returns: z.array(z.looseObject({ kind: z.string() })) }),
    ),
  }),
})

/** Somebody whose card payment came too late for a purchase that was canceled: its money is points. */
async function paidLate() {
  const who = `late${randomBytes(6).toString('hex')}`
  const end = timestampFromDate(new Date(world.now().getTime() + 86_400_000))
  const { shipping } = await shop.ship(who, await shop.onSale({ end, signedEnd: end }))
  await shop.pay(who, shipping._id)
  const orderNo = await shop.orderNoOf(shipping._id)
  await shop.cancel(who, shipping._id)
  await world.settle(orderNo, 'success')
  await until('the points are there', () => world.ledger.balances.get(`join-${who}`) === 125_000n)
  const found = await world.db.query<{ id: string }>('select id from topup where order_no = $1', [orderNo])
  return { who, shippingId: shipping._id, orderNo, topupId: found.rows[0]?.id ?? '' }
}
type Paid = Awaited<ReturnType<typeof paidLate>>

const topupOf = async (id: string) => adminTopup.parse((await world.admin(`/topup/${id}`)).body.topup)
const refund = async ({ topupId }: Paid, version?: number, headers = {}) =>
  world.admin(
    `/topup/${topupId}/refund`,
    { ...NOTE, version: version ?? (await topupOf(topupId)).version },
    'admin',
    headers,
  )
const becomes = (id: string, status: string) =>
  until(`the refund is ${status}`, async () => (await topupOf(id)).refund?.status === status)
/** The refund was looked at, and waits for its next time. */
const isIdle = (id: string) =>
  until('the refund waits', async () => {
    const sql = `select 1 from kit.job where task = 'topup.refund' and key = $1 and claimed_by is null and run_at > $2`
    return (await world.db.query(sql, [id, world.now()])).rows.length === 1
  })
async function askings(id: string): Promise<number> {
  const sql = `select 1 from kit.event where type = 'RefundAsked' and stream = $1`
  return (await world.db.query(sql, [`topup-${id}`])).rows.length
}
async function isAsked(id: string): Promise<void> {
  await until('the provider was asked', async () => (await topupOf(id)).refund?.stage === 'asked')
  await isIdle(id)
}

async function returned(orderNo: string): Promise<string[]> {
  const control = returnsOf.parse(await (await fetch(`${world.sandbox.url}/control`)).json())
  return control.chillpay.transactions.find(({ id }) => id === orderNo)?.returns.map(({ kind }) => kind) ?? []
}

test('SP-26 a card payment goes back to its card, once: held, asked, confirmed, taken from the points', async () => {
  const paid = await paidLate()
  const answer = await refund(paid)
  expect(answer.status).toBe(201)
  expect(answer.body.refund).toMatchObject({ status: 'refunding', value: 125_000, ...NOTE, by: 'join-admin' })
  await isAsked(paid.topupId)
  expect(world.ledger.balances.get(`join-${paid.who}`)).toBe(0n)
  await world.pass(61_000)
  await becomes(paid.topupId, 'refunded')
  expect(await returned(paid.orderNo)).toEqual(['void'])
  await until('it is taken', () => world.ledger.all.some((one) => one.type === 'capture card_refund'))
  expect(world.ledger.balances.get(`join-${paid.who}`)).toBe(0n)
  const seen = (await shop.pick(paid.who, paid.shippingId)).fiat_refund
  expect(seen).toMatchObject({ status: 'refunded', value: 125_000, ...NOTE })
  expect((await refund(paid)).body.code).toBe('already_refunded')
})

test('SP-26 fifty requests at once refund once, and the database itself lets no second one in', async () => {
  const paid = await paidLate()
  const { version } = await topupOf(paid.topupId)
  const answers = await Promise.all(Array.from({ length: 50 }, () => refund(paid, version)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(new Set(answers.filter(({ status }) => status !== 201).map(({ body }) => body.code))).toEqual(
    new Set(['version_conflict']),
  )
  await isAsked(paid.topupId)
  await world.pass(61_000)
  await becomes(paid.topupId, 'refunded')
  expect(await returned(paid.orderNo)).toHaveLength(1)
  await expect(
    world.db.query(
      `insert into card_refund (id, topup_id, shipping_id, customer_id, amount, status, created_at, updated_at)
       values ('second', $1, $2, 'join-x', 1, 'refunding', now(), now())`,
      [paid.topupId, paid.shippingId],
    ),
  ).rejects.toThrow('card_refund_once')
})

test('SP-26 an answer that is lost is inquired about, and the provider is never asked again blindly', async () => {
  const paid = await paidLate()
  await world.fault({ provider: 'chillpay', call: 'void', fault: 'drop' })
  await refund(paid)
  await isAsked(paid.topupId)
  expect((await topupOf(paid.topupId)).refund?.status).toBe('refunding')
  await world.pass(10 * 60_000)
  await becomes(paid.topupId, 'refunded')
  expect(await returned(paid.orderNo)).toEqual(['void'])
})

test('SP-26 what never reached the provider is asked again when it says that it knows of none', async () => {
  const paid = await paidLate()
  await world.fault({ provider: 'chillpay', call: 'void', fault: 'error' })
  await refund(paid)
  await isAsked(paid.topupId)
  await world.pass(61_000)
  await isIdle(paid.topupId)
  expect(await returned(paid.orderNo)).toEqual([])
  await world.pass(120_000)
  await until('it came back', async () => (await returned(paid.orderNo)).length === 1)
  await isIdle(paid.topupId)
  await world.pass(61_000)
  await becomes(paid.topupId, 'refunded')
  expect(await returned(paid.orderNo)).toEqual(['void'])
})

test('SP-26 a provider that knows nothing of it a day later was never asked: the points are free, and it can be tried again', async () => {
  const paid = await paidLate()
  await world.fault({ provider: 'chillpay', call: 'void', fault: 'error', times: 5 })
  await refund(paid)
  await isAsked(paid.topupId)
  for (let times = 1; times <= 4; times++) {
    await world.pass(180_000)
    await until('it was asked again', async () => (await askings(paid.topupId)) === times + 1)
    await isIdle(paid.topupId)
  }
  await world.pass(23 * 3_600_000)
  await isIdle(paid.topupId)
  expect((await topupOf(paid.topupId)).refund?.status).toBe('refunding')
  await world.pass(2 * 3_600_000)
  await becomes(paid.topupId, 'failed')
  await until('the points are free', () => world.ledger.balances.get(`join-${paid.who}`) === 125_000n)
  expect(await returned(paid.orderNo)).toEqual([])
  expect((await shop.pick(paid.who, paid.shippingId)).fiat_refund.status).toBe('failed')
  await refund(paid)
  await until('it came back', async () => (await returned(paid.orderNo)).length === 1)
  await isIdle(paid.topupId)
  await world.pass(61_000)
  await becomes(paid.topupId, 'refunded')
})

test('SP-26 what the provider has settled is refunded where a void is refused; what it refuses altogether fails', async () => {
  const settled = await paidLate()
  await world.control('/chillpay/transaction', 'PATCH', { orderNo: settled.orderNo, settled: true })
  await refund(settled)
  await until('it came back', async () => (await returned(settled.orderNo)).length === 1)
  expect(await returned(settled.orderNo)).toEqual(['refund'])
  await isIdle(settled.topupId)
  await world.pass(61_000)
  await becomes(settled.topupId, 'refunded')
  // nobody is told to look for points that the ledger has taken
  const sql = 'select not_posted from card_refund where topup_id = $1'
  expect((await world.db.query(sql, [settled.topupId])).rows).toEqual([{ not_posted: false }])
  const refused = await paidLate()
  await world.control('/chillpay/transaction', 'PATCH', { orderNo: refused.orderNo, refusesReturns: true })
  // what it says is kept, also what no database takes
  const odd = { provider: 'chillpay', fault: 'tamper', field: 'message', value: 'no\0 way' }
  for (const call of ['void', 'refund']) await world.fault({ ...odd, call })
  await refund(refused)
  await becomes(refused.topupId, 'failed')
  await until('the points are free', () => world.ledger.balances.get(`join-${refused.who}`) === 125_000n)
})

test('SP-26 what the provider has only taken down stays refunding until it is done', async () => {
  const paid = await paidLate()
  await world.control('/chillpay/transaction', 'PATCH', { orderNo: paid.orderNo, slowReturns: true })
  await refund(paid)
  await isAsked(paid.topupId)
  await world.pass(26 * 3_600_000)
  await isIdle(paid.topupId)
  expect((await topupOf(paid.topupId)).refund?.status).toBe('refunding')
  await world.control('/chillpay/return', 'POST', { orderNo: paid.orderNo, choice: 'done' })
  await world.pass(3_600_000)
  await becomes(paid.topupId, 'refunded')
})

test('SP-26 points that are spent are not refunded: nothing is asked of the provider', async () => {
  const paid = await paidLate()
  world.ledger.balances.set(`join-${paid.who}`, 1n)
  await refund(paid)
  await becomes(paid.topupId, 'failed')
  expect((await topupOf(paid.topupId)).refund?.reason).toBe('insufficient_funds')
  expect(await returned(paid.orderNo)).toEqual([])
})

test('SP-26 a refund that failed waits for somebody until a later one of its card payment was tried', async () => {
  const paid = await paidLate()
  world.ledger.balances.set(`join-${paid.who}`, 1n)
  await refund(paid)
  await becomes(paid.topupId, 'failed')
  const waiting = async (more = '&newest=1') =>
    (await world.admin(`/card-refund/list?st=failed&customer=join-${paid.who}${more}`)).body.list
  expect(await waiting()).toMatchObject([{ topup_id: paid.topupId }])
  world.ledger.balances.set(`join-${paid.who}`, 125_000n)
  await refund(paid)
  await until('it is tried again', async () => (await topupOf(paid.topupId)).refund?.status !== 'failed')
  expect(await waiting()).toEqual([])
  expect(await waiting('')).toMatchObject([{ topup_id: paid.topupId }])
})

test('SP-26 a note is required, of at most 5000 characters; only refund.write and a fresh sign-in may ask', async () => {
  const { topupId } = await paidLate()
  const ask = (body: object, who = 'admin') => world.admin(`/topup/${topupId}/refund`, body, who)
  expect((await ask({ version: 4 })).body).toMatchObject({ code: 'required_parameter', field: 'note' })
  expect((await ask({ note: ' ', version: 4 })).body).toMatchObject({ field: 'note' })
  expect((await ask({ note: 'x'.repeat(5_001), version: 4 })).body).toMatchObject({ field: 'note' })
  expect((await ask({ ...NOTE, version: 4 }, 'reader')).body.code).toBe('permission_required')
  expect((await ask({ ...NOTE, version: 4 }, 'nobody')).status).toBe(403)
  expect((await world.admin('/topup/0123456789abcdef01234567/refund', { ...NOTE, version: 1 })).status).toBe(
    404,
  )
})

test('SP-26 what the provider has given back by itself is told by the reconciliation, and mended by a refund that pays nothing', async () => {
  const paid = await paidLate()
  const baseUrl = `${world.sandbox.url}/chillpay`
  const chillpay = createChillPay({ ...MERCHANT, baseUrl, routeNo: 1, timeoutMs: 5_000 })
  const differences = async () => {
    const day = { from: new Date(Date.now() - 3_600_000), until: new Date(Date.now() + 1_000) }
    const found = await reconcile({ db: world.db, chillpay }, day, () => undefined)
    return found.differences.filter(({ orderNo }) => orderNo === paid.orderNo).map(({ what }) => what)
  }
  expect(await differences()).toEqual([])
  await chillpay.giveBack((await chillpay.find(paid.orderNo)) ?? '', 'void')
  expect(await differences()).toEqual(["return: ours none, the provider's Voided"])
  await refund(paid)
  await becomes(paid.topupId, 'refunded')
  expect(await returned(paid.orderNo)).toEqual(['void'])
  expect(await differences()).toEqual([])
})

test('GW-27 a refund is in the audit log once, however often the call is repeated', async () => {
  const paid = await paidLate()
  const { version } = await topupOf(paid.topupId)
  const key = { 'idempotency-key': randomBytes(8).toString('hex') }
  const first = await refund(paid, version, key)
  const again = await refund(paid, version, key)
  expect(again.body.refund).toEqual(first.body.refund)
  const lines = await world.db.query(
    `select data->>'who' as who, data->>'note' as note from kit.event
     where type = 'AuditRecorded' and data->>'targetId' = $1`,
    [paid.topupId],
  )
  expect(lines.rows).toEqual([{ who: 'join-admin', ...NOTE }])
})

test('SP-26 a buyer has a late card payment put back on the card without asking anybody, once, and nobody else can', async () => {
  const paid = await paidLate()
  const ask = (who: string, key: string) =>
    world.call(
      who,
      '/user/v1/payment/refund_late',
      { shipping_id: paid.shippingId },
      { 'idempotency-key': key },
    )
  expect((await ask('somebodyelse', 'k0')).status).toBe(403)
  const first = await ask(paid.who, 'k1')
  expect([first.status, first.shipping.fiat_refund.status]).toEqual([201, 'refunding'])
  expect((await ask(paid.who, 'k1')).status).toBe(201)
  expect((await ask(paid.who, 'k2')).body.code).toBe('already_refunded')
  await isAsked(paid.topupId)
  expect(await askings(paid.topupId)).toBe(1)
})
