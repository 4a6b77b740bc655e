import { sampleOf } from '@talad/e2e/generated/sample'
import { everyEndpoint } from '@talad/gateway/routes/table'
import type { Endpoint } from '@talad/proto/http/contract'
import { identityHttp } from '@talad/proto/http/identity/accounts'
import { assessmentHttp } from '@talad/proto/http/moderation/assessment'
import { flaggingHttp } from '@talad/proto/http/moderation/flagging'
import { orderBookHttp } from '@talad/proto/http/order-book/orders'
import { cryptoShippingHttp } from '@talad/proto/http/shipping-payment/crypto-shipping'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment/purchases'
import { holds } from '../proof.ts'
import { type Belongings, sendingOf, type Thing, thingFor } from './belongings.ts'
import { pathOf } from './bodies.ts'
import { type Answer, ask, send } from './doors.ts'
import { fieldsOf } from './schema-fields.ts'

/** A call that names somebody's thing, and how a stranger is refused. */
export type Reach = {
  endpoint: Endpoint
  path?: string
  body?: unknown
  query?: string
  refusal: RegExp
  /** what it is made for: its owner gets further than a stranger; absent: the proof looks at that by itself */
  thing?: Thing
}

/** Calls that name a thing which is anybody's to name: an order on sale, an asset in one's own list of favourites. */
const anybodys: ReadonlySet<Endpoint> = new Set<Endpoint>([
  shippingPaymentHttp.ship,
  cryptoShippingHttp.shipCrypto,
  identityHttp.putFavourite,
  identityHttp.removeFavourite,
  // whatever is on the market may be reported; what is changed is the caller's own report (MO-10)
  flaggingHttp.requestFlagging,
  // the same for everybody; what is answered is the caller's own session (MO-21)
  assessmentHttp.submitAssessment,
  // what it names is proved by having it
  identityHttp.customerProfile,
])

const NAMES_A_THING = /(^|_)(?<!tax_)(id|hash)$|Id$|^refreshToken$/
const REFUSAL = /(^|_)not_found$|^not_(the|your)_/

/** Calls whose refusal is worth a word of its own, or whose body is looked at as a whole. */
function namedReaches({ stall, shipping, order, unput, typedData, requestId }: Belongings): Reach[] {
  const { shippingPick, topupAndPay, checkShippingPay, cancelPayment, mockTopupCallback } =
    shippingPaymentHttp
  const body = { shipping_id: shipping._id }
  const refusal = /^not_the_buyer$/
  return [
    {
      endpoint: shippingPick,
      path: shippingPick.path.replace(':shipping_id', shipping._id),
      refusal: /^shipping_not_found$/,
    },
    { endpoint: topupAndPay, body, refusal },
    { endpoint: checkShippingPay, body, refusal },
    { endpoint: cancelPayment, body, refusal },
    { endpoint: mockTopupCallback, body: { ...body, payment_status: 0 }, refusal },
    {
      endpoint: cryptoShippingHttp.processingCrypto,
      body: { ...body, tx_hash: order.hash },
      refusal: /^shipping_not_found$/,
    },
    {
      endpoint: orderBookHttp.cancelOrder,
      body: { order_id: order._id },
      refusal: /^not_your_order$/,
    },
    { endpoint: orderBookHttp.putOrder, body: unput, refusal: /^invalid_offerer$/ },
    { endpoint: identityHttp.signatureLoad, query: `requestId=${requestId}`, refusal: /^not_found$/ },
    {
      endpoint: identityHttp.requestWebviewSignature,
      body: { typedData },
      refusal: /^invalid_join_signer$/,
    },
    {
      endpoint: identityHttp.transferNfts,
      body: sendingOf(stall.seller, unput),
      refusal: /^invalid_join_signer$/,
    },
  ]
}

const thingsNamed = (schema: Endpoint['body']) =>
  fieldsOf(schema, 'input').filter((name) => NAMES_A_THING.test(name))

/** Made from the contract, with the things of others by their names. */
function madeReach(endpoint: Endpoint, belongings: Belongings): Reach[] {
  const { params, query, body, name } = endpoint
  const names = [params, query, body].flatMap(thingsNamed)
  const things = names.flatMap((field) => thingFor(belongings, endpoint, field) ?? [])
  const [thing] = things
  if (names.length === 0) return []
  holds(
    thing !== undefined && things.length === names.length,
    `nobody tries ${name} on things of others: give a thing for ${names} in belongings.ts, or say in reaches.ts that it is anybody's`,
  )
  const named = (field: string) => thingFor(belongings, endpoint, field)?.id
  const asked = new URLSearchParams(
    thingsNamed(query).map((field): [string, string] => [field, named(field) ?? '']),
  )
  return [
    {
      endpoint,
      thing,
      refusal: REFUSAL,
      path: pathOf(endpoint, named),
      ...(asked.size === 0 ? {} : { query: String(asked) }),
      ...(body === undefined ? {} : { body: sampleOf(body, named) }),
    },
  ]
}

/** Every call of users that names a thing, tried on somebody else's: new calls too. */
export function reachesFor(belongings: Belongings): Reach[] {
  const named = namedReaches(belongings)
  const there = new Set(named.map(({ endpoint }) => endpoint))
  const made = everyEndpoint
    // a permission is for the things of everybody: who has it is the matrix's business
    .filter(({ auth }) => !['visitor', 'callback', 'internal', 'admin'].includes(auth.kind))
    .filter((endpoint) => !there.has(endpoint) && !anybodys.has(endpoint))
    .flatMap((endpoint) => madeReach(endpoint, belongings))
  return [...named, ...made]
}

export function callAt(
  base: string,
  { endpoint, path, body, query }: Reach,
  headers: Record<string, string>,
): Promise<Answer> {
  const url = `${base}${path ?? endpoint.path}${query === undefined ? '' : `?${query}`}`
  return body === undefined
    ? ask(url, { method: endpoint.method, headers })
    : send(url, body, headers, endpoint.method)
}
