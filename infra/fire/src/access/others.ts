import { everyEndpoint } from '@talad/gateway/routes/table'
import type { Endpoint } from '@talad/proto/http/contract'
import { cryptoShippingHttp } from '@talad/proto/http/crypto-shipping'
import { identityHttp } from '@talad/proto/http/identity'
import { ledgerHttp } from '@talad/proto/http/ledger'
import { orderBookHttp } from '@talad/proto/http/order-book'
import type { Shipping } from '@talad/proto/http/shipping'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment'
import { z } from 'zod'
import { type Figures, holds } from '../proof.ts'
import { type Belongings, gatherBelongings } from './belongings.ts'
import { type Answer, ask, bearer, send } from './doors.ts'
import type { House } from './house.ts'
import { fieldsOf } from './schema-fields.ts'

/** A stranger's call that names somebody's thing, and the code of the refusal. */
type Reach = { endpoint: Endpoint; path?: string; body?: unknown; query?: string; code: string }

/** Calls that name a thing which is anybody's to name: an order on sale, an asset in one's own list of favourites. */
const anybodys: ReadonlySet<Endpoint> = new Set<Endpoint>([
  shippingPaymentHttp.ship,
  cryptoShippingHttp.shipCrypto,
  identityHttp.putFavourite,
  identityHttp.removeFavourite,
])

const NAMES_A_THING = /(^|_)(id|hash)$|Id$|^refreshToken$/

function reachesFor({ shipping, order, unput, typedData, requestId }: Belongings): Reach[] {
  const { shippingPick, topupAndPay, checkShippingPay, cancelPayment, mockTopupCallback } =
    shippingPaymentHttp
  const body = { shipping_id: shipping._id }
  return [
    {
      endpoint: shippingPick,
      path: shippingPick.path.replace(':shipping_id', shipping._id),
      code: 'shipping_not_found',
    },
    { endpoint: topupAndPay, body, code: 'not_the_buyer' },
    { endpoint: checkShippingPay, body, code: 'not_the_buyer' },
    { endpoint: cancelPayment, body, code: 'not_the_buyer' },
    { endpoint: mockTopupCallback, body: { ...body, payment_status: 0 }, code: 'not_the_buyer' },
    {
      endpoint: cryptoShippingHttp.processingCrypto,
      body: { ...body, tx_hash: order.hash },
      code: 'shipping_not_found',
    },
    { endpoint: orderBookHttp.cancelOrder, body: { order_id: order._id }, code: 'not_your_order' },
    { endpoint: orderBookHttp.confirmOrder, body: { order_id: order._id }, code: 'not_your_order' },
    { endpoint: orderBookHttp.putOrder, body: unput, code: 'invalid_offerer' },
    { endpoint: identityHttp.signatureLoad, query: `requestId=${requestId}`, code: 'not_found' },
    { endpoint: identityHttp.requestWebviewSignature, body: { typedData }, code: 'invalid_join_signer' },
  ]
}

/** A call that names things has somebody here who tries it on another one's: new calls too. */
function checkNobodyForgotten(reaches: readonly Reach[]): void {
  const tried = new Set(reaches.map(({ endpoint }) => endpoint.name))
  for (const endpoint of everyEndpoint) {
    const { auth, params, query, body, name } = endpoint
    // a permission is for the things of everybody: who has it is the matrix's business
    if (['visitor', 'callback', 'internal', 'admin'].includes(auth.kind)) continue
    const names = [params, query, body].flatMap((schema) => fieldsOf(schema, 'input'))
    const things = names.filter((field) => NAMES_A_THING.test(field))
    const covered = things.length === 0 || tried.has(name) || anybodys.has(endpoint) || OWN.has(endpoint)
    holds(covered, `nobody tries ${name} on things of others: ${things.join(', ')}`)
  }
}

/** What they name is proved by having it. */
const OWN: ReadonlySet<Endpoint> = new Set<Endpoint>([identityHttp.customerProfile])

function callAt(base: string, { endpoint, path, body, query }: Reach, headers: Record<string, string>) {
  const url = `${base}${path ?? endpoint.path}${query === undefined ? '' : `?${query}`}`
  return body === undefined
    ? ask(url, { method: endpoint.method, headers })
    : send(url, body, headers, endpoint.method)
}

/** Whatever is private about the victims must not be in a stranger's answer. */
function secretsOf({ stall, shipping, requestId }: Belongings): string[] {
  const { buyer, seller } = stall
  return [shipping._id, requestId, buyer.joinId, seller.joinId, buyer.address, seller.address]
}

