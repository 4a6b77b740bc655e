import { randomFrom } from '@talad/demo/random'
import { shippingPaymentHttp as http } from '@talad/proto/http/shipping-payment/purchases'
import { manifest } from '@talad/shipping-payment/manifest'
import { brokenInvariants } from '../judge/invariants.ts'
import { type Context, Disproved, type Figures, holds, type Proof } from '../proof.ts'
import { holdBooks } from './books.ts'
import { about, givePoints, PRICE, putOnSale, ship, shippingIn } from './card.ts'
import { type Shop, withShop } from './shop.ts'

/** Calls at the same moment, half of them many buyers of one thing, half one buyer of many. */
const CALLS = 50
const OPEN_AT_ONCE = 3
/** enough for two of the three and a half */
const POINTS = (PRICE * 5n) / 2n

type Round = { number: number; random: () => number }

/** SP-6 by the rows themselves, at any time: no two open purchases of one thing, no four of one buyer. */
async function holdLimits(shop: Shop): Promise<void> {
  const broken = await brokenInvariants(() => shop.db, [manifest])
  holds(broken.length === 0, broken.join('; '))
  await holdBooks(shop.ledgerDb)
}

const count = <T>(all: readonly T[], is: T) => all.filter((one) => one === is).length

/** Many buy one thing, and one buys many things, all at once. @returns the shippings of the one */
async function buyAtOnce(shop: Shop, { number }: Round): Promise<string[]> {
  const names = Array.from({ length: CALLS / 2 }, (_, index) => `limit-${number}-${index}`)
  const [wanted = '', ...others] = await putOnSale(shop, [`limit-${number}`, ...names])
  const answers = await Promise.all([
    ...names.map((who) => ship(shop, who, wanted)),
    ...others.map((hash) => ship(shop, `collector-${number}`, hash)),
  ])
  const statuses = answers.map(({ status }) => status)
  const ofOne = statuses.slice(0, names.length)
  const ofMany = statuses.slice(names.length)
  await holdLimits(shop)
  holds(count(ofOne, 201) === 1, `of ${ofOne.length} buyers of one thing ${count(ofOne, 201)} get it`)
  const got = count(ofMany, 201)
  holds(got === OPEN_AT_ONCE, `a buyer of ${ofMany.length} things gets ${got}, and not ${OPEN_AT_ONCE}`)
  const told = statuses.filter((status) => status === 201 || status === 409).length
  holds(told === CALLS, `${CALLS - told} calls are answered neither 201 nor 409: ${statuses.join(' ')}`)
  return answers
    .slice(names.length)
    .flatMap(({ status, text }) => (status === 201 ? [shippingIn(text)._id] : []))
}

/** The buyer pays, looks and cancels all three at once, with points for two. */
async function payAtOnce(shop: Shop, shippings: readonly string[], { number, random }: Round) {
  const who = `collector-${number}`
  await givePoints(shop, [who], POINTS)
  const calls = [http.topupAndPay, http.checkShippingPay, http.cancelPayment]
  const answers = await Promise.all(
    Array.from({ length: CALLS }, (_, index) => {
      const at = index % shippings.length
      // the first of each pays; one of them is never canceled, in each second round none is
      const among = index < shippings.length ? 1 : at === 0 || number % 2 === 1 ? 2 : calls.length
      const call = calls[Math.floor(random() * among)] ?? http.topupAndPay
      return about(shop, call, { who, shippingId: shippings[at] ?? '' })
    }),
  )
  const odd = answers.filter(({ status }) => ![201, 409].includes(status))
  holds(odd.length === 0, `a call is answered ${odd[0]?.status}: ${odd[0]?.text}`)
  await holdLimits(shop)
  await shop.quiet()
  await holdLimits(shop)
}

/** Ends what the round has opened, so that the next one starts without. */
async function cleanUp(shop: Shop, { number }: Round): Promise<{ paid: number }> {
  const { rows } = await shop.db.query<{ id: string; buyer: string; status: string }>(
    `select id, buyer_customer_id as buyer, status from shipping
     where buyer_customer_id = $1 or buyer_customer_id like $2`,
    [`join-collector-${number}`, `join-limit-${number}-%`],
  )
  const pending = rows.filter(({ status }) => status === 'pending')
  for (const { id, buyer } of pending)
    await about(shop, http.cancelPayment, { who: buyer.slice('join-'.length), shippingId: id })
  await shop.quiet()
  await holdReleased(shop, `join-collector-${number}`)
  return { paid: rows.filter(({ status }) => status === 'processing').length }
}

/** After the end of its purchases nothing of a buyer's points stays locked. */
async function holdReleased(shop: Shop, customerId: string): Promise<void> {
  const { rows } = await shop.ledgerDb.query<{ balance_locked: bigint }>(
    'select balance_locked from account where customer_id = $1',
    [customerId],
  )
  const locked = rows.reduce((sum, row) => sum + row.balance_locked, 0n)
  holds(locked === 0n, `${customerId} has ${locked} locked after the end of all purchases`)
}

async function prove(shop: Shop, { size, seed, say }: Context): Promise<Figures> {
  let paid = 0
  for (let number = 0; number < size; number++) {
    const random = randomFrom(`${seed}/${number}`)
    const round = { number, random }
    const shippings = await buyAtOnce(shop, round)
    if (shippings.length === 0) throw new Disproved('nobody could buy anything')
    await payAtOnce(shop, shippings, round)
    paid += (await cleanUp(shop, round)).paid
    if (number % 10 === 9) say(`${number + 1} rounds`)
  }
  return { calls: size * 2 * CALLS, 'paid from points': paid }
}

/** B17 for purchases and points. */
export const purchaseLimits: Proof = {
  id: 'B17-purchases',
  title:
    'whatever 50 simultaneous calls to buy, pay, look and cancel do, one order has one open purchase, one buyer at most three, no balance or lock falls below zero and none stays locked',
  size: 100,
  unit: 'rounds of 50 purchases and 50 payments at once',
  limitMinutes: 40,
  inTests: 2,
  run: (context) => withShop(context, (shop) => prove(shop, context)),
  found: [],
}
