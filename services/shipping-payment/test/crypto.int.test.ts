import { randomBytes } from 'node:crypto'
import { fromBinary } from '@bufbuild/protobuf'
import { OrderFulfilledSchema } from '@talad/proto/asset-indexer/v1/events'
import { type CryptoShipping, cryptoShipping } from '@talad/proto/http/shipping-payment/crypto-shipping'
import { type CryptoTradeProven, CryptoTradeProvenSchema } from '@talad/proto/shipping-payment/v1/events'
import { outgoing } from '@talad/shared/bus/port'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { SHIPPING_TOPIC } from '../manifest.ts'
import { startWorld, type World } from './setup.ts'
import { shoppers } from './shoppers.ts'

let world: World
let shop: ReturnType<typeof shoppers>
beforeAll(async () => {
  world = await startWorld(inject('postgres'))
  shop = shoppers(world)
})
afterAll(() => world.close())

const newHash = () => `0x${randomBytes(32).toString('hex')}`
const me = `0x${'b'.repeat(40)}`
const answered = z.looseObject({ code: z.string().optional(), shipping: cryptoShipping.optional() })

async function post(who: string, call: string, body: object) {
  const response = await world.ask(who, `/user/v1/shipping/${call}`, body)
  const { code, shipping } = answered.parse(await response.json())
  return { status: response.status, code, shipping }
}
const begin = (who: string, order_hash: string, about: object = {}) =>
  post(who, 'ship-crypto', { order_hash, amount: 1, recipient_address: me, ...about })
const tell = (who: string, shipping_id: string, tx_hash: string) =>
  post(who, 'processing-crypto', { shipping_id, tx_hash })

async function begun(...asked: Parameters<typeof begin>): Promise<CryptoShipping> {
  const { status, shipping } = await begin(...asked)
  expect(status).toBe(201)
  if (!shipping) throw new Error('no purchase')
  return shipping
}

async function seen(who: string, id: string): Promise<CryptoShipping | undefined> {
  const response = await world.ask(who, '/user/v1/shipping/crypto?lm=100')
  return z
    .object({ list: z.array(cryptoShipping) })
    .parse(await response.json())
    .list.find(({ _id }) => _id === id)
}
const reaches = (who: string, id: string, status: string) =>
  until(`it is ${status}`, async () => (await seen(who, id))?.status === status)

let logIndex = 0
const chainSays = (
  orderHash: string,
  txHash: string,
  about: { recipient?: string; amount?: string; confirmed?: boolean } = {},
) => {
  const { recipient = me, amount = '1', confirmed = true } = about
  logIndex += 1
  return world.send(
    outgoing('asset-indexer.chain.v1', orderHash, OrderFulfilledSchema, {
      orderHash,
      recipient,
      amount,
      position: { txHash, confirmed, logIndex },
    }),
  )
}
const inCrypto = (about = {}) => shop.onSale({ shipper: false, ...about })
const heard = (txHash: string) =>
  until('the fill is heard of', async () => {
    const sql = 'select 1 from crypto_fill where tx_hash = $1'
    return (await world.db.query(sql, [txHash])).rows.length > 0
  })

test('SP-28 a purchase in crypto is an intent, then a hash, and done when the chain proves order, amount and recipient', async () => {
  const [who, order, tx] = [shop.somebody(), await inCrypto(), newHash()]
  const shipping = await begun(who, order)
  expect(shipping).toMatchObject({
    role: 'buyer',
    status: 'pending',
    is_crypto: true,
    tx_hash: null,
    amount: '1',
    price: { raw: '125000', token: { symbol: 'THB', decimals: 2 } },
  })
  const sent = await tell(who, shipping._id, tx)
  expect([sent.status, sent.shipping?.status, sent.shipping?.tx_hash]).toEqual([201, 'processing', tx])
  expect((await tell(who, shipping._id, tx)).status).toBe(201) // told twice
  await chainSays(order, tx, { confirmed: false })
  await chainSays(order, tx, { recipient: `0x${'9'.repeat(40)}` })
  await heard(tx)
  expect((await seen(who, shipping._id))?.status).toBe('processing')
  await chainSays(order, tx)
  await reaches(who, shipping._id, 'completed')
  const ledger = world.ledger.of(shipping._id)
  expect(ledger).toEqual([]) // no money of ours moves
})

test('SP-28 what the chain tells before the hash is told proves it all the same, and one hash proves one purchase', async () => {
  const [who, order, tx] = [shop.somebody(), await inCrypto(), newHash()]
  const shipping = await begun(who, order)
  await chainSays(order, tx)
  await heard(tx)
  expect((await tell(who, shipping._id, tx)).shipping?.status).toBe('completed')
  const other = await begun(who, await inCrypto())
  expect(await tell(who, other._id, tx)).toMatchObject({ status: 409, code: 'tx_hash_taken' })
})

test('SP-28 a hash that proves nothing in 30 minutes has failed, and SP-5 none in 120 s is canceled', async () => {
  const who = shop.somebody()
  const idle = await begun(who, await inCrypto())
  const lost = await begun(who, await inCrypto())
  await tell(who, lost._id, newHash())
  await world.pass(121_000)
  await reaches(who, idle._id, 'canceled')
  expect(await tell(who, idle._id, newHash())).toMatchObject({ status: 409, code: 'shipping_not_pending' })
  expect((await seen(who, lost._id))?.status).toBe('processing')
  await world.pass(30 * 60_000)
  await reaches(who, lost._id, 'failed')
  expect(await seen(who, lost._id)).toMatchObject({ failed_reason: 'not_proven' })
})

