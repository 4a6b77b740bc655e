import type { Run } from '@talad/dev/run-file'
import { list, signWithKey, type Wish } from '@talad/dev/seed/listing'
import { type Person, signIn } from '@talad/dev/seed/site'
import { assetIndexerHttp } from '@talad/proto/http/asset-indexer/assets'
import { ResponseError } from '@talad/proto/http/client'
import { ledgerHttp } from '@talad/proto/http/ledger/credit'
import { type Order, orderBookHttp } from '@talad/proto/http/order-book/orders'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment/purchases'
import type { Shipping } from '@talad/proto/http/shipping-payment/shipping'
import { until } from '@talad/shared/testing/wait'
import { expect } from 'vitest'
import { type Chain, openChain } from './chain.ts'
import {
  approveWithJoin,
  chooseOnCardPage,
  onceHeard,
  payByCard,
  shipNow,
  signWithJoin,
  untilShipping,
} from './people.ts'

/** 1,234.57 baht: nothing divides evenly, so that each satang has to be somewhere. */
const PRICE = 123_457n
// 2.5% for the platform and 5% for the artist, rounded down; what is left is the seller's
const SHARES = { service: 3_086, royalty: 6_172, net: 114_199 }

export type MainJob = { order: Order; shipping: Shipping; seller: Person; buyer: Person }

/**
 * The main job: a person sells an NFT, another one pays it by card, the chain delivers it, the seller gets baht. Over
 * HTTP through the gateway, the provider's page and the chain, as people do it.
 * @param tokenId of the lantern that Somchai sells to Mali
 */
export async function mainJob(run: Run, tokenId: string): Promise<MainJob> {
  const collection = run.contracts.collections.find(({ key }) => key === 'lantern')
  if (!collection) throw new Error('there are no lanterns')
  const wish = {
    contract: collection.address,
    type: collection.type,
    tokenId,
    amount: 1n,
    priceSatang: PRICE,
  }
  const [seller, buyer] = await Promise.all([signIn(run, 'demo-somchai'), signIn(run, 'demo-mali')])
  const chain = openChain(run)
  try {
    await approve(run, chain, seller, wish)
    const order = await onceHeard(['asset_not_found', 'invalid_offerer', 'nft_not_approved'], () =>
      list(run, seller, wish, signWithJoin(run, seller)),
    )
    expect(order).toMatchObject({ status: 'offchain', offerer: seller.address, inactive: false })

    const before = await earned(seller)
    const shipping = await buy(run, buyer, order)
    expect(await chain.ownerOf(wish.contract, tokenId)).toBe(buyer.address)
    await expectPaid(seller, shipping, before)
    await expectShown(run, { order, shipping, seller, buyer })
    return { order, shipping, seller, buyer }
  } finally {
    chain.close()
  }
}

/** Without the approval a listing is refused; with it, given on the phone, it isn't. */
async function approve(run: Run, chain: Chain, seller: Person, wish: Wish): Promise<void> {
  await chain.mined(await approveWithJoin(run, seller, wish.contract, false))
  const refused = await onceHeard(['asset_not_found', 'invalid_offerer'], () =>
    list(run, seller, wish, signWithKey(run, seller)).catch((error: unknown) => {
      if (error instanceof ResponseError && error.code === 'nft_not_approved') return error.code
      throw error
    }),
  )
  expect(refused).toBe('nft_not_approved')
  await chain.mined(await approveWithJoin(run, seller, wish.contract, true))
  expect(await chain.isApproved(wish.contract, seller.address)).toBe(true)
}

async function buy(run: Run, buyer: Person, order: Order): Promise<Shipping> {
  const opened = await shipNow(buyer, order)
  expect(opened).toMatchObject({ status: 'pending', amount: '1', recipient_address: buyer.address })
  const { page, payment, charge } = await payByCard(run, buyer, opened)
  expect(charge).toBe(Number(PRICE))
  expect(payment).toMatchObject({ amount: String(PRICE), customerId: buyer.customerId })
  const end = await chooseOnCardPage(page, 'success')
  expect(end).toBe(`${run.gateway}/payment/return?shipping_id=${opened._id}`)
  const delivered = await untilShipping(
    buyer,
    opened._id,
    ({ status }) => status === 'completed',
    'completed',
  )
  expect(delivered).toMatchObject({ tx_status: 'mined', credit: { payment: { status: 'completed' } } })
  return delivered
}

async function historyOf(person: Person) {
  const { list: flows } = await person.call(ledgerHttp.creditHistory, {
    query: { lm: '100', unit: 'ft_thb' },
  })
  return flows
}

async function earned(person: Person): Promise<number> {
  const { list: balances } = await person.call(ledgerHttp.creditBalances, {})
  return balances.find(({ unit }) => unit === 'ft_thb')?.balance ?? 0
}

/** The seller has the net to the satang, on the account and in the history. */
async function expectPaid(seller: Person, shipping: Shipping, before: number): Promise<void> {
  expect(Object.fromEntries(shipping.distribution.map(({ type, value }) => [type, value]))).toEqual(SHARES)
  const flow = await until('the seller sees the credit', async () =>
    (await historyOf(seller)).find(({ shipping_id }) => shipping_id === shipping._id),
  )
  expect(flow).toMatchObject({ flow_type: 'in', flow_event: 'shipping', value: SHARES.net, unit: 'ft_thb' })
  expect(await earned(seller)).toBe(before + SHARES.net)
  const sold = await seller.call(shippingPaymentHttp.shippingHistory, { query: { ac: 'sell' } })
  expect(sold.list.find(({ _id }) => _id === shipping._id)?.status).toBe('completed')
}

/** Everybody can see what happened: the order, the owner, the activity. */
async function expectShown(run: Run, { order, shipping, seller, buyer }: MainJob): Promise<void> {
  const { contract, token } = order.basic.asset
  await until('the order is completed', async () => {
    const { order: now } = await buyer.call(orderBookHttp.getOrder, { query: { ha: order.hash } })
    return now.status === 'completed' && now.fill.left === '0'
  })
  const where = { bc: run.blockchain, ad: contract.address, ti: token.id }
  const asset = await until('the asset shows its new owner', async () => {
    const found = await buyer.call(assetIndexerHttp.getAsset, { query: where })
    const { listings, last_sale } = found.internal.orders
    return found.recent.owner === buyer.address && last_sale && listings === 0 ? found : undefined
  })
  expect(asset.internal.orders).toMatchObject({ last_sale: { price: { raw: String(PRICE) } } })
  const sale = await until('the activity shows the sale', async () => {
    const { ad, ti } = where
    const events = await buyer.call(assetIndexerHttp.listEvents, { query: { ad, ti, tp: 'sa' } })
    return events.list.find(({ transaction }) => transaction?.hash === shipping.tx_hash)
  })
  expect(sale.sale).toMatchObject({ order_hash: order.hash, seller: seller.address, buyer: buyer.address })
}
