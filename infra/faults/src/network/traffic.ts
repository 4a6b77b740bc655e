import { setTimeout as delay } from 'node:timers/promises'
import type { Person } from '@talad/dev/seed/site'
import type { Sale } from '../crowd/market.ts'
import { type Intent, type Memory, shop } from '../crowd/shopper.ts'

export type Traffic = {
  /** No further purchase begins. @returns when those that began are over */
  stop(): Promise<void>
}

/** How somebody pays: points alone, the card alone, or half of each. */
const MEANS: readonly Intent[] = ['points', 'card', 'both']
const BETWEEN_MS = 300

/** Everybody buys, one thing after the other, until they are stopped or nothing is left. */
export function startTraffic(
  buyers: readonly Person[],
  sales: Iterator<Sale>,
  memory: Memory,
  withinMs: number,
): Traffic {
  let stopped = false
  const lane = async (buyer: Person, index: number) => {
    const intent = MEANS[index % MEANS.length] ?? 'card'
    while (!stopped) {
      const next = sales.next()
      if (next.done) return
      await shop(buyer, next.value, { intent, memory, withinMs })
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
