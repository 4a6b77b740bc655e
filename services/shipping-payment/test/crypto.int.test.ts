import { randomBytes } from 'node:crypto'
import { fromBinary } from '@bufbuild/protobuf'
import { OrderFulfilledSchema } from '@talad/proto/asset-indexer/v1/events'
import { type CryptoShipping, cryptoShipping } from '@talad/proto/http/shipping-payment/crypto-shipping'
import { AccountChangedSchema } from '@talad/proto/identity/v1/events'
import { type CryptoTradeProven, CryptoTradeProvenSchema } from '@talad/proto/shipping-payment/v1/events'
import { outgoing } from '@talad/shared/bus/port'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { SHIPPING_TOPIC } from '../manifest.ts'
import { orderMessage } from './orders.ts'
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

async function tradesOf(who: string, orderHash: string): Promise<CryptoShipping[]> {
  const response = await world.ask(who, `/user/v1/shipping/crypto?lm=100&ha=${orderHash}`)
  return z.object({ list: z.array(cryptoShipping) }).parse(await response.json()).list
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

const walletOf = (who: string) => `0x${Buffer.from(who).toString('hex').padStart(40, '0')}`
async function owns(who: string, wallet = walletOf(who)): Promise<void> {
  const wallets = [{ address: wallet, provider: 'web3' }]
  const account = { accountId: `account-${who}`, customerId: `join-${who}`, wallets, revision: 1 }
  await world.send(outgoing('identity.account.v1', account.accountId, AccountChangedSchema, account))
  await until('the wallet is known', async () => {
    const sql = 'select 1 from account_replica where account_id = $1'
    return (await world.db.query(sql, [account.accountId])).rows.length > 0
  })
}
async function somebody(): Promise<string> {
  const who = shop.somebody()
  await owns(who)
  return who
}

let logIndex = 0
const chainSays = (
  orderHash: string,
  txHash: string,
  about: { by?: string; recipient?: string; amount?: string; confirmed?: boolean; log?: number } = {},
) => {
  const { by, recipient = me, amount = '1', confirmed = true } = about
  if (about.log === undefined) logIndex += 1
  if (by) world.chain.senders.set(txHash, walletOf(by))
  return world.send(
    outgoing('asset-indexer.chain.v1', orderHash, OrderFulfilledSchema, {
      orderHash,
      recipient,
      amount,
      position: { txHash, confirmed, logIndex: about.log ?? logIndex },
    }),
  )
}
const inCrypto = (about = {}) => shop.onSale({ shipper: false, ...about })
const heard = (txHash: string) =>
  until('the fill is heard of', async () => {
    const sql = 'select 1 from crypto_fill where tx_hash = $1 and shipping_id is not null'
    return (await world.db.query(sql, [txHash])).rows.length > 0
  })

test('SP-28 a purchase in crypto is an intent, then a hash, and done when the chain proves order, amount and recipient', async () => {
  const [who, order, tx] = [await somebody(), await inCrypto(), newHash()]
  const shipping = await begun(who, order)
  expect(shipping).toMatchObject({
    role: 'buyer',
    status: 'pending',
    is_crypto: true,
    tx_hash: null,
    amount: '1',
    price: { raw: '125000', token: { symbol: 'THB', decimals: 2 } },
    net: '115625',
  })
  const sent = await tell(who, shipping._id, tx)
  expect([sent.status, sent.shipping?.status, sent.shipping?.tx_hash]).toEqual([201, 'processing', tx])
  expect((await tell(who, shipping._id, tx)).status).toBe(201) // told twice
  await chainSays(order, tx, { by: who, confirmed: false })
  await chainSays(order, tx, { recipient: `0x${'9'.repeat(40)}` })
  await heard(tx)
  expect((await seen(who, shipping._id))?.status).toBe('processing')
  await chainSays(order, tx)
  await reaches(who, shipping._id, 'completed')
  const ledger = world.ledger.of(shipping._id)
  expect(ledger).toEqual([]) // no money of ours moves
})

test('SP-28 what the chain tells before the hash is told proves it all the same, and one fill proves one purchase', async () => {
  const [who, order, tx] = [await somebody(), await inCrypto(), newHash()]
  const shipping = await begun(who, order)
  await chainSays(order, tx, { by: who })
  await heard(tx)
  expect((await tell(who, shipping._id, tx)).shipping).toMatchObject({ status: 'completed', tx_hash: tx })
  const other = await begun(who, await inCrypto())
  await tell(who, other._id, tx)
  const again = await begun(who, order)
  expect((await tell(who, again._id, tx)).shipping?._id).toBe(shipping._id) // the trade that it is already
  await world.pass(31 * 60_000)
  await reaches(who, other._id, 'failed')
  await reaches(who, again._id, 'canceled')
})

test('SP-28 an intent of somebody else, with an invented hash or the very one, keeps nobody off and gets nobody’s trade', async () => {
  const [who, attacker, order, tx] = [await somebody(), await somebody(), await inCrypto(), newHash()]
  const invented = await begun(attacker, order)
  await tell(attacker, invented._id, newHash())
  const theirs = await begun(who, order)
  const copied = await begun(await somebody(), order)
  await tell(copied.buyer_customer_id?.slice('join-'.length) ?? '', copied._id, tx)
  expect((await tell(who, theirs._id, tx)).shipping?.status).toBe('processing')
  await chainSays(order, tx, { by: who })
  await reaches(who, theirs._id, 'completed')
  expect(await tradesOf('seller', order)).toContainEqual(
    expect.objectContaining({ _id: theirs._id, status: 'completed' }),
  )
  await world.pass(31 * 60_000)
  await reaches(attacker, invented._id, 'failed')
  await reaches(copied.buyer_customer_id?.slice('join-'.length) ?? '', copied._id, 'failed')
})

test('SP-28 an offer that was accepted with a phone that answered after five minutes is in both people’s lists', async () => {
  const [who, order, tx] = [await somebody(), await inCrypto({ type: 'offer' }), newHash()]
  const idle = await begun(who, order)
  await world.pass(5 * 60_000)
  await reaches(who, idle._id, 'canceled')
  expect(await tell(who, idle._id, tx)).toMatchObject({ status: 409 })
  await chainSays(order, tx, { by: who })
  await heard(tx)
  const about = { status: 'completed', tx_hash: tx, amount: '1', order: { type: 'offer' } }
  expect((await tradesOf(who, order))[0]).toMatchObject({ ...about, role: 'seller' })
  expect((await tradesOf('seller', order)).filter(({ status }) => status === 'completed')).toMatchObject([
    { ...about, role: 'buyer' },
  ])
})

test('SP-28 a fill that no call named is recorded also where its order, or whose the wallet is, becomes known later', async () => {
  const [order, tx] = [newHash(), newHash()]
  const who = shop.somebody()
  await chainSays(order, tx, { by: who })
  await until('the fill is kept', async () => {
    const found = await world.db.query('select 1 from crypto_fill where tx_hash = $1', [tx])
    return found.rows.length > 0
  })
  await world.send(orderMessage(order, { shipper: false }))
  await heard(tx)
  expect(await tradesOf('seller', order)).toMatchObject([
    { role: 'seller', status: 'completed', tx_hash: tx },
  ])
  await owns(who)
  await until('it is theirs', async () => (await tradesOf(who, order)).length > 0)
  expect(await tradesOf(who, order)).toMatchObject([{ role: 'buyer', status: 'completed', tx_hash: tx }])
})

test('SP-28 a fill that came before its order is forgotten where that order turns out to be one in baht', async () => {
  const [order, tx] = [newHash(), newHash()]
  await chainSays(order, tx)
  const kept = () => world.db.query('select 1 from crypto_fill where tx_hash = $1', [tx])
  await until('the fill is kept', async () => (await kept()).rows.length > 0)
  await world.send(orderMessage(order, { shipper: true }))
  await until('it is no trade in crypto', async () => (await kept()).rows.length === 0)
})

test('SP-28 a trade is whose wallet sent it; whose received it where the sender is nobody’s; several fills are several trades', async () => {
  const [giver, friend, order] = [await somebody(), await somebody(), await inCrypto({ amount: '5' })]
  const gift = newHash()
  await chainSays(order, gift, { by: giver, recipient: walletOf(friend) })
  await chainSays(order, gift, { by: giver, recipient: walletOf(friend), amount: '2' })
  const relayed = newHash()
  await chainSays(order, relayed, { recipient: walletOf(friend) })
  await heard(relayed)
  await until('all are recorded', async () => (await tradesOf('seller', order)).length === 3)
  const amounts = (await tradesOf(giver, order)).map(({ amount, price }) => [amount, price.raw])
  expect(amounts.sort()).toEqual([
    ['1', '25000'],
    ['2', '50000'],
  ])
  expect(await tradesOf(friend, order)).toMatchObject([{ role: 'buyer', tx_hash: relayed }])
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
  await tell(other, again._id, told[0]?.tx ?? '')
  told.push({ who: other, id: again._id, tx: '' })
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
    const [who, order, tx] = [await somebody(), await inCrypto({ type }), newHash()]
    const { _id: shippingId, asset } = await begun(who, order)
    await tell(who, shippingId, tx)
    const told = () => heard.filter(({ accountId }) => accountId === `account-${who}`)
    expect(told()).toEqual([])
    for (let times = 0; times < 2; times++) await chainSays(order, tx, { by: who, log: 1 })
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

test('SP-6 of an order in crypto one open purchase a person, three a person of all, in baht and in crypto together', async () => {
  const who = shop.somebody()
  const order = await inCrypto()
  const first = await begun(who, order)
  expect((await begun(who, order))._id).toBe(first._id) // the same once more
  await begun(shop.somebody(), order) // others' intents are no concern of theirs
  const again = await begun(who, order, { recipient_address: `0x${'7'.repeat(40)}` })
  expect(again._id).not.toBe(first._id)
  await reaches(who, first._id, 'canceled')
  await shop.ship(who, await shop.onSale())
  await begun(who, await inCrypto())
  expect((await begin(who, await inCrypto())).code).toBe('too_many_shippings')
  expect((await shop.ship(who, await shop.onSale())).body.code).toBe('too_many_shippings')
})
