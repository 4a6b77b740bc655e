import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { AssetChangedSchema } from '@talad/proto/asset-indexer/v1/events'
import { outgoing } from '@talad/shared/bus/port'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { startWorld, type World } from './setup.ts'
import { shoppers } from './shoppers.ts'

let world: World
let shop: ReturnType<typeof shoppers>
beforeAll(async () => {
  world = await startWorld(inject('postgres'))
  shop = shoppers(world)
})
afterAll(() => world.close())

test('SP-11 SP-12 the card pays what points do not cover, and its success is credited once', async () => {
  const who = shop.somebody()
  world.ledger.balances.set(`join-${who}`, 25_000n)
  const { shipping } = await shop.ship(who, await shop.onSale())
  const id = shipping._id
  const asked = await shop.pay(who, id)
  const { payment } = asked.shipping.credit
  expect(payment).toMatchObject({ status: 'processing', charge: 100_000 })
  expect(payment.payment_url).toContain('/chillpay/pay/')
  await world.settle(await shop.orderNoOf(id), 'success')
  await shop.reaches(who, id, 'processing')
  const posted = world.ledger.of(id).filter((one) => one.type === 'topup')
  expect(posted).toHaveLength(1)
  expect(world.ledger.balances.get(`join-${who}`)).toBe(0n)
})

const provided = z.object({
  chillpay: z.object({ transactions: z.array(z.object({ id: z.string(), description: z.string() })) }),
})

test('SP-16 the provider is told what the item is called, as far as anybody has said, and the number of the purchase', async () => {
  const contractAddress = `0x${'9'.repeat(40)}`
  const names = async () => {
    const { rows } = await world.db.query('select name from item_name where contract_address = $1', [
      contractAddress,
    ])
    return rows
  }
  const called = async (name: string, at: Date) => {
    const about = { blockchain: 'kub', contractAddress, tokenId: '7', name, at: timestampFromDate(at) }
    await world.send(outgoing('asset-indexer.asset.v1', `${contractAddress}:7`, AssetChangedSchema, about))
  }
  const told = async () => {
    const who = shop.somebody()
    const asset = { contractAddress, contractType: 'erc721', tokenId: '7' }
    const { shipping } = await shop.ship(who, await shop.onSale({ asset }))
    const { credit } = (await shop.pay(who, shipping._id)).shipping
    expect(credit.payment.status).toBe('processing')
    const orderNo = await shop.orderNoOf(shipping._id)
    const response = await fetch(`${world.sandbox.url}/control`)
    const { transactions } = provided.parse(await response.json()).chillpay
    const description = transactions.find(({ id }) => id === orderNo)?.description
    return description?.replace(shipping._id, 'ID')
  }
  expect(await told()).toBe('Talad ID')
  const now = new Date()
  await called(`โคมลอย <b>#7</b> 🎉${'ก'.repeat(500)}`, now)
  await until('the name is known', async () => (await names()).length === 1)
  expect(await told()).toBe(`โคมลอย b #7 /b ${'ก'.repeat(52)} (Talad ID)`)
  await called('older', new Date(now.getTime() - 1))
  await called('โคมลอย #7', now)
  await until('the new name is known', async () => (await names())[0]?.name === 'โคมลอย #7')
  expect(await told()).toBe('โคมลอย #7 (Talad ID)')
})

test('SP-2 a declined card can be tried again, and the second one pays', async () => {
  const who = shop.somebody()
  const { shipping } = await shop.ship(who, await shop.onSale())
  const id = shipping._id
  await shop.pay(who, id)
  await world.settle(await shop.orderNoOf(id), 'fail')
  await until('the payment failed', async () => (await shop.pick(who, id)).credit.payment.status === 'failed')
  const again = await shop.pay(who, id)
  expect(again.shipping.credit.payment.status).toBe('processing')
  await world.settle(await shop.orderNoOf(id), 'success')
  await shop.reaches(who, id, 'processing')
})

test('SP-14 a browser that comes back never credits; it is sent on to where it came from', async () => {
  const who = shop.somebody()
  const { shipping } = await shop.ship(who, await shop.onSale(), {}, { origin: 'http://second.test' })
  const id = shipping._id
  await shop.pay(who, id)
  const orderNo = await shop.orderNoOf(id)
  const forged = `OrderNo=${orderNo}&Status=complete&RespCode=0&TransNo=1`
  for (const route of ['callback', 'redirect']) {
    const answer = await fetch(`${world.service.url}/api/callback/v1/payment/chillpay/${route}?${forged}`, {
      redirect: 'manual',
    })
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe(`http://second.test/payment/return?shipping_id=${id}`)
  }
  expect((await shop.check(who, id)).shipping.status).toBe('pending')
  expect(world.ledger.of(id).some((one) => one.type === 'topup')).toBe(false)
})

test('SP-17 one callback a hundred times at once is one credit', async () => {
  const who = shop.somebody()
  const { shipping } = await shop.ship(who, await shop.onSale())
  const id = shipping._id
  await shop.pay(who, id)
  const orderNo = await shop.orderNoOf(id)
  await world.settle(orderNo, 'success', false)
  await Promise.all(
    Array.from({ length: 100 }, () => world.control('/chillpay/callback', 'POST', { orderNo })),
  )
  await shop.reaches(who, id, 'processing')
  expect(world.ledger.of(id).filter((one) => one.type === 'topup')).toHaveLength(1)
})

