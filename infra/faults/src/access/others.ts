import { everyEndpoint } from '@talad/gateway/routes/table'
import { identityHttp } from '@talad/proto/http/identity/accounts'
import { ledgerHttp } from '@talad/proto/http/ledger/credit'
import { orderBookHttp } from '@talad/proto/http/order-book/orders'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment/purchases'
import type { Shipping } from '@talad/proto/http/shipping-payment/shipping'
import { z } from 'zod'
import { type Figures, holds } from '../proof.ts'
import type { System } from '../system.ts'
import { type Belongings, gatherBelongings } from './belongings.ts'
import { type Answer, ask, bearer, send } from './doors.ts'
import { callAt, type Reach, reachesFor } from './reaches.ts'

/** Whatever is private about the victims must not be in a stranger's answer. */
function holdsNothingOf(what: string, { text }: Answer, secrets: readonly string[]): void {
  const found = secrets.find((secret) => text.toLowerCase().includes(secret.toLowerCase()))
  holds(found === undefined, `${what} tells a stranger of ${found}`)
}

/** A list that is empty for a stranger is as good as a refusal. */
const isEmptyHanded = ({ endpoint, thing }: Reach, { status }: Answer) =>
  thing !== undefined && endpoint.method === 'GET' && status === 200

/** The call is a good one, and answers its owner otherwise than a stranger: it was not refused to everybody. */
async function ownerGetsFurther(system: System, reach: Reach, refused: Answer): Promise<void> {
  if (reach.thing === undefined) return
  const answer = await callAt(system.run.gateway, reach, bearer(reach.thing.owner.token))
  const further = answer.text !== refused.text && (answer.status < 400 || answer.code !== refused.code)
  const known = answer.status < 500 && !['validation', 'required_parameter'].includes(answer.code)
  holds(further && known, `${reach.endpoint.name} answers its owner ${answer.status}: ${answer.text}`)
}

async function reachOut(system: System, belongings: Belongings, reaches: readonly Reach[]): Promise<number> {
  const headers = bearer(belongings.stranger.token)
  for (const reach of reaches) {
    const { endpoint, refusal } = reach
    const what = `${endpoint.name} on a thing of somebody else`
    const own = system.services.find(({ name }) => name === endpoint.service)?.url ?? ''
    for (const base of [system.run.gateway, own]) {
      const answer = await callAt(base, reach, headers)
      holdsNothingOf(what, answer, belongings.secrets)
      if (isEmptyHanded(reach, answer)) continue
      const isRefused = answer.status >= 400 && answer.status < 500
      holds(isRefused, `${what} is answered ${answer.status}: ${answer.text}`)
      holds(refusal.test(answer.code), `${what} is refused with ${answer.code}, not ${refusal}`)
    }
    await ownerGetsFurther(system, reach, await callAt(own, reach, headers))
  }
  return 2 * reaches.length
}

/** Lists and profiles are the caller's own, whoever the query names. */
async function look(system: System, belongings: Belongings): Promise<number> {
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
    const answer = await ask(`${system.run.gateway}${path}?${query}`, { headers: bearer(stranger.token) })
    holds(answer.status < 500, `${name} fails: ${answer.text}`)
    holdsNothingOf(name, answer, belongings.secrets)
  }
  return private_.length
}

/** An answer that is kept for the caller's key is not given to another one with the same key. */
async function repeat(system: System, { stall, stranger }: Belongings): Promise<void> {
  const topup = z.object({ topup_id: z.string() })
  const url = system.run.gateway + ledgerHttp.fastTopup.path
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
export async function others(system: System): Promise<Figures> {
  const belongings = await gatherBelongings(system)
  const reaches = reachesFor(belongings)
  const tried = await reachOut(system, belongings, reaches)
  const looked = await look(system, belongings)
  await repeat(system, belongings)
  await ownersCan(belongings)
  return { "calls on others' things": tried, 'lists that hold only the caller’s own': looked }
}
