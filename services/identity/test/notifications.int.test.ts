import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { AssetTransferredSchema } from '@talad/proto/asset-indexer/v1/events'
import { BankRequestChangedSchema, WithdrawalChangedSchema } from '@talad/proto/bank-withdrawal/v1/events'
import { listNotifications, readNotifications } from '@talad/proto/http/identity/notifications'
import { NotificationGivenSchema } from '@talad/proto/identity/v1/events'
import { OrderChangedSchema } from '@talad/proto/order-book/v1/events'
import { CryptoTradeProvenSchema, ShippingChangedSchema } from '@talad/proto/shipping-payment/v1/events'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'
import { newId } from '@talad/shared/ids'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Bell, contract, startBell } from './notifications-harness.ts'

let bell: Bell
beforeAll(async () => {
  bell = await startBell(inject('postgres'))
})
afterAll(() => bell.close())

const enter = (user: string) => bell.enter(user)
const send = (out: Outgoing, id?: string) => bell.send(out, id)
const asset = { blockchain: 'jfin', contractAddress: contract, tokenId: '7' }

type Ended = { buyer?: string; seller?: string; status?: string; refunded?: boolean; shippingId?: string } & {
  cardRefund?: { refundId: string; value: bigint }
}

function sendPurchase({ buyer = '', seller = '', shippingId = newId(), ...state }: Ended, id?: string) {
  const at = timestampFromDate(new Date())
  const who = { buyerAccountId: buyer, sellerAccountId: seller, amount: '1', gross: 10_000n, net: 9_250n }
  const message = { status: 'completed', ...state, ...who, shippingId, asset, at }
  const out = outgoing('shipping-payment.shipping.v1', shippingId, ShippingChangedSchema, message)
  return send(out, id)
}

test('a seller and a buyer who left the page find how their purchase ended, and others nothing', async () => {
  const [mali, somchai, other] = [await enter('n-mali'), await enter('n-somchai'), await enter('n-other')]
  const shippingId = newId()
  await sendPurchase({ shippingId, buyer: mali.account, seller: somchai.account })
  await expect.poll(mali.kinds).toEqual(['delivered'])
  const { list, unread } = await somchai.call(listNotifications, {})
  expect(unread).toBe(1)
  expect(list).toEqual([
    {
      _id: list[0]?._id,
      kind: 'sold',
      created: list[0]?.created,
      read: false,
      asset: { blockchain: 'jfin', contract, token: '7' },
      quantity: '1',
      amount: 9_250,
      range: null,
      shipping_id: shippingId,
      withdrawal_id: null,
      terms: null,
      sender: null,
      reason: null,
      domain: null,
      text: null,
    },
  ])
  expect(await other.kinds()).toEqual([])
  expect((await bell.system.browser().call('/api/user/v1/notifications')).status).toBe(401)
})

test('who sold or offered in crypto finds it in the bell, once for each part, however often it is heard', async () => {
  const somchai = await enter('n-crypto')
  const tell = (hash: string, about: { type: string; change: string; filled: string; shipper?: boolean }) =>
    send(
      outgoing('order-book.order.v1', hash, OrderChangedSchema, {
        hash,
        offererAccountId: somchai.account,
        blockchain: 'jfin',
        revision: 2,
        ...about,
        asset: { contractAddress: contract, contractType: 'erc1155', tokenId: '7' },
        at: timestampFromDate(new Date('2026-11-23T10:00:00Z')),
        end: timestampFromDate(new Date('2099-01-01T00:00:00Z')),
      }),
    )
  const [listing, offer] = [`0x${'11'.repeat(32)}`, `0x${'22'.repeat(32)}`]
  await tell(listing, { type: 'list', change: 'filled', filled: '1' })
  await tell(listing, { type: 'list', change: 'filled', filled: '1' })
  await tell(listing, { type: 'list', change: 'completed', filled: '3' })
  await tell(`0x${'33'.repeat(32)}`, { type: 'list', change: 'completed', filled: '1', shipper: true })
  await tell(offer, { type: 'offer', change: 'completed', filled: '1' })
  await expect
    .poll(async () => (await somchai.kinds()).toSorted())
    .toEqual([...['offer_accepted', 'sold_crypto', 'sold_crypto']])
  const { list } = await somchai.call(listNotifications, {})
  expect(list[0]).toMatchObject({ asset: { blockchain: 'jfin', contract, token: '7' }, amount: null })
})

