import { holdings } from '@talad/demo/plan'
import { draftListing } from '@talad/dev/seed/listing'
import { ledgerHttp } from '@talad/proto/http/ledger/credit'
import { type Order, orderBookHttp } from '@talad/proto/http/order-book/orders'
import {
  orderTypes,
  SEAPORT_VERSION,
  seaportDomain,
  toParameters,
} from '@talad/proto/http/order-book/seaport'
import { buildCryptoListing } from '@talad/proto/http/order-book/seaport-crypto'
import { cryptoShippingHttp } from '@talad/proto/http/shipping-payment/crypto-shipping'
import { shippingPaymentHttp as http } from '@talad/proto/http/shipping-payment/purchases'
import type { Shipping } from '@talad/proto/http/shipping-payment/shipping'
import { id, TypedDataEncoder, Wallet } from 'ethers'
import { callbackFields } from '../card-forgery.ts'
import { chooseOnCardPage, onceHeard, payByCard, shipNow, untilShipping } from '../people.ts'
import type { Stall } from '../stall.ts'

/** The seller's last fish, which is never listed for baht. */
function lastFish({ run }: Stall) {
  const collection = run.contracts.collections.find(({ key }) => key === 'betta')
  const fish = holdings.filter((one) => one.collection === 'betta' && one.owner === 'seller').at(-1)
  if (!collection || !fish) throw new Error('there are no fish')
  const { address: contract, type } = collection
  return { contract, type, tokenId: String(fish.tokenId) }
}

/** An order that the seller could sign. */
export async function draftOf(stall: Stall) {
  const terms = await stall.seller.call(orderBookHttp.orderTerms, {})
  const wish = { ...lastFish(stall), amount: 1n, priceSatang: 45_600n }
  return draftListing(stall.run, stall.seller, terms, wish)
}

/** Sales by card: one goes through, one is called off, one is shown to the provider's messages. */
export async function sellAndBuy(stall: Stall, cardSecret: string): Promise<Shipping> {
  const { run, buyer, seller, offer } = stall
  const byId = ({ _id }: Shipping) => ({ body: { shipping_id: _id } })
  const canceled = await shipNow(buyer, await offer(30_002n))
  const { payment } = await payByCard(run, buyer, canceled)
  const fields = new URLSearchParams(callbackFields(payment, cardSecret))
  await fetch(run.gateway + http.chillpayCallback.path, { method: 'POST', body: fields })
  const { orderNo: OrderNo, transactionId } = payment
  const result = new URLSearchParams({ OrderNo, Status: 'fail', TransNo: String(transactionId) })
  const back = [http.chillpayCallbackGet, http.chillpayRedirectGet]
  for (const { path } of back) await fetch(`${run.gateway}${path}?${result}`, { redirect: 'manual' })
  await buyer.call(http.cancelPayment, byId(canceled))

  const mocked = await shipNow(buyer, await offer(30_003n))
  await payByCard(run, buyer, mocked)
  await buyer.call(http.mockTopupCallback, { body: { shipping_id: mocked._id, payment_status: 1 } })

  const bought = await shipNow(buyer, await offer(123_450n))
  const { page } = await payByCard(run, buyer, bought)
  await chooseOnCardPage(page, 'success')
  await buyer.call(http.checkShippingPay, byId(bought))
  const done = await untilShipping(buyer, bought._id, ({ status }) => status === 'completed', 'completed')
  await buyer.call(http.shippingHistory, { query: { ac: 'buy', lm: '1' } })
  await buyer.call(ledgerHttp.creditHistory, { query: { lm: '1' } })

  const withdrawn = await offer(30_004n)
  await onceHeard(['order_not_found'], () =>
    seller.call(orderBookHttp.cancelOrder, { body: { order_id: withdrawn._id } }),
  )
  return done
}

async function listInCoins(stall: Stall): Promise<Order> {
  const { run, seller } = stall
  const { contract: address, type, tokenId } = lastFish(stall)
  const contract = { blockchain: run.blockchain, address, type }
  const [token, text] = [run.contracts.thbk, '250.5']
  const terms = await seller.call(orderBookHttp.orderTerms, {})
  const { distribution } = await seller.call(orderBookHttp.distributionPreview, {
    body: { contract, token_id: tokenId, token, price: text },
  })
  const { counter } = await draftOf(stall)
  const components = buildCryptoListing({
    conduitKey: terms.conduit_key,
    offerer: seller.address,
    token,
    distribution,
    counter,
    asset: { address, type, tokenId },
    amount: '1',
    allowPartial: false,
    durationSeconds: 86_400,
    start: Math.floor(Date.now() / 1_000) - 60,
    salt: id(`in coins ${tokenId}`),
  })
  const domain = seaportDomain(run.chainId, run.contracts.seaport)
  const signature = await new Wallet(seller.privateKey).signTypedData(domain, orderTypes, components)
  const hash = TypedDataEncoder.hashStruct('OrderComponents', orderTypes, components)
  const claim = { offerer_customer_id: '{offerer}', distribution }
  const signed = { parameters: toParameters(components), signature }
  const version = SEAPORT_VERSION
  const about = { type: 'list', blockchain: run.blockchain, order: signed, version, hash, crypto: claim }
  const body = {
    order: about,
    asset: { contract, token: { id: tokenId } },
    duration: '1d',
    price: { token, text },
    amount: '1',
    allowPartial: false,
    isJoinWallet: true,
  }
  return (await seller.call(orderBookHttp.putOrder, { body })).order
}

/** A sale in coins, as far as the site takes part in it: what is meant, and the transaction that is said to do it. */
export async function tradeInCoins(stall: Stall): Promise<void> {
  const { buyer, seller } = stall
  const order = await listInCoins(stall)
  const intent = { order_hash: order.hash, amount: '1', recipient_address: buyer.address }
  const { shipping } = await onceHeard(['order_not_found'], () =>
    buyer.call(cryptoShippingHttp.shipCrypto, { body: intent }),
  )
  const told = { shipping_id: shipping._id, tx_hash: id('a transaction') }
  await buyer.call(cryptoShippingHttp.processingCrypto, { body: told })
  await buyer.call(cryptoShippingHttp.cryptoHistory, { query: { lm: 1 } })
  // hidden, and back again (OB-13)
  await seller.call(orderBookHttp.cancelOrder, { body: { order_id: order._id } })
  await seller.call(orderBookHttp.confirmOrder, { body: { order_id: order._id } })
}
