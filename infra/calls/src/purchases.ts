import { holdings } from '@talad/demo/plan'
import { draftListing, putBody, signWithKey } from '@talad/dev/seed/listing'
import { control, type Person } from '@talad/dev/seed/site'
import {
  type CardPayment,
  chooseOnCardPage,
  listNow,
  onceHeard,
  payByCard,
  shipNow,
  untilShipping,
} from '@talad/e2e/people'
import { assetIndexerHttp } from '@talad/proto/http/asset-indexer/assets'
import { ledgerHttp } from '@talad/proto/http/ledger/credit'
import { type Order, orderBookHttp } from '@talad/proto/http/order-book/orders'
import {
  orderTypes,
  SEAPORT_VERSION,
  seaportDomain,
  toParameters,
} from '@talad/proto/http/order-book/seaport'
import { buildCryptoListing } from '@talad/proto/http/order-book/seaport-crypto'
import { shippingPaymentHttp as http } from '@talad/proto/http/shipping-payment/purchases'
import type { BoughtShipping, Shipping } from '@talad/proto/http/shipping-payment/shipping'
import { shippingAdminHttp } from '@talad/proto/http/shipping-payment/shipping-admin'
import type { AdminTopup } from '@talad/proto/http/shipping-payment/shipping-admin-shapes'
import { change } from '@talad/shared/stream'
import { until } from '@talad/shared/testing/wait'
import { deliveryJob } from '@talad/shipping-payment/delivery/chain'
import { shippings } from '@talad/shipping-payment/shipping/stream'
import { id, TypedDataEncoder, Wallet } from 'ethers'
import { atRest } from './at-rest.ts'
import { note, type World } from './world.ts'

export type Reserved = { buyer: Person; order: Order; shipping: BoughtShipping }

/** Somebody new has reserved something, and not paid yet. */
export async function reserved(world: World): Promise<Reserved> {
  const [buyer, order] = [await world.newcomer(), await world.offer()]
  return { buyer, order, shipping: await shipNow(buyer, order) }
}

export type Paying = Reserved & { page: string; payment: CardPayment }

/** They have gone to the page of the card provider. */
export async function paying(world: World): Promise<Paying> {
  const one = await reserved(world)
  return { ...one, ...(await payByCard(world.run, one.buyer, one.shipping)) }
}

/** They pay with points: nothing waits for a card. */
async function payWithPoints(one: Reserved): Promise<Reserved> {
  await one.buyer.call(ledgerHttp.fastTopup, { body: { unit: 'pt_thb', amount: 1_000_000 } })
  await one.buyer.call(http.topupAndPay, { body: { shipping_id: one.shipping._id } })
  return one
}

/** CA-46: paid, and nothing of its delivery is signed: the relayer takes its time. */
export async function undelivered(world: World): Promise<Reserved> {
  const db = world.db('shipping-payment')
  const one = await reserved(world)
  const { _id } = one.shipping
  await db.query(`create function kit.later_${_id}() returns trigger language plpgsql as
    $$ begin new.next_at := now() + interval '1 hour'; return new; end $$`)
  await db.query(`create trigger later_${_id} before insert on kit.chain_tx for each row
    when (new.id = '${deliveryJob(_id)}') execute function kit.later_${_id}()`)
  try {
    await payWithPoints(one)
    await untilShipping(one.buyer, _id, ({ status }) => status === 'processing', 'paid')
    return one
  } finally {
    await db.query(`drop function kit.later_${_id} cascade`)
  }
}

const logOf = (world: World) => ({ db: world.db('shipping-payment'), now: () => new Date() })
const isCompleted = ({ status }: Shipping) => status === 'completed'

/** A purchase as an admin sees it, once nothing changes it any more by itself. */
export async function purchaseAtRest(world: World, { shipping }: { shipping: { _id: string } }) {
  const { call } = await world.chief()
  const params = { shipping_id: shipping._id }
  return atRest(async () => (await call(shippingAdminHttp.adminShippingPick, { params })).shipping)
}

