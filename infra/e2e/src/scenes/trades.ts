import { assetIndexerHttp } from '@talad/proto/http/asset-indexer/assets'
import { type Order, orderBookHttp } from '@talad/proto/http/order-book/orders'
import { type CryptoShipping, cryptoShippingHttp } from '@talad/proto/http/shipping-payment/crypto-shipping'
import { answer } from '../answers.ts'
import { buyer, type Scene, type Stage, type Step, seller } from '../scene.ts'
import { goods } from '../shop.ts'
import {
  all,
  answered,
  at,
  changed,
  click,
  exact,
  type Find,
  fill,
  first,
  inDialog,
  inMain,
  the,
  walletOf,
  within,
} from '../steps.ts'
import { openCancelling, openListing, price } from './listing.ts'

const SYMBOL = 'THBK'
const thbk = ({ run }: Stage) => ({ address: run.contracts.thbk, symbol: SYMBOL, decimals: 6 })

/** An order of the demonstration, as if it were in a token. */
function inToken(stage: Stage, order: Order): Order {
  const { basic, shipping } = order
  const price = { ...basic.price, token: thbk(stage), raw: '350000000', value: '350', text: '350' }
  return { ...order, basic: { ...basic, price }, crypto: shipping, shipping: null }
}

/** What is on sale is on sale for tokens. */
const sellInToken = changed(orderBookHttp.listOrders, (answer, stage) => ({
  ...answer,
  list: answer.list.map((order) => inToken(stage, order)),
}))

/** What Somchai sells, as if it were offered for; he may accept, and who offers may take it back. */
const offersThere: Step = async (stage) => {
  const { call, address } = await stage.shop.person('seller')
  const found = await call(orderBookHttp.listOrders, { query: { wl: address, ps: 3 } })
  const accept = { name: 'accept' as const, enabled: true, reasons: [] }
  const list = found.list.map((order) => ({
    ...inToken(stage, order),
    type: 'offer' as const,
    offerer: walletOf('collector', stage),
    actions: [accept],
  }))
  await answer(stage.page, orderBookHttp.listOrders, { ...found, list })
}

/** What is offered for an asset stands in its price card, too. */
const hasOffers = changed(assetIndexerHttp.getAsset, (asset) => {
  const { internal } = asset
  return { ...asset, internal: { ...internal, orders: { ...internal.orders, offers: 1 } } }
})
const bestOffer: Find = (stage) =>
  the
    .css('.shadow-card')(stage)
    .filter({ has: the.text('offer.best')(stage) })

const inThbk: Step = (stage) => inDialog(the.label('list.currency'))(stage).selectOption({ label: SYMBOL })
const offered = inDialog(the.label('offer.price', exact))
const offer = (value: string) =>
  all(
    ...[at(goods.listed), click(the.button('panel.offer')), inThbk, inDialog(the.text('approval.have'))],
    fill(offered, value),
  )
const sellerGets = inDialog(the.text('list.sellerGets'))
const submit: Find = inDialog(the.button('offer.submit', exact))

const TRADED = `0x${'cd'.repeat(32)}`
/** Trades of the person on the chain, in each of their states. */
const tradedOnChain = answered(cryptoShippingHttp.cryptoHistory, (stage) => {
  const { run, shop } = stage
  const found = run.contracts.collections.find(({ key }) => key === goods.listed.collection)
  const { address, type } = found ?? { address: '', type: 'erc721' as const }
  const [, , blockchain = ''] = shop.pathOf(goods.listed).split('/')
  const at = '2026-11-23T10:00:00.000Z'
  const trade = (status: CryptoShipping['status'], n: number): CryptoShipping => ({
    _id: String(n).padStart(24, '0'),
    role: 'buyer',
    status,
    asset: { contract: { blockchain, address, type }, token: { id: String(goods.listed.id) } },
    is_crypto: true,
    amount: String(n),
    order: { _id: 'c'.repeat(24), hash: TRADED, type: status === 'completed' ? 'offer' : 'list' },
    buyer_customer_id: 'join-buyer',
    seller_customer_id: null,
    expires_at: at,
    recipient_address: `0x${'ab'.repeat(20)}`,
    price: { token: thbk(stage), raw: '350000000' },
    net: '323750000',
    tx_hash: `0x${'ef'.repeat(32)}`,
    created: at,
    updated: at,
    canceled_reason: null,
    failed_reason: status === 'failed' ? 'not_proven' : null,
  })
  return { list: [trade('processing', 1), trade('completed', 2), trade('failed', 3)], nextCursor: null }
})

/** What is traded on the chain: listings in a token, offers, and what comes before the wallet is asked. */
export const tradeScenes: readonly Scene[] = [
  buyer('trade.history', tradedOnChain, at('/account?tab=purchases'), the.text('chain.failed', exact)),
  buyer(
    'trade.receipt',
    ...[tradedOnChain, at(`/payment/receipt?trade=${'2'.padStart(24, '0')}&order=${TRADED}`)],
    the.heading('receipt.chainHeading'),
  ),
  seller(
    'trade.best-offer',
    hasOffers,
    offersThere,
    at(goods.kept),
    within(bestOffer, the.button('offer.accept', exact)),
  ),
  seller('trade.offers', offersThere, at('/account?tab=offers'), first(the.button('offers.accept'))),
  seller(
    'trade.offers-made',
    ...[offersThere, at('/account?tab=offers&side=made'), first(the.button('order.cancel', exact))],
  ),
  buyer('trade.offer', offer('350'), sellerGets),
  buyer('trade.offer-too-low', offer('1'), click(submit), inDialog(the.text('list.priceLow'))),
  buyer('trade.too-poor', offer('900000'), inDialog(the.text('approval.short')), sellerGets),
  buyer(
    'trade.chain-away',
    ...[offer('350'), sellerGets],
    ({ page, run }) => page.route(`${run.rpc}/**`, (route) => route.abort()),
    ...[click(submit), inDialog(the.button('trade.retry'))],
  ),
  seller(
    'trade.list',
    ...[openListing(goods.kept), inThbk, fill(price, '350'), inDialog(the.text('list.youGet'))],
  ),
  buyer('trade.asset', sellInToken, at(goods.listed), first(the.button('panel.buyWith'))),
  buyer(
    'trade.about-token',
    ...[sellInToken, at(goods.listed), first(the.button('panel.buyWith'))],
    click(first(inMain(the.button('common.explain')))),
    within(the.dialog('common.explain'), the.text('token.aboutBaht')),
  ),
  buyer(
    'trade.buy',
    ...[sellInToken, at(goods.listed), click(first(the.button('panel.buyWith')))],
    inDialog(the.text('fill.youPay')),
  ),
  seller('trade.cancel', sellInToken, openCancelling, inDialog(the.button('end.listing'))),
]
