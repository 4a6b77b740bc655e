import { setTimeout as delay } from 'node:timers/promises'
import type { TestChain } from './test-chain.ts'

/** Makes a block at a steady pace. */
export type Miner = {
  /** no block is made while the chain is changed */
  hold<T>(work: () => Promise<T>): Promise<T>
  stop(): Promise<void>
}

export function startMiner(chain: TestChain, blockMs: number): Miner {
  let stopped = false
  let turn: Promise<unknown> = Promise.resolve()
  const alone = <T>(work: () => Promise<T>): Promise<T> => {
    const next = turn.then(work)
    turn = next.catch(() => undefined)
    return next
  }
  const running = (async () => {
    while (!stopped) {
      await delay(blockMs)
      await alone(() => chain.mine())
    }
  })()
  return {
    hold: alone,
    async stop() {
      stopped = true
      await running
    },
  }
}
