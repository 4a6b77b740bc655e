import type { ChainEvent } from '@talad/asset-indexer/chain/events'
import type { ChainFact } from '@talad/asset-indexer/chain/facts'
import { publishFor } from '@talad/asset-indexer/chain/publish'
import type { Random } from '@talad/demo/random'
import type { Terms } from '@talad/order-book/public-state/terms'
import type { OutMessage } from '@talad/shared/bus/port'
import { hexOf } from '../order-samples.ts'
import { type Chain, drawTx, holdings, type Tx } from './chain-txs.ts'
import { NOW, sent } from './steps.ts'

const FIRST_BLOCK = 100
const BLOCKS = 4

type Block = { height: number; hash: string; txs: readonly Tx[]; facts: readonly ChainFact[] }

/** What the chain holds in the end, as far as orders stand on it. */
export type Truth = {
  facts: readonly ChainFact[]
  head: bigint
  balanceOf(terms: Terms): bigint
  isApproved(offerer: string): boolean
  counterOf(offerer: string): bigint
}

/** Mines transactions on top of blocks, from what the chain was before them. */
function mine(
  name: string,
  below: readonly Block[],
  lists: readonly (readonly Tx[])[],
  chain: { now: Chain },
): Block[] {
  chain.now = { held: holdings(), counters: new Map() }
  const mineOne = (height: number, hash: string, txs: readonly Tx[]): Block => {
    const facts = txs.flatMap((tx, index) => {
      const place = {
        block: height,
        blockHash: hash,
        blockTime: height * 3,
        tx: hexOf(`${name} ${tx.name}`, 64),
      }
      return tx.facts(place).map((fact) => ({ ...fact, log: fact.log + index * 10 }))
    })
    return { height, hash, txs, facts }
  }
  for (const { height, hash, txs } of below) mineOne(height, hash, txs)
  const base = FIRST_BLOCK + below.length
  return lists.map((txs, index) =>
    mineOne(base + index, hexOf(`${name} ${index} on ${below.length}`, 64), txs),
  )
}

/** Blocks with what happens to orders, some of them taken back and mined otherwise; as the indexer tells of it. */
export function chainStory(
  name: string,
  orders: readonly Terms[],
  random: Random,
): { messages: OutMessage[]; truth: Truth } {
  const chain: { now: Chain } = { now: { held: holdings(), counters: new Map() } }
  const draw = (n: number) => drawTx(`${n}`, orders, random, () => chain.now)
  const lists = Array.from({ length: BLOCKS }, (_, n) =>
    random() < 0.4 ? [draw(n), draw(n + 100)] : [draw(n)],
  )
  const first = mine(`${name} first`, [], lists, chain)
  const kept = first.slice(0, Math.floor(random() * (first.length + 1)))
  const gone = first.slice(kept.length)
  // what was mined in blocks that are gone is mostly mined again, in blocks of other sizes
  const again = gone.map(({ txs }) => txs.filter(() => random() < 0.7)).reverse()
  const second = gone.length === 0 ? [] : mine(`${name} first`, kept, [...again, [draw(200)]], chain)
  const events: ChainEvent[] = [
    ...first.map(({ facts }) => ({
      type: 'FactsIndexed' as const,
      data: { facts: [...facts], final: false },
    })),
    ...gone
      .toReversed()
      .map(({ facts }) => ({ type: 'FactsReverted' as const, data: { facts: facts.toReversed() } })),
    ...second.map(({ facts }) => ({
      type: 'FactsIndexed' as const,
      data: { facts: [...facts], final: false },
    })),
    // all of them would only be more of the same
    ...[...kept, ...second].slice(0, 2).map(({ facts }) => ({
      type: 'FactsConfirmed' as const,
      data: { facts: [...facts] },
    })),
  ]
  const publish = publishFor('kub')
  const messages = events.flatMap((event, version) => {
    const row = {
      position: 1n,
      txid: '1',
      stream: 'chain',
      version,
      ...event,
      meta: { correlationId: name },
      at: NOW,
    }
    return publish(row).map((out, index) => sent('asset-indexer', `${name}.${version}.${index}`, out))
  })
  const facts = [...kept, ...second].flatMap((block) => block.facts)
  const { held, counters } = chain.now
  const approvals = facts.flatMap((fact) => (fact.kind === 'approval' ? [fact] : []))
  return {
    messages,
    truth: {
      facts,
      head: BigInt(FIRST_BLOCK + kept.length + second.length),
      balanceOf: (terms) => held.of(terms),
      isApproved: (offerer) => approvals.findLast(({ owner }) => owner === offerer)?.approved ?? true,
      counterOf: (offerer) => counters.get(offerer) ?? 0n,
    },
  }
}