test('SP-17 a callback that came before its time does not keep its repetition from being asked about', async () => {
  const who = shop.somebody()
  const { shipping } = await shop.ship(who, await shop.onSale())
  await shop.pay(who, shipping._id)
  const orderNo = await shop.orderNoOf(shipping._id)
  await world.fault({
    provider: 'chillpay',
    call: 'inquiry',
    fault: 'tamper',
    field: 'PaymentStatus',
    value: 9,
  })
  await world.settle(orderNo, 'success')
  const asked = (least: number) =>
    until(`asked ${least} times`, async () => {
      const found = await world.db.query<{ inquiries: number }>(
        'select inquiries from topup where order_no = $1',
        [orderNo],
      )
      return (found.rows[0]?.inquiries ?? 0) >= least
    })
  await asked(1)
  expect((await shop.pick(who, shipping._id)).status).toBe('pending')
  await world.control('/chillpay/callback', 'POST', { orderNo })
  await until('it is paid', async () => (await shop.pick(who, shipping._id)).status === 'processing')
})

test('SP-14 a browser that brings bytes which are no order number is sent home', async () => {
  const path = '/api/callback/v1/payment/chillpay/redirect'
  // text that no database takes never gets so far
  expect((await fetch(`${world.service.url}${path}?OrderNo=%00`, { redirect: 'manual' })).status).toBe(400)
  for (const orderNo of ['x'.repeat(5_000), '%F0%9F%90%9F']) {
    const url = `${world.service.url}${path}?OrderNo=${orderNo}`
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(302)
  }
})

test('SP-18 a provider answer with another amount credits nothing and is held for people', async () => {
  const who = shop.somebody()
  const { shipping } = await shop.ship(who, await shop.onSale())
  const id = shipping._id
  await shop.pay(who, id)
  const orderNo = await shop.orderNoOf(id)
  await world.fault({
    provider: 'chillpay',
    call: 'inquiry',
    fault: 'tamper',
    field: 'Amount',
    value: 1,
    times: 50,
  })
  await world.settle(orderNo, 'success')
  await until('the difference is noted', async () => {
    const found = await world.db.query('select 1 from topup where order_no = $1 and mismatch', [orderNo])
    return found.rows.length === 1
  })
  await world.control('/faults', 'DELETE')
  expect((await shop.pick(who, id)).status).toBe('pending')
  expect(world.ledger.of(id).some((one) => one.type === 'topup')).toBe(false)
})

test('SP-19 SP-23 a card that succeeds after the cancel becomes points; the shipping stays canceled', async () => {
  const who = shop.somebody()
  const { shipping } = await shop.ship(who, await shop.onSale())
  const id = shipping._id
  await shop.pay(who, id)
  expect((await shop.cancel(who, id)).shipping.status).toBe('canceled')
  await world.settle(await shop.orderNoOf(id), 'success')
  await until('the points are there', () => world.ledger.balances.get(`join-${who}`) === 125_000n)
  expect((await shop.pick(who, id)).status).toBe('canceled')
  expect(world.ledger.of(id).map((one) => one.type)).toContain('release')
})

test('SP-20 a payment whose callback never came is found by asking', async () => {
  const who = shop.somebody()
  const { shipping } = await shop.ship(who, await shop.onSale())
  const id = shipping._id
  await shop.pay(who, id)
  await world.settle(await shop.orderNoOf(id), 'success', false)
  await shop.check(who, id)
  await shop.reaches(who, id, 'processing')
})

test('SP-20 the provider is asked at most each 5 s', async () => {
  const who = shop.somebody()
  const { shipping } = await shop.ship(who, await shop.onSale())
  const id = shipping._id
  await shop.pay(who, id)
  await Promise.all(Array.from({ length: 5 }, () => shop.check(who, id)))
  const asked = await world.db.query<{ inquiries: number }>(
    'select inquiries from topup where shipping_id = $1',
    [id],
  )
  expect(asked.rows[0]?.inquiries).toBe(1)
})

test('SP-22 a provider whose answer to the start is lost does not trap the buyer', async () => {
  const who = shop.somebody()
  const { shipping } = await shop.ship(who, await shop.onSale())
  const id = shipping._id
  await world.fault({ provider: 'chillpay', call: 'payment', fault: 'drop' })
  const first = await shop.pay(who, id)
  expect(first.shipping.credit.payment.status).toBe('failed')
  const second = await shop.pay(who, id)
  expect(second.shipping.credit.payment).toMatchObject({ status: 'processing' })
})

test('SP-33 twenty clicks on pay ask the ledger once', async () => {
  const who = shop.somebody()
  const { shipping } = await shop.ship(who, await shop.onSale())
  const id = shipping._id
  const answers = await Promise.all(Array.from({ length: 20 }, () => shop.pay(who, id)))
  expect(new Set(answers.map((one) => one.status))).toEqual(new Set([201]))
  expect(world.ledger.of(id).filter((one) => one.type === 'hold')).toHaveLength(1)
})

test('SP-20 a card payment is given up after a day also where the provider never answers', async () => {
  const who = shop.somebody()
  const { shipping } = await shop.ship(who, await shop.onSale())
  await shop.pay(who, shipping._id)
  await world.fault({ provider: 'chillpay', call: 'inquiry', fault: 'error', times: 1_000 })
  await world.pass(2 * 60_000)
  await until('it was asked about in vain', async () => {
    const found = await world.db.query(
      `select 1 from kit.job j join topup t on t.id = j.key
       where j.task = 'topup.inquiry' and t.shipping_id = $1 and j.failures > 0`,
      [shipping._id],
    )
    return found.rows.length > 0
  })
  await world.pass(24 * 3_600_000)
  await until('it is given up', async () => {
    const found = await world.db.query('select status from topup where shipping_id = $1', [shipping._id])
    return found.rows[0]?.status === 'failed'
  })
  await world.control('/faults', 'DELETE')
})
