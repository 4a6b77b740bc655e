import { setTimeout as delay } from 'node:timers/promises'
import { between, type Random } from '@talad/demo/random'
import type { Run } from '@talad/dev/run-file'
import type { Person } from '@talad/dev/seed/site'
import { ResponseError } from '@talad/proto/http/client'
import type { BoughtShipping } from '@talad/proto/http/shipping'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment'
import type { Crowd } from '../crowd/crowd.ts'
import type { Good } from '../crowd/goods.ts'
import { type Offer, offerGood } from '../crowd/market.ts'
import { sideBySide } from '../crowd/patient.ts'
import { givePoints } from '../crowd/people.ts'
import { chooseCard, follow, isOver, pay, reserve } from '../crowd/purchase.ts'
import type { Memory } from '../network/traffic.ts'
import type { Pace } from './weather.ts'

/**
 * What a buyer has in mind. `both`: points for a half. `declined`: the card fails first. `cancel`: canceled at the card
 * page, and then paid there all the same. `leave`: reserved and never paid.
 */
export type Intent = 'card' | 'points' | 'both' | 'declined' | 'cancel' | 'leave'

const SHARES: readonly (readonly [Intent, number])[] = [
  ['card', 0.42],
  ['points', 0.3],
  ['both', 0.1],
  ['declined', 0.08],
  ['cancel', 0.07],
  ['leave', 0.03],
]

/** A reservation that is left alone ends after ten minutes; only in a long storm, at its beginning, there is time for it. */
const LONG_STORM = 200
const EARLY = 0.25
const LANES = 8
const PAYMENTS = 10
const BETWEEN_MS = 500

type Plan = { index: number; intent: Intent; priceSatang: bigint }

/** Who wants what: the shares are kept exactly, also in a small storm. */
export function drawPlans(count: number, random: Random): Plan[] {
  return Array.from({ length: count }, (_, index) => {
    // a low-discrepancy walk over the shares
    let rest = ((index + 0.5) * 0.618_033_988_75) % 1
    const found = SHARES.find(([, share]) => {
      rest -= share
      return rest < 0
    })
    const wanted = found?.[0] ?? 'card'
    const noTime = wanted === 'leave' && (count < LONG_STORM || index > count * EARLY)
    const priceSatang = BigInt(Math.floor(between(random, 2_000, 150_000)))
    return { index, intent: noTime ? 'card' : wanted, priceSatang }
  })
}

export type Shopping = Memory & { intents: Map<string, Intent> }

/** Everybody lists and buys, several at a time, as fast as the storm lets them. */
export async function goShopping(
  run: Run,
  crowd: Crowd,
  plans: readonly Plan[],
  { pace, stepMs }: { pace: Pace; stepMs: number },
): Promise<Shopping> {
  const shopping: Shopping = { ended: [], given: new Map(), trouble: [], intents: new Map() }
  await sideBySide(plans, LANES, async (plan, index) => {
    await pace.purchaseMayBegin(index / plans.length)
    pace.purchaseBegan()
    const good = crowd.goods[index]
    const buyer = crowd.buyers[index % crowd.buyers.length]
    const seller = crowd.sellers.find(({ address }) => address === good?.owner)
    if (!good || !buyer || !seller) throw new Error('the crowd is too small')
    try {
      await shop(run, { seller, buyer, good, plan, shopping, stepMs })
    } catch (error) {
      shopping.trouble.push(`purchase ${index} (${plan.intent}): ${wordsOf(error)}`)
    }
  })
  return shopping
}

function wordsOf(error: unknown): string {
  if (error instanceof ResponseError) return `${error.status} ${error.code}: ${error.message}`
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message} (${String(error.cause)})`
}

type Shopper = { seller: Person; buyer: Person; good: Good; plan: Plan; shopping: Shopping; stepMs: number }

async function give(shopping: Shopping, buyer: Person, satang: bigint, key: string): Promise<void> {
  await givePoints(buyer, Number(satang), key)
  shopping.given.set(buyer.customerId, (shopping.given.get(buyer.customerId) ?? 0n) + satang)
}

async function shop(run: Run, { seller, buyer, good, plan, shopping, stepMs }: Shopper): Promise<void> {
  const { intent, priceSatang } = plan
  const offer = await offerGood(run, seller, good, priceSatang, stepMs)
  const key = `points-${offer.order.hash.slice(2, 50)}`
  if (intent === 'points') await give(shopping, buyer, priceSatang, key)
  if (intent === 'both') await give(shopping, buyer, priceSatang / 2n, key)
  const reserved = await reserve(buyer, offer.order, stepMs)
  shopping.intents.set(reserved._id, intent)
  const shipping = intent === 'leave' ? reserved : await carryOut(buyer, offer, reserved, { intent, stepMs })
  shopping.ended.push({ buyer, offer, shipping })
}

/** Pays until it is paid, as people do whose payment failed, or cancels. @returns the purchase in its last state */
async function carryOut(
  buyer: Person,
  offer: Offer,
  reserved: BoughtShipping,
  { intent, stepMs }: { intent: Intent; stepMs: number },
): Promise<BoughtShipping> {
  for (let payment = 1; ; payment++) {
    const { shipping, page } = await pay(buyer, reserved, stepMs)
    if (page !== undefined && intent === 'cancel') return cancelLate(buyer, shipping, page)
    if (page !== undefined)
      await chooseCard(page, intent === 'declined' && payment === 1 ? 'fail' : 'success')
    const now = await follow(
      buyer,
      reserved._id,
      (one) => isOver(one) || one.credit.payment.status === 'failed',
      stepMs,
    )
    if (isOver(now)) return now
    if (payment === PAYMENTS) throw new Error(`${offer.order.hash} was refused ${PAYMENTS} payments`)
    await delay(BETWEEN_MS)
  }
}

async function cancelLate(buyer: Person, shipping: BoughtShipping, page: string): Promise<BoughtShipping> {
  const body = { shipping_id: shipping._id }
  const canceled = await buyer.call(shippingPaymentHttp.cancelPayment, { body })
  await chooseCard(page, 'success')
  return canceled.shipping
}
