import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startWorld, type World } from './setup.ts'
import { shoppers } from './shoppers.ts'

let world: World
let shop: ReturnType<typeof shoppers>
beforeAll(async () => {
  world = await startWorld(inject('postgres'), undefined, {
    PAYMENT_PAGE: 'dev',
    PAYMENT_PUBLIC_KEY: 'public-key-of-the-stand-in',
  })
  shop = shoppers(world)
})
afterAll(() => world.close())

/** A purchase on the second site that is to be paid, and the page that its buyer is led to. */
async function toPay() {
  const who = shop.somebody()
  const { shipping } = await shop.ship(who, await shop.onSale(), {}, { origin: 'http://second.test' })
  const { payment } = (await shop.pay(who, shipping._id)).shipping.credit
  const page = new URL(payment.payment_url ?? '')
  return { who, id: shipping._id, payment, page, given: Object.fromEntries(page.searchParams) }
}

/** What the page's form sends. @returns the provider's page */
async function send(given: Record<string, string>) {
  const body = new URLSearchParams({ ...given, currency: '764' })
  const form = `${world.sandbox.url}/chillpay/cdn/Payment/`
  return fetch(form, { method: 'POST', body, redirect: 'manual' })
}
const choose = (page: string | null, choice: string) =>
  fetch(page ?? '', { method: 'POST', body: new URLSearchParams({ choice }) })

test('SP-34 SP-35 a buyer is led to the page of their site with the public key, sends the form, pays, and is credited once', async () => {
  const { who, id, payment, page, given } = await toPay()
  expect(page.origin + page.pathname).toBe('http://second.test/payment/dev.html')
  const orderNo = await shop.orderNoOf(id)
  expect(given).toEqual({
    amount: '125000',
    orderno: orderNo,
    customerid: `join-${who}`,
    clientip: '127.0.0.1',
    description: `Talad ${id}`,
    merchantid: 'M000001',
    apikey: 'public-key-of-the-stand-in',
    routeno: '1',
    redirect: `http://second.test/payment/return?shipping_id=${id}`,
  })
  expect(payment).toMatchObject({ status: 'processing', provider_ref_id: orderNo })
  // nobody has sent the form: the provider knows of nothing, which ends nothing
  expect((await shop.check(who, id)).shipping.credit.payment.status).toBe('processing')

  const opened = await send(given)
  expect(opened.status).toBe(303)
  expect((await send(given)).headers.get('location')).toBe(opened.headers.get('location'))
  await choose(opened.headers.get('location'), 'success')
  await shop.reaches(who, id, 'processing')
  expect(world.ledger.of(id).filter((one) => one.type === 'topup')).toHaveLength(1)
})

test('SP-18 an amount that the payer has changed in the address is not credited', async () => {
  const { who, id, given } = await toPay()
  const opened = await send({ ...given, amount: '100' })
  await choose(opened.headers.get('location'), 'success')
  await until('it is held', async () => (await shop.pick(who, id)).credit.payment.held !== null)
  expect(world.ledger.of(id).some((one) => one.type === 'topup')).toBe(false)
})

test('SP-2 a card that is declined in the form can be tried again by a form of its own', async () => {
  const { who, id, given } = await toPay()
  await choose((await send(given)).headers.get('location'), 'fail')
  await until('it has failed', async () => (await shop.pick(who, id)).credit.payment.status === 'failed')
  const { payment } = (await shop.pay(who, id)).shipping.credit
  const again = Object.fromEntries(new URL(payment.payment_url ?? '').searchParams)
  expect(again.orderno).not.toBe(given.orderno)
  await choose((await send(again)).headers.get('location'), 'success')
  await shop.reaches(who, id, 'processing')
})
