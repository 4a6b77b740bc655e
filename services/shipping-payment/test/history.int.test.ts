import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startWorld, type World } from './setup.ts'
import { shoppers } from './shoppers.ts'

let world: World
let shop: ReturnType<typeof shoppers>
beforeAll(async () => {
  world = await startWorld(inject('postgres'))
  shop = shoppers(world)
})
afterAll(() => world.close())

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
  expect((await world.call(me, '/user/v1/shipping/history?lm=101')).status).toBe(400)
})

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

test('SP-32 chosen purchases are told in one call, by their own ids or those of their card payments, to nobody else', async () => {
  const [me, stranger] = [shop.somebody(), shop.somebody()]
  const [one, two] = [await shop.ship(me, await shop.onSale()), await shop.ship(me, await shop.onSale())]
  await shop.ship(me, await shop.onSale())
  const { shipping } = await shop.pay(me, two.shipping._id)
  const card = shipping.credit.payment.topup_id
  await world.settle(await shop.orderNoOf(two.shipping._id), 'success')
  await shop.reaches(me, two.shipping._id, 'processing')
  expect((await shop.pick(me, two.shipping._id)).credit.payment.topup_id).toBe(card)
  const picked = async (who: string, ...ids: (string | null)[]) => {
    const { list } = (await world.call(who, `/user/v1/shipping/history?id=${ids.join()}`)).body
    return list.map(({ _id }) => _id).sort()
  }
  const both = [one.shipping._id, two.shipping._id]
  expect(await picked(me, ...both, '0'.repeat(24))).toEqual([...both].sort())
  expect(await picked(me, card)).toEqual([two.shipping._id])
  expect(await picked(stranger, ...both, card)).toEqual([])
})
