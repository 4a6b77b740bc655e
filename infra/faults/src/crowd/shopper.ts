import { setTimeout as delay } from 'node:timers/promises'
import type { Person } from '@talad/dev/seed/site'
import { ResponseError } from '@talad/proto/http/client'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment/purchases'
import type { BoughtShipping } from '@talad/proto/http/shipping-payment/shipping'
import type { Sale } from './market.ts'
import { givePoints } from './people.ts'
import { chooseCard, follow, isOver, pay, reserve } from './purchase.ts'

/**
 * What a buyer has in mind. `both`: points for a half. `declined`: the card fails first. `cancel`: canceled at the card
 * page, and then paid there all the same. `leave`: reserved and never paid.
 */
export type Intent = 'card' | 'points' | 'both' | 'declined' | 'cancel' | 'leave'

/** What the people of a run know themselves of what they did. */
export type Memory = {
  /** what was offered, and who began to buy it */
  sales: Sale[]
  /** purchases that have come to their end */
  ended: number
  /** points that each buyer was given, in satang, by customer */
  given: Map<string, bigint>
  /** what nobody should ever see */
  trouble: string[]
}

export function noMemory(): Memory {
  return { sales: [], ended: 0, given: new Map(), trouble: [] }
}

const PAYMENTS = 10
const BETWEEN_MS = 300

type How = { intent: Intent; memory: Memory; withinMs: number }

/** One purchase, from the reservation to its end. What goes wrong is remembered as trouble. */
export async function shop(buyer: Person, sale: Sale, how: How): Promise<void> {
  const { intent, memory } = how
  sale.buyer = buyer
  try {
    await purchase(buyer, sale, how)
    memory.ended += 1
  } catch (error) {
    memory.trouble.push(`${buyer.joinId} buying ${sale.good.tokenId} (${intent}): ${wordsOf(error)}`)
  }
}

async function purchase(buyer: Person, sale: Sale, { intent, memory, withinMs }: How): Promise<void> {
  const { order, priceSatang } = sale
  const own = intent === 'points' ? priceSatang : intent === 'both' ? priceSatang / 2n : 0n
  if (own > 0n) await give(buyer, own, `points-${order.hash.slice(2, 50)}`, memory)
  const reserved = await reserve(buyer, order, withinMs)
  if (intent === 'leave') return
  const { status, distribution } = await carryOut(buyer, reserved, { intent, withinMs })
  const shared = distribution.reduce((total, { value }) => total + BigInt(value), 0n)
  if (status === 'completed' && shared !== priceSatang)
    throw new Error(`${priceSatang} satang were paid, and ${shared} shared out`)
}

/** Points that a run knows of. */
export async function give(buyer: Person, satang: bigint, key: string, { given }: Memory): Promise<void> {
  await givePoints(buyer, Number(satang), key)
  given.set(buyer.customerId, (given.get(buyer.customerId) ?? 0n) + satang)
}

/** Pays until it is paid, as people do whose payment failed, or cancels. @returns the purchase in its last state */
async function carryOut(
  buyer: Person,
  reserved: BoughtShipping,
  { intent, withinMs }: Pick<How, 'intent' | 'withinMs'>,
): Promise<BoughtShipping> {
  for (let payment = 1; ; payment++) {
    const { shipping, page } = await pay(buyer, reserved, withinMs)
    if (page !== undefined && intent === 'cancel') return cancelLate(buyer, shipping, page)
    if (page !== undefined)
      await chooseCard(page, intent === 'declined' && payment === 1 ? 'fail' : 'success')
    const now = await follow(
      buyer,
      reserved._id,
      (one) => isOver(one) || one.credit.payment.status === 'failed',
      withinMs,
    )
    if (isOver(now)) return now
    if (payment === PAYMENTS) throw new Error(`the payment failed ${PAYMENTS} times`)
    await delay(BETWEEN_MS)
  }
}

async function cancelLate(buyer: Person, shipping: BoughtShipping, page: string): Promise<BoughtShipping> {
  const body = { shipping_id: shipping._id }
  const canceled = await buyer.call(shippingPaymentHttp.cancelPayment, { body })
  await chooseCard(page, 'success')
  return canceled.shipping
}

function wordsOf(error: unknown): string {
  if (error instanceof ResponseError) return `${error.status} ${error.code}: ${error.message}`
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message} (${String(error.cause)})`
}