/** LG-18: the chain has taken back what was delivered, after the seller was paid. */
export async function takenBack(world: World): Promise<Reserved> {
  const one = await payWithPoints(await reserved(world))
  await untilShipping(one.buyer, one.shipping._id, isCompleted, 'completed')
  await purchaseAtRest(world, one) // the chain confirms it once more, which would mend it
  const fail = { type: 'FailDelivery', reason: 'the chain took it back', now: new Date() } as const
  await change(logOf(world), shippings, one.shipping._id, fail)
  return one
}

/** The ledger has refused to give a hold back. */
export async function moneyRefused(world: World): Promise<Reserved> {
  const one = await reserved(world)
  await one.buyer.call(http.cancelPayment, { body: { shipping_id: one.shipping._id } })
  const refused = { type: 'RecordMoneyRefused', flow: 'release', reason: 'hold_not_found' } as const
  await change(logOf(world), shippings, one.shipping._id, { ...refused, now: new Date() })
  return one
}

/** A card payment as an admin sees it, once it is so. */
async function topupOf(world: World, shipping: string, wanted: (topup: AdminTopup) => boolean) {
  const { call } = await world.chief()
  const look = () =>
    until('the card payment is as it should be', async () => {
      const { list } = await call(shippingAdminHttp.adminTopupList, { query: { shipping, ps: 1 } })
      return list.find(wanted)
    })
  return atRest(look)
}

/** SP-18: the provider has taken another amount than it was asked for. */
export async function mismatched(world: World): Promise<AdminTopup> {
  const { shipping, page, payment } = await paying(world)
  const taken = { orderNo: payment.orderNo, amount: String(BigInt(payment.amount) + 100n) }
  await control(world.run, 'PATCH', 'chillpay/transaction', taken)
  await chooseOnCardPage(page, 'success')
  return topupOf(world, shipping._id, ({ mismatch }) => mismatch !== null)
}

/** SP-15: paid after it was called off; the points are there. */
export async function paidTooLate(world: World): Promise<Reserved & { topup: AdminTopup; orderNo: string }> {
  const { buyer, order, shipping, payment } = await paying(world)
  const { orderNo } = payment
  await buyer.call(http.cancelPayment, { body: { shipping_id: shipping._id } })
  await control(world.run, 'POST', 'chillpay/settle', { orderNo, choice: 'success' })
  const topup = await topupOf(world, shipping._id, ({ status }) => status === 'completed')
  await until('the points are there', async () => {
    const { list } = await buyer.call(ledgerHttp.creditHistory, { query: { lm: '100', unit: 'pt_thb' } })
    return list.some(({ topup_id }) => topup_id === topup._id)
  })
  return { buyer, order, shipping, topup: await topupOf(world, shipping._id, () => true), orderNo }
}

/** SP-26: given back to the card, and sent back by the bank. */
export async function sentBack(world: World): Promise<AdminTopup> {
  const { topup, orderNo } = await paidTooLate(world)
  const { call } = await world.chief()
  const params = { topup_id: topup._id }
  const look = async () => (await call(shippingAdminHttp.adminTopupPick, { params })).topup
  await onceHeard(['version_conflict'], async () => {
    const body = { note, version: (await look()).version }
    return call(shippingAdminHttp.adminRefundCard, { params, body })
  })
  await until('the card is refunded', async () => {
    await world.hasten('shipping-payment', 'topup.refund', topup._id)
    return (await look()).refund?.status === 'refunded'
  })
  await control(world.run, 'POST', 'chillpay/return', { orderNo, choice: 'sent_back' })
  return atRest(look)
}

const fish = holdings.filter(({ collection, owner }) => collection === 'betta' && owner === 'seller')

function fishAt({ run }: World, place: number) {
  const collection = run.contracts.collections.find(({ key }) => key === 'betta')
  const one = fish.at(place)
  if (!collection || !one) throw new Error('there are no fish')
  return { contract: collection.address, type: collection.type, tokenId: String(one.tokenId) }
}

export type Sold = { shipping: Shipping; buyer: Person; asset: Awaited<ReturnType<typeof assetOf>> }

async function assetOf({ run, buyer }: World, { asset }: Pick<Shipping, 'asset'>) {
  const { call } = await buyer()
  const query = { bc: run.blockchain, ad: asset.contract.address, ti: asset.token.id }
  return call(assetIndexerHttp.getAsset, { query })
}

