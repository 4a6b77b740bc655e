import { cardProviderHttp } from '@talad/proto/http/shipping-payment/card-provider'
import { callbackCheckSum } from '@talad/sandbox/chillpay-format'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { listStrays, settleStray } from '../src/payment/strays.ts'
import { startWorld, type World } from './setup.ts'
import { shoppers } from './shoppers.ts'

let world: World
let shop: ReturnType<typeof shoppers>
beforeAll(async () => {
  world = await startWorld(inject('postgres'))
  shop = shoppers(world)
})
afterAll(() => world.close())

test('SP-32 the history is filtered by state and by when it was opened', async () => {
  const me = shop.somebody()
  const [early, late] = [await shop.ship(me, await shop.onSale()), await shop.ship(me, await shop.onSale())]
  await shop.cancel(me, early.shipping._id)
  const ids = async (query: string) => {
    const { list } = (await world.call(me, `/user/v1/shipping/history?${query}`)).body
    return list.map(({ _id }) => _id)
  }
  expect(await ids('st=canceled')).toEqual([early.shipping._id])
  expect(await ids('st=pending,canceled')).toHaveLength(2)
  expect(await ids(`from=${late.shipping.created}`)).toEqual([late.shipping._id])
  expect(await ids(`to=${late.shipping.created}`)).toEqual([early.shipping._id])
  expect((await world.call(me, '/user/v1/shipping/history?st=made-up')).body.field).toBe('st.0')
})

test('SP-12 the seller sees nothing of how the buyer pays, in the history and in one shipping', async () => {
  const [buyer, seller] = [shop.somebody(), shop.somebody()]
  const sold = { offererCustomerId: `join-${seller}`, offererAccountId: `account-${seller}` }
  world.ledger.balances.set(`join-${buyer}`, 25_000n)
  const { shipping } = await shop.ship(buyer, await shop.onSale(sold))
  await shop.pay(buyer, shipping._id)
  const mine = await shop.pick(buyer, shipping._id)
  expect(mine.credit).toMatchObject({ locked: 25_000, payment: { charge: 100_000 } })
  expect(mine.credit.payment.payment_url).toContain('/chillpay/pay/')
  const seen = [
    await world.raw(seller, `/user/v1/shipping/${shipping._id}`),
    await world.raw(seller, '/user/v1/shipping/history?ac=sell'),
    await world.raw(seller, '/user/v1/shipping/history'),
  ]
  for (const text of seen) {
    expect(text).toContain('"role":"seller"')
    for (const secret of [...['payment_url', 'provider_ref_id', 'charge', 'locked', 'origin_url', 'card']])
      expect(text).not.toContain(`"${secret}`)
    expect(text).not.toContain(mine.credit.payment.provider_ref_id)
  }
  expect((await shop.cancel(seller, shipping._id)).status).toBe(403)
})