test('SP-28 B35 hashes of other fills, of half a fill, of one that was taken back, used before or never seen prove nothing', async () => {
  const ways: ((order: string, tx: string) => Promise<unknown>)[] = [
    async (_order, tx) => chainSays(await inCrypto(), tx),
    (order, tx) => chainSays(order, tx, { recipient: `0x${'9'.repeat(40)}` }),
    (order, tx) => chainSays(order, tx, { amount: '2' }),
    (order, tx) => chainSays(order, tx, { confirmed: false }),
    (order) => chainSays(order, newHash()), // of another transaction
    async () => undefined, // reverted, or of another chain: no fill is heard of
  ]
  const told: { who: string; id: string; tx: string }[] = []
  for (let round = 0; round < 48; round++) {
    const [who, order, tx] = [shop.somebody(), await inCrypto(), newHash()]
    const { _id: id } = await begun(who, order)
    const say = () => ways[round % ways.length]?.(order, tx)
    // the chain may speak before the buyer does, or after
    if (round % 2) await say()
    expect([round, (await tell(who, id, tx)).shipping?.status]).toEqual([round, 'processing'])
    if (round % 2 === 0) await say()
    told.push({ who, id, tx })
  }
  const other = shop.somebody()
  const again = await begun(other, await inCrypto())
  expect(await tell(other, again._id, told[0]?.tx ?? '')).toMatchObject({
    status: 409,
    code: 'tx_hash_taken',
  })
  await world.pass(31 * 60_000)
  for (const { who, id } of told) await reaches(who, id, 'failed')
})

test('SP-8 of an accepted offer the offerer is the buyer and the caller the seller; the hash is told by who began', async () => {
  const [who, order, tx] = [shop.somebody(), await inCrypto({ type: 'offer' }), newHash()]
  const shipping = await begun(who, order)
  expect(shipping).toMatchObject({
    role: 'seller',
    buyer_customer_id: null,
    seller_customer_id: `join-${who}`, // MO-36
    order: { type: 'offer' },
  })
  expect((await tell('seller', shipping._id, tx)).status).toBe(404)
  expect((await tell(who, shipping._id, tx)).status).toBe(201)
  expect(await seen('seller', shipping._id)).toMatchObject({
    role: 'buyer',
    buyer_customer_id: 'join-seller',
    seller_customer_id: null,
  })
  expect(await seen(shop.somebody(), shipping._id)).toBeUndefined()
})

test('SP-28 who filled an order is told once when the chain has proven it, by the account that began', async () => {
  const heard: CryptoTradeProven[] = []
  const listening = await world.hear(SHIPPING_TOPIC, ({ type, payload }) => {
    if (type === CryptoTradeProvenSchema.typeName) heard.push(fromBinary(CryptoTradeProvenSchema, payload))
  })
  onTestFinished(() => listening.close())
  for (const type of ['list', 'offer']) {
    const [who, order, tx] = [shop.somebody(), await inCrypto({ type }), newHash()]
    const { _id: shippingId, asset } = await begun(who, order)
    await tell(who, shippingId, tx)
    const told = () => heard.filter(({ accountId }) => accountId === `account-${who}`)
    expect(told()).toEqual([])
    for (let times = 0; times < 2; times++) await chainSays(order, tx)
    await until('it is told', () => told().length > 0)
    expect(told()).toMatchObject([
      { shippingId, orderHash: order, orderType: type, amount: '1', asset: { tokenId: asset.token.id } },
    ])
  }
  expect(new Set(heard.map(({ shippingId }) => shippingId)).size).toBe(heard.length)
})

test('SP-7 refuses an order in points, a deal, an own one and what is not on sale', async () => {
  const who = shop.somebody()
  const code = async (about: object, as = who, ask: object = {}) =>
    (await begin(as, await inCrypto(about), ask)).code
  expect(await code({ shipper: true })).toBe('not_crypto_order')
  expect(await code({ type: 'deal' })).toBe('invalid_order_type')
  expect(await code({ inactive: true })).toBe('order_not_open')
  expect(await code({}, who, { recipient_address: `0x${'0'.repeat(40)}` })).toBe('invalid_recipient') // GW-17
  expect(await code({}, 'seller')).toBe('own_order')
  expect(await code({}, who, { amount: 2 })).toBe('invalid_amount')
  expect(await code({}, who, { recipient_address: undefined })).toBe('recipient_required')
  expect((await begin(who, newHash())).code).toBe('order_not_found')
})

test('SP-6 one open purchase an order, three a person, in baht and in crypto together', async () => {
  const [who, rival] = [shop.somebody(), shop.somebody()]
  const order = await inCrypto()
  const first = await begun(who, order)
  expect((await begun(who, order))._id).toBe(first._id) // the same once more
  expect((await begin(rival, order)).code).toBe('order_busy')
  const again = await begun(who, order, { recipient_address: `0x${'7'.repeat(40)}` })
  expect(again._id).not.toBe(first._id)
  await reaches(who, first._id, 'canceled')
  await shop.ship(who, await shop.onSale())
  await begun(who, await inCrypto())
  expect((await begin(who, await inCrypto())).code).toBe('too_many_shippings')
  expect((await shop.ship(who, await shop.onSale())).body.code).toBe('too_many_shippings')
})
