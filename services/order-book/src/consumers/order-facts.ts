import {
  CounterIncrementedSchema,
  OrderCancelledSchema,
  OrderFulfilledSchema,
  OrderValidatedSchema,
  type Position,
} from '@talad/proto/asset-indexer/v1/events'
import { consumer, type Received } from '@talad/shared/consumer'
import type { Deps } from '../deps.ts'
import { changeIn } from '../order/change.ts'
import type { Fact } from '../order/events.ts'
import { checkSoon, hashesOf, lockOfferer } from '../order/guard.ts'
import { CHAIN_GROUP, CHAIN_TOPIC, factOf, positionOf } from './position.ts'

/** OB-1: sees a fact, or takes it back when its block was reorganised away. */
async function apply(hash: string, fact: Fact, position: Position, { tx, now }: Received): Promise<void> {
  const command = position.reverted
    ? { type: 'RevertFact' as const, key: fact.key }
    : { type: 'SeeFact' as const, fact }
  await changeIn(tx, hash, command, now)
  // the same block may have moved the balance, the counter or the order's own state on chain
  await checkSoon(tx, { hash })
}

const about = { topic: CHAIN_TOPIC, group: CHAIN_GROUP }

export const orderFulfilled = consumer({
  ...about,
  event: OrderFulfilledSchema,
  run: async (event, received, _deps: Deps) => {
    const position = positionOf(event)
    // what the fill reserved is gone from left and from the shippings at once: both know its transaction
    await apply(event.orderHash, factOf('filled', position, BigInt(event.amount)), position, received)
    await received.tx.query('delete from departure where hash = $1 and tx_hash = $2 and block_hash = $3', [
      event.orderHash,
      position.txHash,
      position.blockHash,
    ])
  },
})

export const orderCancelled = consumer({
  ...about,
  event: OrderCancelledSchema,
  run: async (event, received, _deps: Deps) => {
    const position = positionOf(event)
    await apply(event.orderHash, factOf('cancelled', position), position, received)
  },
})

export const orderValidated = consumer({
  ...about,
  event: OrderValidatedSchema,
  run: async (event, received, _deps: Deps) => {
    const position = positionOf(event)
    await apply(event.orderHash, factOf('validated', position), position, received)
  },
})

/** OB-15: one raised counter ends many orders. */
export const counterIncremented = consumer({
  ...about,
  event: CounterIncrementedSchema,
  run: async (event, { tx, now }, _deps: Deps) => {
    const position = positionOf(event)
    const fact = factOf('counter', position)
    const offerer = event.offerer.toLowerCase()
    await lockOfferer(tx, offerer)
    // also of orders that have ended: the fill that ended one may be taken back, before or after this is heard
    for (const { hash } of await hashesOf(tx, offerer)) {
      if (position.reverted) await changeIn(tx, hash, { type: 'RevertFact', key: fact.key }, now)
      else await changeIn(tx, hash, { type: 'SeeCounter', fact, counter: BigInt(event.newCounter) }, now)
    }
    await checkSoon(tx, { offerers: [offerer] })
  },
})
