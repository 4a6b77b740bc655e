import { randomFrom } from '@talad/demo/random'
import { shippingPaymentHttp as http } from '@talad/proto/http/shipping-payment/purchases'
import { sideBySide } from '../crowd/patient.ts'
import { holds } from '../proof.ts'
import { moneyState } from './books.ts'
import type { Purchase } from './card.ts'
import { type Forgery, makeForgery } from './forgeries.ts'
import type { Shop } from './shop.ts'

const AT_ONCE = 16

function jsonOf(pairs: Forgery['pairs']): string {
  const fields: Record<string, unknown> = {}
  for (const [name, value] of pairs) fields[name] = name in fields ? [fields[name], value] : value
  return JSON.stringify(fields)
}

async function send(shop: Shop, { form, pairs }: Forgery): Promise<number> {
  const { path } = form.startsWith('redirect') ? http.chillpayRedirect : http.chillpayCallback
  const url = shop.shipping.url() + path
  const body = new URLSearchParams(pairs)
  const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: jsonOf(pairs) }
  const answer = form.endsWith('by GET')
    ? await fetch(`${url}?${body}`, { redirect: 'manual' })
    : await fetch(url, { redirect: 'manual', ...(form.endsWith('JSON') ? json : { method: 'POST', body }) })
  await answer.body?.cancel()
  return answer.status
}

/** Everything that shipping-payment holds of payments, but for the schedule of inquiries and what callbacks said. */
async function paymentState(shop: Shop): Promise<string> {
  const { rows } = await shop.db.query<{ state: string }>(
    `select concat_ws(' ',
       (select count(*) from kit.event where type <> 'CallbackReceived'),
       (select md5(string_agg(s::text, ' ' order by id)) from shipping s),
       (select md5(string_agg(concat_ws(' ', id, status, mismatch, transaction_id, started), ' ' order by id))
        from topup)) as state`,
  )
  return rows[0]?.state ?? ''
}

async function notedCallbacks(shop: Shop): Promise<bigint> {
  const { rows } = await shop.db.query<{ n: bigint }>(
    `select count(*) as n from kit.event where type = 'CallbackReceived'`,
  )
  return rows[0]?.n ?? 0n
}

function checkAnswer({ form, kinds, genuine }: Forgery, status: number): void {
  const what = `a forged ${form} (${kinds.join(', ')}) is answered ${status}`
  holds(status < 500, what)
  if (form === 'callback' || form === 'callback as JSON') {
    holds(genuine || (status >= 400 && status < 500), `${what} although its check sum is not the provider's`)
    return
  }
  holds(status === 302 || status === 400, what)
}

/**
 * Sends forged messages about these payments, none of which has come to a success at the provider since it was last
 * asked. @throws Disproved when one satang or one state moves, or when one is taken that isn't the provider's
 */
export async function storm(
  shop: Shop,
  payments: readonly Purchase[],
  { size, seed }: { size: number; seed: number },
): Promise<{ sent: number; genuine: number; refused: number }> {
  const random = randomFrom(`${seed}/forgeries`)
  const forgeries = Array.from({ length: size }, (_, index) => {
    const target = payments[index % payments.length]
    if (!target) throw new Error('there is no payment to attack')
    return makeForgery(random, index, { target, others: payments, secret: shop.secret })
  })
  const before = { money: await moneyState(shop.ledgerDb), state: await paymentState(shop) }
  const notedBefore = await notedCallbacks(shop)
  let refused = 0
  let taken = 0n
  await sideBySide(forgeries, AT_ONCE, async (forgery) => {
    const status = await send(shop, forgery)
    checkAnswer(forgery, status)
    if (status >= 400) refused += 1
    if (status === 200) taken += 1n
  })
  await shop.quiet()
  holds((await moneyState(shop.ledgerDb)) === before.money, 'forged messages moved money')
  holds((await paymentState(shop)) === before.state, 'forged messages changed the state of a payment')
  const noted = (await notedCallbacks(shop)) - notedBefore
  holds(noted <= taken, `${noted} callbacks were noted, ${taken} were taken`)
  return { sent: size, genuine: forgeries.filter(({ genuine }) => genuine).length, refused }
}