function holdsNothingOf(what: string, { text }: Answer, secrets: readonly string[]): void {
  const found = secrets.find((secret) => text.toLowerCase().includes(secret.toLowerCase()))
  holds(found === undefined, `${what} tells a stranger of ${found}`)
}

async function reachOut(house: House, belongings: Belongings, reaches: readonly Reach[]): Promise<number> {
  const headers = bearer(belongings.stranger.token)
  for (const reach of reaches) {
    const { endpoint, code } = reach
    for (const base of [
      house.run.gateway,
      house.rooms.find(({ name }) => name === endpoint.service)?.url ?? '',
    ]) {
      const answer = await callAt(base, reach, headers)
      const what = `${endpoint.name} on a thing of somebody else`
      holds(
        answer.status >= 400 && answer.status < 500,
        `${what} is answered ${answer.status}: ${answer.text}`,
      )
      holds(answer.code === code, `${what} is refused with ${answer.code}, not ${code}`)
      holdsNothingOf(what, answer, secretsOf(belongings))
    }
  }
  return 2 * reaches.length
}

/** Lists and profiles are the caller's own, whoever the query names. */
async function look(house: House, belongings: Belongings): Promise<number> {
  const { stranger, stall } = belongings
  const { customerId } = stall.buyer
  const names = [
    'customer_id',
    'customerId',
    'account_id',
    'accountId',
    'buyer',
    'buyer_customer_id',
    'oc',
    'user',
    'sub',
  ]
  const query = names.map((name) => `${name}=${customerId}`).join('&')
  const private_ = everyEndpoint.filter(
    ({ auth, method, params, path }) =>
      ['user', 'customer', 'kyc'].includes(auth.kind) &&
      method === 'GET' &&
      !params &&
      !path.endsWith('/live'),
  )
  for (const { path, name } of private_) {
    const answer = await ask(`${house.run.gateway}${path}?${query}`, { headers: bearer(stranger.token) })
    holds(answer.status < 500, `${name} fails: ${answer.text}`)
    holdsNothingOf(name, answer, secretsOf(belongings))
  }
  return private_.length
}

/** An answer that is kept for the caller's key is not given to another one with the same key. */
async function repeat(house: House, { stall, stranger }: Belongings): Promise<void> {
  const topup = z.object({ topup_id: z.string() })
  const url = house.run.gateway + ledgerHttp.fastTopup.path
  const call = async (token: string) => {
    const answer = await send(url, { amount: 777 }, { ...bearer(token), 'idempotency-key': 'one-for-both' })
    return topup.parse(answer.body).topup_id
  }
  const [mine, theirs] = [await call(stall.buyer.token), await call(stranger.token)]
  holds(mine !== theirs, 'the answer of one caller is given to another one with the same Idempotency-Key')
}

const view = ({ status, credit, tx_status }: Shipping) =>
  JSON.stringify([status, credit.payment.status, tx_status])

/** The proper people can do what the stranger couldn't: it was not refused to everybody. */
async function ownersCan({ stall, shipping, order, unput, requestId }: Belongings): Promise<void> {
  const { buyer, seller } = stall
  const pending = await seller.call(identityHttp.signatureLoad, { query: { requestId } })
  holds(pending.status === 'pending', `the signing request is ${pending.status}`)
  const params = { shipping_id: shipping._id }
  const seen = await buyer.call(shippingPaymentHttp.shippingPick, { params })
  holds(view(seen.shipping) === '["pending","processing",null]', `the purchase is ${view(seen.shipping)}`)
  const canceled = await buyer.call(shippingPaymentHttp.cancelPayment, { body: params })
  holds(canceled.shipping.status === 'canceled', 'the buyer could not cancel')
  await seller.call(orderBookHttp.putOrder, { body: unput })
  const ended = await seller.call(orderBookHttp.cancelOrder, { body: { order_id: order._id } })
  holds(ended.order.status === 'cancelled', 'the seller could not cancel')
}

/** A stranger, signed in and of the highest level, tries everything on what belongs to others. */
export async function others(house: House): Promise<Figures> {
  const belongings = await gatherBelongings(house)
  const reaches = reachesFor(belongings)
  checkNobodyForgotten(reaches)
  const tried = await reachOut(house, belongings, reaches)
  const looked = await look(house, belongings)
  await repeat(house, belongings)
  await ownersCan(belongings)
  return { "calls on others' things": tried, 'lists that hold only the caller’s own': looked }
}
