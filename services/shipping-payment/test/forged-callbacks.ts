import { randomFrom } from '@talad/demo/random'
import { cardProviderHttp } from '@talad/proto/http/shipping-payment/card-provider'
import { expect } from 'vitest'
import { type CardPayments, cardPayments, type Purchase, signedFields } from './card-payments.ts'
import { type Forgery, makeForgery } from './forgeries.ts'
import type { World } from './setup.ts'

const COPIES = 100
const AT_ONCE = 16

function jsonOf(pairs: Forgery['pairs']): string {
  const fields: Record<string, unknown> = {}
  for (const [name, value] of pairs) fields[name] = name in fields ? [fields[name], value] : value
  return JSON.stringify(fields)
}

async function send({ service }: World, { form, pairs }: Forgery): Promise<number> {
  const { path } = form.startsWith('redirect')
    ? cardProviderHttp.chillpayRedirect
    : cardProviderHttp.chillpayCallback
  const body = new URLSearchParams(pairs)
  const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: jsonOf(pairs) }
  const [url, init] = form.endsWith('by GET')
    ? [`${path}?${body}`, {}]
    : [path, form.endsWith('JSON') ? json : { method: 'POST', body }]
  const answer = await fetch(service.url + url, { ...init, redirect: 'manual' })
  await answer.body?.cancel()
  return answer.status
}

/** Everything that is known of payments, but for the schedule of inquiries and what callbacks said; and all that the ledger was told. */
async function stateOf({ db, ledger }: World): Promise<unknown> {
  const { rows } = await db.query(
    `select (select count(*) from kit.event where type <> 'CallbackReceived') as events,
       (select md5(string_agg(s::text, ' ' order by id)) from shipping s) as shippings,
       (select md5(string_agg(concat_ws(' ', id, status, mismatch, transaction_id, started), ' ' order by id))
        from topup) as topups`,
  )
  return [rows, ledger.all.length, [...ledger.balances], [...ledger.locks]]
}

async function noted({ db }: World): Promise<number> {
  const { rows } = await db.query(`select 1 from kit.event where type = 'CallbackReceived'`)
  return rows.length
}

/** A callback that isn't the provider's is refused; nothing is ever a fault, and a browser is sent home or refused. */
function expectAnswer({ form, kinds, genuine }: Forgery, status: number): void {
  const isCallback = form === 'callback' || form === 'callback as JSON'
  const refused = status >= 400 && status < 500
  const right = isCallback ? refused || (genuine && status < 500) : status === 302 || status === 400
  expect(right, `a forged ${form} (${kinds.join(', ')}) is answered ${status}`).toBe(true)
}

/** Payments in every state that a forged message may meet. */
async function openPayments(world: World, cards: CardPayments) {
  const people = (count: number) => Array.from({ length: count }, () => cards.somebody())
  const pending = await cards.openPages(people(5))
  const lost = await cards.openLostPages(people(3))
  const [failed, paid, canceled] = [
    await cards.openPages(people(2)),
    await cards.openPages(people(2)),
    await cards.openPages(people(2)),
  ]
  for (const one of failed) await cards.decide(one, 'fail')
  for (const one of paid) await cards.decide(one, 'success')
  for (const one of failed) await cards.callBack(signedFields(one, 1))
  for (const one of paid) await cards.callBack(signedFields(one, 0))
  for (const { who, shippingId } of canceled) await cards.cancel(who, shippingId)
  await world.quiet()
  return { pending, lost, failed, paid, canceled }
}

/** B14: nothing that anybody says moves money; what the provider answers when it is asked does, once. */
export async function expectForgeriesMoveNothing(world: World, size: number): Promise<void> {
  const cards = cardPayments(world)
  const { pending, lost, failed, paid, canceled } = await openPayments(world, cards)
  const unpaid = [...pending, ...lost, ...failed, ...canceled]
  const credits = (purchases: readonly Purchase[]) => [...new Set(purchases.map(cards.creditsOf))]
  const random = randomFrom('B14 of callbacks')
  const others = [...unpaid, ...paid]
  const forgeries = Array.from({ length: size }, (_, n) => {
    const target = others[n % others.length]
    if (!target) throw new Error('there is no payment to attack')
    return makeForgery(random, n, { target, others })
  })
  const [before, notedBefore] = [await stateOf(world), await noted(world)]
  let taken = 0
  for (let n = 0; n < size; n += AT_ONCE)
    await Promise.all(
      forgeries.slice(n, n + AT_ONCE).map(async (forgery) => {
        const status = await send(world, forgery)
        expectAnswer(forgery, status)
        if (status === 200) taken += 1
      }),
    )
  await world.quiet()
  expect(await stateOf(world)).toEqual(before)
  expect((await noted(world)) - notedBefore).toBeLessThanOrEqual(taken)
  expect([credits(unpaid), credits(paid)]).toEqual([[0], [1]])
  // the schedule would ask by itself, and a payment that was just asked about has to wait for 5 s
  await cards.forgetSchedule()
  const [first, ...rest] = pending
  if (!first) throw new Error('there is no pending payment')
  await manyAtOnce(world, cards, first)
  expect(cards.creditsOf(first)).toBe(1)
  expect(credits(await wronglyAnswered(world, cards))).toEqual([0])
  // what was attacked works as ever
  const attacked = [...rest, ...lost, ...failed, ...canceled]
  for (const one of attacked) await cards.decide(one, 'success')
  for (const one of attacked) expect(await cards.callBack(signedFields(one, 0))).toBe(200)
  await world.quiet()
  expect(credits(attacked)).toEqual([1])
}

/** One success, told a hundred times at once by the provider, by the browser and by the buyer. */
async function manyAtOnce(world: World, cards: CardPayments, purchase: Purchase): Promise<void> {
  await cards.decide(purchase, 'success')
  const fields = signedFields(purchase, 0)
  const often = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work))
  const [answers] = await Promise.all([
    often(COPIES, () => cards.callBack(fields)),
    often(COPIES / 5, () => cards.comeBack(fields)),
    often(COPIES / 5, () => cards.check(purchase.who, purchase.shippingId)),
  ])
  expect(new Set(answers)).toEqual(new Set([200]))
  await world.quiet()
}

/** Payments about which the provider's own answer isn't about what we asked to be paid (SP-18). */
async function wronglyAnswered(world: World, cards: CardPayments): Promise<Purchase[]> {
  const wrong = { Amount: 1, Currency: '840', OrderNo: 'NOBODYSORDER', CustomerId: 'join-somebody' }
  const purchases = await cards.openPages(Object.keys(wrong).map(() => cards.somebody()))
  for (const [index, [field, value]] of Object.entries(wrong).entries()) {
    const purchase = purchases[index]
    if (!purchase) continue
    await cards.decide(purchase, 'success')
    await world.fault({ provider: 'chillpay', call: 'inquiry', fault: 'tamper', field, value })
    await cards.callBack(signedFields(purchase, 0))
    await world.quiet()
  }
  return purchases
}