test('who holds what somebody offers for finds it in the bell, once a day, however many offer', async () => {
  const [mali, somchai] = [await enter('n-offered'), await enter('n-offers')]
  const wallet = `0x${'0f'.repeat(20)}`
  await bell.db.query('insert into wallet (address, account_id, provider) values ($1, $2, $3)', [
    ...[wallet, mali.account, 'web3'],
  ])
  const tell = (seed: string, at: string, about: object = {}) => {
    const hash = `0x${seed.repeat(32)}`
    return send(
      outgoing('order-book.order.v1', hash, OrderChangedSchema, {
        hash,
        offererAccountId: somchai.account,
        blockchain: 'jfin',
        revision: 1,
        type: 'offer',
        change: 'put',
        holders: [wallet, `0x${'0e'.repeat(20)}`],
        asset: { contractAddress: contract, tokenId: '9' },
        price: { value: '300', symbol: 'THBK' },
        offerer: `0x${'0d'.repeat(20)}`,
        at: timestampFromDate(new Date(at)),
        ...about,
      }),
    )
  }
  await tell('a1', '2026-11-23T10:00:00Z', { change: 'activated' })
  await tell('a2', '2026-11-23T10:00:00Z')
  await tell('a3', '2026-11-23T16:59:00Z')
  await tell('a4', '2026-11-23T17:00:00Z') // the next day in Thailand
  await expect.poll(mali.kinds).toEqual(['offer_made', 'offer_made'])
  expect((await mali.call(listNotifications, {})).list[0]).toMatchObject({
    asset: { blockchain: 'jfin', contract, token: '9' },
    amount: null,
    terms: { value: '300', symbol: 'THBK', who: `0x${'0d'.repeat(20)}` },
    shipping_id: null,
  })
  expect(await somchai.kinds()).toEqual([])
})

test('ID-19 who is sent something finds it in the bell once, with who sent it; what was sold, moved between own wallets, minted, old or not sure is none', async () => {
  const mali = await enter('n-gifted')
  const [first, second, giver] = ['1a', '1b', '1c'].map((seed) => `0x${seed.repeat(20)}`)
  for (const wallet of [first, second])
    await bell.db.query('insert into wallet (address, account_id, provider) values ($1, $2, $3)', [
      ...[wallet, mali.account, 'web3'],
    ])
  const moved = (tx: string, about: object = {}, place: object = {}) => ({
    contractAddress: contract,
    contractType: 'erc721',
    tokenId: '7',
    assetId: newId(),
    amount: '1',
    from: giver ?? '',
    to: first ?? '',
    ...about,
    position: {
      blockchain: 'jfin',
      txHash: tx,
      blockTime: timestampFromDate(new Date()),
      confirmed: true,
      ...place,
    },
  })
  const tell = (message: ReturnType<typeof moved>) =>
    send(outgoing('asset-indexer.chain.v1', `${contract}:7`, AssetTransferredSchema, message))
  const old = { blockTime: timestampFromDate(new Date(Date.now() - 2 * 86_400_000)) }
  await tell(moved('0x1', {}, { confirmed: false }))
  await tell(moved('0x2', { traded: true }))
  await tell(moved('0x3', { from: second }))
  await tell(moved('0x4', { from: `0x${'0'.repeat(40)}` }))
  await tell(moved('0x5', {}, old))
  await tell(moved('0x6'))
  await tell(moved('0x6'))
  await tell(moved('0x7', { to: second, tokenId: '8' }))
  await expect.poll(mali.kinds).toEqual(['received', 'received'])
  const { list } = await mali.call(listNotifications, {})
  expect(list.map(({ asset, sender, quantity }) => [asset?.token, sender, quantity])).toEqual([
    ['8', giver, '1'],
    ['7', giver, '1'],
  ])
})

test('who bought a listing or accepted an offer in crypto finds it in the bell once, with what it is', async () => {
  const mali = await enter('n-trade')
  const tell = (shippingId: string, orderType: string) => {
    const message = { shippingId, orderType, accountId: mali.account, amount: '2', asset }
    return send(outgoing('shipping-payment.shipping.v1', shippingId, CryptoTradeProvenSchema, message))
  }
  const [bought, sold] = [newId(), newId()]
  for (let times = 0; times < 2; times++) await tell(bought, 'list')
  await tell(sold, 'offer')
  await expect.poll(async () => (await mali.kinds()).toSorted()).toEqual(['bought_crypto', 'sold_to_offer'])
  const { list } = await mali.call(listNotifications, {})
  expect(list[0]).toMatchObject({ asset: { contract, token: '7' }, quantity: '2', amount: null })
})

test('the same news, heard again and in other messages, is told once, and once on the bus', async () => {
  const mali = await enter('n-again')
  const heard: string[] = []
  const listening = await bell.bus.subscribe({
    group: newId(),
    topics: ['identity.notification.v1'],
    onError: () => undefined,
    handle: async (batch) =>
      void heard.push(
        ...batch
          .filter(({ key, type }) => key === mali.account && type === NotificationGivenSchema.typeName)
          .map(({ id }) => id),
      ),
  })
  const [shippingId, id] = [newId(), newId()]
  for (const one of [id, id, newId()]) await sendPurchase({ shippingId, buyer: mali.account }, one)
  await expect.poll(mali.kinds).toEqual(['delivered'])
  await sendPurchase({ buyer: mali.account, status: 'failed', refunded: true })
  await expect.poll(mali.kinds).toEqual(['paid_back', 'delivered'])
  await expect.poll(() => new Set(heard).size).toBe(2)
  await listening.close()
})

