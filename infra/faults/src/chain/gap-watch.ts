import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { addressOf, type TestChain } from './test-chain.ts'

const poolSchema = z.object({
  pending: z.record(z.string(), z.record(z.string(), z.unknown())),
  queued: z.record(z.string(), z.record(z.string(), z.unknown())),
})

const LOOK_MS = 250

export type Gaps = { longest: number; count: number }

/** The nonces of an account that wait in the node's pool. */
async function waiting(chain: TestChain, account: string): Promise<number[]> {
  const { pending, queued } = poolSchema.parse(await chain.rpc('txpool_content'))
  return [pending, queued].flatMap((pool) =>
    Object.entries(pool)
      .filter(([address]) => address.toLowerCase() === account)
      .flatMap(([, byNonce]) => Object.keys(byNonce).map(Number)),
  )
}

/** Watches for how long transactions of a relayer wait in the node for a nonce that it doesn't have. */
export function watchGaps(chain: TestChain, relayer: number): { stop(): Promise<Gaps> } {
  let stopped = false
  let since: number | undefined
  let missing = -1
  const account = addressOf(relayer)
  const gaps: Gaps = { longest: 0, count: 0 }
  const look = async () => {
    const next = Number(await chain.rpc('eth_getTransactionCount', account, 'latest'))
    const nonces = await waiting(chain, account)
    const isGap = nonces.length > 0 && !nonces.includes(next) && nonces.some((nonce) => nonce > next)
    if (!isGap || missing !== next) since = undefined
    if (!isGap) return
    if (since === undefined) gaps.count += 1
    since ??= performance.now()
    missing = next
    gaps.longest = Math.max(gaps.longest, performance.now() - since)
  }
  const running = (async () => {
    while (!stopped) {
      await look().catch(() => undefined) // the node is busy: the next look tells
      await delay(LOOK_MS)
    }
  })()
  return {
    async stop() {
      stopped = true
      await running
      return gaps
    },
  }
}
