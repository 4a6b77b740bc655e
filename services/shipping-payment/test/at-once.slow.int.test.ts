import { randomFrom } from '@talad/demo/random'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startWorld, type World } from './setup.ts'
import { shoppers } from './shoppers.ts'

const CALLS = 50
const ROUNDS = 10
const OPEN_AT_ONCE = 3
const PRICE = 125_000n
/** enough for two things and a half */
const POINTS = (PRICE * 5n) / 2n
const OPEN = `status in ('pending', 'processing', 'mined')`

let world: World
let shop: ReturnType<typeof shoppers>
beforeAll(async () => {
  world = await startWorld(inject('postgres'))
  shop = shoppers(world)
})
afterAll(() => world?.close())

const times = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n))
const statusesOf = (answers: readonly { status: number }[]) => answers.map(({ status }) => status)
const count = <T>(all: readonly T[], one: T) => all.filter((other) => other === one).length

/** SP-6 by the rows themselves, at any time. */
async function expectLimits(): Promise<void> {
  const { rows } = await world.db.query(
    `select order_hash from shipping where ${OPEN} group by order_hash having count(*) > 1
     union all select buyer_customer_id from shipping where ${OPEN} group by 1 having count(*) > $1`,
    [OPEN_AT_ONCE],
  )
  expect(rows).toEqual([])
}

test('SP-6 B17 whatever fifty calls at once to buy, pay, look and cancel do, one order has one open purchase, a buyer at most three, and points pay once and come back whole', {
  timeout: 600_000,
}, async () => {
  const random = randomFrom('B17 of purchases')
  for (let round = 0; round < ROUNDS; round++) {
    const buyer = shop.somebody()
    const customer = `join-${buyer}`
    const [wanted = '', ...others] = await Promise.all(times(CALLS / 2 + 1, () => shop.onSale()))
    const [ofOne, ofMany] = await Promise.all([
      Promise.all(times(CALLS / 2, () => shop.ship(shop.somebody(), wanted))),
      Promise.all(others.map((hash) => shop.ship(buyer, hash))),
    ])
    await expectLimits()
    expect(count(statusesOf(ofOne), 201)).toBe(1)
    expect(count(statusesOf(ofMany), 201)).toBe(OPEN_AT_ONCE)
    expect(new Set(statusesOf([...ofOne, ...ofMany]))).toEqual(new Set([201, 409]))
    const ids = ofMany.flatMap(({ status, shipping }) => (status === 201 ? [shipping._id] : []))
    world.ledger.balances.set(customer, POINTS)
    const calls = [shop.pay, shop.check, shop.cancel]
    const answers = await Promise.all(
      times(CALLS, (n) => {
        // the first of each pays; one of them is never canceled, in each second round none is
        const among = n < ids.length ? 1 : n % ids.length === 0 || round % 2 === 1 ? 2 : calls.length
        return (calls[Math.floor(random() * among)] ?? shop.pay)(buyer, ids[n % ids.length] ?? '')
      }),
    )
    expect(statusesOf(answers).filter((status) => ![201, 409].includes(status))).toEqual([])
    await expectLimits()
    await world.quiet()
    for (const id of ids) await shop.cancel(buyer, id)
    await world.quiet()
    await expectLimits()
    const { rows } = await world.db.query<{ id: string; status: string }>(
      `select id, status from shipping where buyer_customer_id = $1`,
      [customer],
    )
    const paid = rows.filter(({ status }) => status === 'processing')
    expect(world.ledger.balances.get(customer)).toBe(POINTS - PRICE * BigInt(paid.length))
    expect(rows.filter(({ id }) => world.ledger.locks.has(id))).toEqual([])
  }
})

test('SP-6 B17 with nobody looking at the limits first, the database alone holds them', async () => {
  const [buyer, hash] = [shop.somebody(), await shop.onSale()]
  const { shipping } = await shop.ship(buyer, hash)
  const insert = (changed: object) =>
    world.owner
      .query(
        `insert into shipping select (jsonb_populate_record(s, $2::jsonb)).* from shipping s where id = $1`,
        [shipping._id, changed],
      )
      .then(
        () => 'done',
        (error) => String(error.constraint),
      )
  const ofOne = await Promise.all(
    times(CALLS, (n) => insert({ id: `one-${n}`, buyer_customer_id: `join-one-${n}` })),
  )
  const ofMany = await Promise.all(times(CALLS, (n) => insert({ id: `many-${n}`, order_hash: `0x${n}` })))
  await expectLimits()
  expect(new Set(ofOne)).toEqual(new Set(['shipping_one_per_order']))
  expect(count(ofMany, 'done')).toBe(OPEN_AT_ONCE - 1)
  expect(count(ofMany, 'shipping_three_per_buyer')).toBe(CALLS - OPEN_AT_ONCE + 1)
})