test('SP-26 money that went back to a card is in the bell once, however often it is heard', async () => {
  const mali = await enter('n-card')
  const about = { shippingId: newId(), buyer: mali.account, status: 'canceled' }
  await sendPurchase(about)
  for (let times = 0; times < 3; times++)
    await sendPurchase({ ...about, cardRefund: { refundId: 'refund-1', value: 125_000n } })
  await sendPurchase({ ...about, cardRefund: { refundId: 'refund-2', value: 2_000n } })
  await expect.poll(mali.kinds).toEqual(['card_refunded', 'card_refunded'])
  const { list } = await mali.call(listNotifications, {})
  expect(list.map(({ amount }) => amount)).toEqual([2_000, 125_000])
  expect(list[0]).toMatchObject({ shipping_id: about.shippingId, asset: { token: '7' } })
})

test('what was seen is marked as read up to it, and what comes later is not', async () => {
  const mali = await enter('n-read')
  const come = async (count: number) => {
    await sendPurchase({ buyer: mali.account })
    await expect.poll(async () => (await mali.kinds()).length).toBe(count)
  }
  for (const count of [1, 2, 3]) await come(count)
  const first = await mali.call(listNotifications, { query: { lm: 2 } })
  const rest = await mali.call(listNotifications, { query: { lm: 2, cs: first.nextCursor ?? '' } })
  expect([first.list.length, rest.list.length, rest.nextCursor]).toEqual([2, 1, null])
  const until = first.list[1]?._id ?? ''
  const other = await enter('n-read-other')
  expect(await other.call(readNotifications, { body: { until } })).toEqual({ unread: 0 })
  for (let times = 0; times < 2; times += 1)
    expect(await mali.call(readNotifications, { body: { until } })).toEqual({ unread: 1 })
  await come(4)
  const { list, unread } = await mali.call(listNotifications, {})
  expect([list.map(({ read }) => read), unread]).toEqual([[false, false, true, true], 2])
})

test('a listing that ended unsold is told to its seller, one that was sold or taken back is not', async () => {
  const somchai = await enter('n-lister')
  const end = new Date(Date.now() + 1_500)
  const put = (hash: string, status = 'offchain', revision = 1) =>
    send(
      outgoing('order-book.order.v1', hash, OrderChangedSchema, {
        hash,
        status,
        revision,
        shipper: true,
        type: 'list',
        change: revision === 1 ? 'put' : status,
        blockchain: 'jfin',
        offererAccountId: somchai.account,
        end: timestampFromDate(end),
        asset: { contractAddress: contract, contractType: 'erc721', tokenId: hash.slice(-1) },
      }),
    )
  const [sold, cancelled, left] = ['1', '2', '3'].map((end) => `0x${'a'.repeat(63)}${end}`)
  for (const hash of [sold, cancelled, left]) await put(hash ?? '')
  await put(sold ?? '', 'completed', 2)
  await put(cancelled ?? '', 'cancelled', 2)
  await expect.poll(somchai.kinds, { timeout: 20_000 }).toEqual(['listing_ended'])
  const { list } = await somchai.call(listNotifications, {})
  expect(list[0]).toMatchObject({ asset: { token: '3' }, amount: null, created: end.toISOString() })
})

test('BW-10 LG-8 the end of a withdrawal and of a request for a bank account is told, with what was paid', async () => {
  const mali = await enter('n-bank')
  const [requestId, about] = [newId(), { accountId: mali.account, at: timestampFromDate(new Date()) }]
  const paid = { requestId, ...about, creditStatus: 'completed', value: 10_000n, serviceFee: 1_500n }
  await send(outgoing('bank-withdrawal.withdrawal.v1', requestId, WithdrawalChangedSchema, paid))
  await expect.poll(mali.kinds).toEqual(['withdrawal_paid'])
  const { list } = await mali.call(listNotifications, {})
  expect(list[0]).toMatchObject({ amount: 8_500, withdrawal_id: requestId, asset: null })
  const bank = { requestId: newId(), ...about, status: 'rejected' }
  await send(outgoing('bank-withdrawal.bank-request.v1', bank.requestId, BankRequestChangedSchema, bank))
  await expect.poll(mali.kinds).toEqual(['bank_account_rejected', 'withdrawal_paid'])
  // LG-8: told once, however often it is heard, with the whole of what is theirs again
  for (let times = 0; times < 2; times += 1)
    await send(
      outgoing('bank-withdrawal.withdrawal.v1', requestId, WithdrawalChangedSchema, {
        ...paid,
        returned: true,
        at: timestampFromDate(new Date(Date.now() + 1_000)),
      }),
    )
  await expect.poll(mali.kinds).toEqual(['withdrawal_returned', 'bank_account_rejected', 'withdrawal_paid'])
  expect((await mali.call(listNotifications, {})).list[0]).toMatchObject({
    amount: 10_000,
    withdrawal_id: requestId,
  })
})
