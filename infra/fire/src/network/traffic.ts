import { setTimeout as delay } from 'node:timers/promises'
import type { Person } from '@talad/dev/seed/site'
import type { Shipping } from '@talad/proto/http/shipping'
import type { Offer } from '../crowd/market.ts'
import { givePoints } from '../crowd/people.ts'
import { chooseCard, follow, isOver, pay, reserve } from '../crowd/purchase.ts'

/** How somebody pays: points alone, the card alone, or half of each. */
export const means = ['points', 'card', 'both'] as const
export type Means = (typeof means)[number]

/** What the people of a run know themselves of what they did. */
export type Memory = {
  /** purchases that were begun, and how they ended */
  ended: { buyer: Person; offer: Offer; shipping: Shipping }[]
  /** points that each buyer was given, in satang, by customer */
  given: Map<string, bigint>
  /** what nobody should ever see */
  trouble: string[]
}

export type Traffic = {
  /** No further purchase begins. @returns when those that began are over */
  stop(): Promise<void>
}

/** A purchase and each of its steps may take this long in all, the fault included. */
const PATIENCE_MS = 180_000
const PAYMENTS = 8
const BETWEEN_MS = 300

/** Everybody buys, one thing after the other, until they are stopped or nothing is left. */
export function startTraffic(
  buyers: readonly { person: Person; means: Means }[],
  offers: Iterator<Offer>,
  memory: Memory,
  withinMs = PATIENCE_MS,
): Traffic {
  let stopped = false
  const lane = async ({ person, means: by }: { person: Person; means: Means }) => {
    while (!stopped) {
      const next = offers.next()
      if (next.done) return
      const offer = next.value
      try {
        const shipping = await buy(person, offer, { by, memory, withinMs })
        memory.ended.push({ buyer: person, offer, shipping })
      } catch (error) {
        memory.trouble.push(`${person.joinId} buying ${offer.good.tokenId} by ${by}: ${wordsOf(error)}`)
      }
      await delay(BETWEEN_MS)
    }
  }
  const running = Promise.all(buyers.map(lane))
  return {
    async stop() {
      stopped = true
      await running
    },
  }
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const status = 'status' in error ? `${String(error.status)} ` : ''
  return `${status}${error.message}`
}

async function give(buyer: Person, satang: bigint, key: string, memory: Memory): Promise<void> {
  await givePoints(buyer, Number(satang), key)
  memory.given.set(buyer.customerId, (memory.given.get(buyer.customerId) ?? 0n) + satang)
}

type How = { by: Means; memory: Memory; withinMs: number }

/** One purchase, from the reservation to its end. A payment that fails is tried again, as people do. */
async function buy(buyer: Person, offer: Offer, { by, memory, withinMs }: How): Promise<Shipping> {
  const { order, priceSatang } = offer
  const key = `points for ${order.hash}`.slice(0, 64)
  if (by === 'points') await give(buyer, priceSatang, key, memory)
  if (by === 'both') await give(buyer, priceSatang / 2n, key, memory)
  const reserved = await reserve(buyer, order)
  for (let payment = 1; ; payment++) {
    const { shipping, page } = await pay(buyer, reserved, withinMs)
    if (shipping.status !== 'pending') return follow(buyer, reserved._id, isOver, withinMs)
    if (page !== undefined) await chooseCard(page, 'success')
    const after = await follow(
      buyer,
      reserved._id,
      (now) => isOver(now) || now.credit.payment.status === 'failed',
      withinMs,
    )
    if (isOver(after)) return after
    if (payment === PAYMENTS) throw new Error(`the payment failed ${PAYMENTS} times`)
    await delay(BETWEEN_MS)
  }
}