/** The main job, done once: a fish is sold by card, and everybody can see it. */
export const sold = (world: World): Promise<Sold> =>
  world.once('sold', async () => {
    const [seller, buyer] = [await world.seller(), await world.buyer()]
    const wish = { ...fishAt(world, 0), amount: 1n, priceSatang: 123_450n }
    const opened = await shipNow(buyer, await listNow(world.run, seller, wish))
    const { page } = await payByCard(world.run, buyer, opened)
    await chooseOnCardPage(page, 'success')
    const shipping = await untilShipping(buyer, opened._id, isCompleted, 'completed')
    const asset = await until('the asset has its new owner and its picture', async () => {
      const found = await assetOf(world, shipping)
      const { image, internal, recent } = found
      return recent.owner === buyer.address && image.r360 && internal.orders.last_sale ? found : undefined
    })
    await until('the transaction is known', async () => {
      const query = { bc: world.run.blockchain, tx: shipping.tx_hash ?? '' }
      return buyer.call(orderBookHttp.orderLog, { query }).catch(() => undefined)
    })
    return { shipping, buyer, asset }
  })

const domainOf = ({ run }: World) => seaportDomain(run.chainId, run.contracts.seaport)

/** Right after somebody's first sign-in the order book refuses what they sign: it has not consumed their wallet yet. */
export async function untilWalletIsKnown(world: World, { customerId }: Person): Promise<void> {
  const sql = 'select from wallet join account using (account_id) where customer_id = $1'
  await until(`the order book knows a wallet of ${customerId}`, async () => {
    return ((await world.db('order-book').query(sql, [customerId])).rowCount ?? 0) > 0
  })
}

/** A listing of the seller's last fish, signed and not put yet: a body, and what a wallet would be asked to sign. */
export async function signedListing(world: World) {
  const { run, next } = world
  const person = await world.seller()
  await untilWalletIsKnown(world, person)
  const wish = { ...fishAt(world, -1), amount: 1n, priceSatang: BigInt(30_000 + next()) }
  const terms = await person.call(orderBookHttp.orderTerms, {})
  const components = await draftListing(run, person, terms, wish)
  const signature = await signWithKey(run, person)(components)
  const body = await putBody({ run, person, terms, wish, components, signature })
  const typedData = {
    domain: { ...domainOf(world), name: 'Seaport' as const, version: '1.5' as const },
    types: orderTypes,
    primaryType: 'OrderComponents' as const,
    message: components,
  }
  return { person, body, typedData, wish, components }
}

/** What a seller asks for who lists in coins. */
export async function coinsOf(world: World) {
  const { contract: address, type, tokenId } = fishAt(world, -2)
  const contract = { blockchain: world.run.blockchain, address, type }
  return { contract, token_id: tokenId, token: world.run.contracts.thbk, price: '250.5' }
}

/** A fish that the seller has listed for coins. */
export async function listedInCoins(world: World): Promise<Order> {
  const { run, next } = world
  const seller = await world.seller()
  const { contract, token_id: tokenId, token, price: text } = await coinsOf(world)
  const terms = await seller.call(orderBookHttp.orderTerms, {})
  const preview = { contract, token_id: tokenId, token, price: text }
  const { distribution } = await seller.call(orderBookHttp.distributionPreview, { body: preview })
  const { counter } = (await signedListing(world)).components
  const components = buildCryptoListing({
    conduitKey: terms.conduit_key,
    offerer: seller.address,
    token,
    distribution,
    counter,
    asset: { address: contract.address, type: contract.type, tokenId },
    amount: '1',
    allowPartial: false,
    durationSeconds: 86_400,
    start: Math.floor(Date.now() / 1_000) - 60,
    salt: id(`in coins ${next()}`),
  })
  const signature = await new Wallet(seller.privateKey).signTypedData(domainOf(world), orderTypes, components)
  const about = {
    type: 'list' as const,
    blockchain: run.blockchain,
    order: { parameters: toParameters(components), signature },
    version: SEAPORT_VERSION,
    hash: TypedDataEncoder.hashStruct('OrderComponents', orderTypes, components),
    crypto: { offerer_customer_id: '{offerer}', distribution },
  }
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
