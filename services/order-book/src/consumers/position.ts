import type { Position } from '@talad/proto/asset-indexer/v1/events'
import type { Fact } from '../order/events.ts'
import { isFirstReport } from '../replicas/holdings.ts'

/**
 * What is known of the chain's events; nobody waits for what follows. Their confirmation says nothing new: where a node lagged
 * behind when an order was looked at, the look of every ten minutes finds it (OB-4).
 */
export const chain = {
  topic: 'asset-indexer.chain.v1',
  group: 'order-book.chain',
  filter: isFirstReport,
  lingerMs: 250,
} as const

/**
 * A published log entry as a fact of an order. Its key holds the block's hash: the same transaction in another block,
 * after a reorganisation, is another fact.
 */
export function factOf(kind: Fact['kind'], position: Position, units = 0n): Fact {
  return {
    key: `${kind}:${position.blockHash}:${position.logIndex}`,
    kind,
    units,
    txHash: position.txHash,
    logIndex: position.logIndex,
    block: position.blockNumber,
  }
}

/** The position of a chain event. @throws Error when the message has none: it goes to the dead letters */
export function positionOf(event: { position?: Position | undefined }): Position {
  if (!event.position) throw new Error('a chain event without its position')
  return event.position
}
