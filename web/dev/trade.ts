import { type PersonKey, people } from '@talad/demo/people'
import { ledgerHttp } from '@talad/proto/http/ledger/credit'
import { type Order, orderBookHttp } from '@talad/proto/http/order-book/orders'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment/purchases'
import { answer, mustBe, Refusal, type Route } from './answer.ts'
import { openOrdersOf } from './assets.ts'
import { balanceOf, flowsOf } from './money.ts'
import { deliver, type Purchase, pay, purchases, reserve } from './purchases.ts'
import { type Listing, makeListing, orders, pieceAt, tell, tellListed, terms, walletOf } from './world.ts'

function shown({ order, seller }: Listing, viewer: PersonKey | undefined): Order {
  if (viewer === seller) return { ...order, actions: [{ name: 'cancel', enabled: true, reasons: [] }] }
  const level = people.find(({ key }) => key === viewer)?.level
  const reasons = viewer !== undefined && level === 'BRONZE' ? (['kyc'] as const) : []
  return { ...order, actions: [{ name: 'buy', enabled: reasons.length === 0, reasons: [...reasons] }] }
}

function listingBy(is: (order: Order) => boolean): Listing {
  const found = orders.find(({ order }) => is(order))
  if (!found) throw new Refusal(404, 'order_not_found')
  return found
}

function purchaseBy(id: string): Purchase {
  const found = purchases.find(({ shipping }) => shipping._id === id)
  if (!found) throw new Refusal(404, 'shipping_not_found')
  return found
}

function part(percent: number, raw: bigint) {
  const value = (raw * BigInt(Math.round(percent * 100))) / 10_000n
  const decimal = (Number(value) / 100).toFixed(2)
  return {
    percent,
    value: String(value),
    displayValue: decimal,
    family: 'thb',
    familyValue: decimal,
    symbol: 'THB',
  }
}

const orderBook: Route[] = [
  answer(orderBookHttp.orderTerms, () => terms),
  answer(orderBookHttp.listOrders, ({ query, person }) => {
    const piece = pieceAt(query.ad ?? '', query.ti ?? '')
    // a person's own: what somebody of the world has on sale stands for it
    if (query.oc) {
      const list = orders
        .slice(0, 5)
        .map((listing) => ({ ...shown(listing, listing.seller), inactive: false }))
      const over = list.map((order) => ({ ...order, status: 'completed' as const }))
      return { list: query.oe ? over : list, size: query.ps, index: 0, total: null, pages: null }
    }
    const list = piece ? openOrdersOf(piece).map((listing) => shown(listing, person)) : []
    return { list, size: query.ps, index: 0, total: null, pages: null }
  }),
  answer(orderBookHttp.distributionPreview, ({ body }) => {
    const raw = BigInt(Math.round(Number(body.price ?? '0') * 100))
    return {
      service_fee: part(2.5, raw),
      royalty_fee: part(2.5, raw),
      net: part(95, raw),
      input: part(100, raw),
      output: part(95, raw),
      distribution: [],
      is_shipping: true,
      minimum_join_kyc_level: 2,
    }
  }),
  answer(orderBookHttp.putOrder, ({ body, person }) => {
    const piece = pieceAt(body.asset.contract.address, body.asset.token.id)
    if (!piece) throw new Refusal(404, 'asset_not_found')
    const listing = makeListing(
      piece,
      mustBe(person),
      Number(body.amount),
      BigInt(body.price.text.split('.')[0] ?? '0'),
      Date.now(),
    )
    orders.push(listing)
    tellListed(listing, Date.now())
    return { order: shown(listing, person) }
  }),
  answer(orderBookHttp.cancelOrder, ({ body, person }) => {
    const listing = listingBy(({ _id }) => _id === body.order_id)
    listing.open = false
    tell(listing.piece, Date.now(), { type: 'cancel' })
    return { order: { ...shown(listing, person), status: 'cancelled', actions: [] } }
  }),
]

const payments: Route[] = [
  answer(shippingPaymentHttp.ship, ({ body, person }) => {
    const buyer = mustBe(person)
    const listing = listingBy(({ hash }) => hash === body.order_hash)
    return reserve(listing, buyer, body.amount, body.recipient_address ?? walletOf(buyer))
  }),
  answer(shippingPaymentHttp.shippingHistory, ({ query, person }) => ({
    list: purchases
      .filter(({ buyer, listing }) => (query.ac === 'sell' ? listing.seller : buyer) === mustBe(person))
      .map(({ shipping }) => shipping),
    nextCursor: null,
  })),
  answer(shippingPaymentHttp.shippingPick, ({ params }) => purchaseBy(params.shipping_id)),
  answer(shippingPaymentHttp.topupAndPay, ({ body, origin }) => {
    const purchase = purchaseBy(body.shipping_id)
    pay(purchase, origin)
    return purchase
  }),
  answer(shippingPaymentHttp.checkShippingPay, ({ body }) => {
    const purchase = purchaseBy(body.shipping_id)
    const { shipping } = purchase
    const isLate = Date.now() - Date.parse(shipping.updated) > 4_000
    if (shipping.credit.payment.status === 'processing' && isLate) deliver(purchase)
    return purchase
  }),
  answer(shippingPaymentHttp.cancelPayment, ({ body }) => {
    const purchase = purchaseBy(body.shipping_id)
    Object.assign(purchase.shipping, { status: 'canceled', canceled_reason: 'buyer' })
    return purchase
  }),
]

/** Orders, payments and credit. */
export const trade: Route[] = [
  ...orderBook,
  ...payments,
  answer(ledgerHttp.creditBalances, ({ person }) => ({
    list: [balanceOf(mustBe(person), 'pt_thb'), balanceOf(mustBe(person), 'ft_thb')],
  })),
  answer(ledgerHttp.creditHistory, ({ person, query }) => ({
    list: flowsOf(mustBe(person), query),
    nextCursor: null,
  })),
]