test('MO-36 a side of a purchase is told its own customer id and nobody else’s, admins all of them', async () => {
  const [buyer, seller] = [shop.somebody(), shop.somebody()]
  const sold = { offererCustomerId: `join-${seller}`, offererAccountId: `account-${seller}` }
  const { shipping } = await shop.ship(buyer, await shop.onSale(sold))
  const path = `/user/v1/shipping/${shipping._id}`
  const seen = async (who: string) =>
    `${await world.raw(who, path)}${await world.raw(who, '/user/v1/shipping/history')}`
  const [bought, soldIt] = [await seen(buyer), await seen(seller)]
  const idsIn = (text: string) => [...new Set(text.match(/join-[^"]+/g))]
  expect([idsIn(bought), idsIn(soldIt)]).toEqual([[`join-${buyer}`], [`join-${seller}`]])
})

test('SP-17 a rightly signed callback about an unknown order is stored once and answered 200; what it says anew calls people again', async () => {
  const fields: Record<string, string> = {
    TransactionId: '77',
    Amount: '25000',
    OrderNo: 'NOBODYS',
    CustomerId: 'join-x',
    BankCode: '',
    PaymentDate: '',
    PaymentStatus: '0',
    BankRefCode: '',
    CurrentDate: '',
    CurrentTime: '',
    PaymentDescription: '',
    CreditCardToken: '',
    Currency: '764',
    CustomerName: '',
  }
  const send = (sum = callbackCheckSum(fields, 'sandbox-md5-secret')) =>
    fetch(`${world.service.url}${cardProviderHttp.chillpayCallback.path}`, {
      method: 'POST',
      body: new URLSearchParams({ ...fields, CheckSum: sum }),
    })
  expect([(await send()).status, (await send()).status]).toEqual([200, 200])
  expect((await send('0'.repeat(32))).status).toBe(400)
  const kept = await world.db.query('select order_no from stray_callback')
  expect(kept.rows).toEqual([{ order_no: 'NOBODYS' }])

  const about = { note: 'voided', operator: 'o', requestId: 'r', now: world.now() }
  await settleStray(world.db, { transactionId: '77', ...about })
  const waiting = async () => (await listStrays(world.db, { all: false, limit: 10 })).length
  await send()
  expect(await waiting()).toBe(0)
  fields.PaymentStatus = '9'
  await send()
  expect(await waiting()).toBe(1)
})

test('SP-22 a provider that refuses to open the payment is told as Failed to pay', async () => {
  const who = shop.somebody()
  const { shipping } = await shop.ship(who, await shop.onSale())
  const tampered = { fault: 'tamper', field: 'PaymentUrl', value: null }
  await world.fault({ provider: 'chillpay', call: 'payment', ...tampered })
  const refused = await shop.pay(who, shipping._id)
  expect([refused.status, refused.body.code]).toEqual([502, 'failed_to_pay'])
  expect((await shop.pick(who, shipping._id)).credit.payment).toMatchObject({
    status: 'failed',
    reason: 'Failed to pay',
  })
})

test('SP-22 an order that the order book is validating is not ready to pay', async () => {
  const who = shop.somebody()
  const hash = await shop.onSale()
  const { shipping } = await shop.ship(who, hash)
  await shop.says(hash, { inactive: true, revision: 2 })
  const refused = await shop.pay(who, shipping._id)
  expect([refused.status, refused.body.code]).toEqual([409, 'shipping_not_ready'])
})

test('SP-6 who holds an order and asks for it in another way is told so, and of no stranger', async () => {
  const who = shop.somebody()
  const hash = await shop.onSale()
  const { shipping } = await shop.ship(who, hash)
  const elsewhere = { recipient_address: `0x${'9'.repeat(40)}` }
  const own = z.object({ details: z.looseObject({}) })
  const mine = own.parse(JSON.parse(await world.raw(who, '/user/v1/shipping/ship', order(hash, elsewhere))))
  expect(mine.details).toEqual({ own: true, shipping_id: shipping._id })
  const theirs = own.parse(
    JSON.parse(await world.raw(shop.somebody(), '/user/v1/shipping/ship', order(hash, elsewhere))),
  )
  expect(theirs.details).toEqual({ own: false })
})
const order = (order_hash: string, about: object) => ({
  order_hash,
  amount: 1,
  defer_payment: true,
  ...about,
})

test('SP-16 the card provider is told the address that the gateway says the buyer has', async () => {
  const who = shop.somebody()
  const { shipping } = await shop.ship(who, await shop.onSale())
  const pay = { shipping_id: shipping._id }
  await world.ask(who, '/user/v1/payment/topup_and_pay', pay, { 'x-forwarded-for': '9.9.9.9, 203.0.113.7' })
  const control = await (await fetch(`${world.sandbox.url}/control`)).text()
  expect(control).toContain('"ipAddress":"203.0.113.7"')
  expect(control).not.toContain('9.9.9.9')
})
