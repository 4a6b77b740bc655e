import type { Random } from '@talad/demo/random'
import { shuffled } from '../shuffled.ts'
import type { Call, TestChain } from './test-chain.ts'

type Entry = { call: Call; block: number }

/** What was sent and in which block it is, so that a reorganisation can bring it again, later, or not at all. */
export type Journal = {
  /** mines a block with these calls in it, in this order per sender */
  mine(calls: readonly Call[]): Promise<void>
  /** @returns what a reorganisation did, for the figures */
  reorganise(depth: number): Promise<Reorganised>
}

export type Reorganised = { again: number; dropped: number; height: number }

/** A part of a new chain has as many blocks as the old one, or a few less or more. */
const SHORTER = 3
const LONGER = 6
/** of ten transactions two are lost for good */
const DROPPED = 0.2

export function createJournal(chain: TestChain, random: Random): Journal {
  let entries: Entry[] = []

  async function mine(calls: readonly Call[]): Promise<void> {
    const nonces = new Map<number, number>()
    for (const call of calls) {
      const nonce = nonces.get(call.from) ?? (await chain.nonce(call.from))
      nonces.set(call.from, nonce + 1)
      await chain.send(call, nonce)
    }
    await chain.mine()
    const { number } = await chain.head()
    entries.push(...calls.map((call) => ({ call, block: number })))
  }

  /** Mines blocks with the calls spread over them. */
  async function mineSpread(calls: readonly Call[], blocks: number): Promise<void> {
    const perBlock = new Map<number, Call[]>()
    for (const call of calls) {
      const at = Math.floor(random() * blocks)
      perBlock.set(at, [...(perBlock.get(at) ?? []), call])
    }
    let mined = 0
    for (const at of [...perBlock.keys()].sort((a, b) => a - b)) {
      if (at > mined) await chain.mine(at - mined)
      await mine(perBlock.get(at) ?? [])
      mined = at + 1
    }
    if (blocks > mined) await chain.mine(blocks - mined)
  }

  return {
    mine,
    async reorganise(depth) {
      const { number: old } = await chain.head()
      const fork = old - depth
      const gone = entries.filter(({ block }) => block > fork)
      entries = entries.filter(({ block }) => block <= fork)
      await chain.rpc('anvil_rollback', depth)
      await chain.rpc('anvil_dropAllTransactions')
      // another miner: otherwise an empty block of the same second would be the very same block
      await chain.rpc(
        'anvil_setCoinbase',
        `0x${Math.floor(random() * 2 ** 48)
          .toString(16)
          .padStart(40, '0')}`,
      )
      const again = shuffled(gone, random).filter(() => random() >= DROPPED)
      const length = depth - SHORTER + Math.floor(random() * (SHORTER + LONGER))
      await mineSpread(
        again.map(({ call }) => call),
        Math.max(1, length),
      )
      const { number: height } = await chain.head()
      return { again: again.length, dropped: gone.length - again.length, height }
    },
  }
}
