import {
  CounterIncrementedSchema,
  OrderCancelledSchema,
  OrderFulfilledSchema,
  OrderValidatedSchema,
  type Position,
} from '@talad/proto/asset-indexer/v1/events'
import { consumer, type Received } from '@talad/shared/consumer'
import { changeIn } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { hearCounter, revertFact } from '../order/counters.ts'
import { counterCheck } from '../order/due.ts'
import type { Fact } from '../order/events.ts'
import { checkSoon, lockOfferer, lockOffererOf, lockRow } from '../order/row.ts'
import { orders, streamId } from '../order/stream.ts'
import { CHAIN_GROUP, CHAIN_TOPIC, factOf, positionOf } from './position.ts'

/** OB-1: sees a fact, or takes it back when its block was reorganised away. */
async function apply(hash: string, fact: Fact, position: Position, { tx, now }: Received): Promise<void> {
  // before the order: what is open again must not pass by a transfer or a counter that is being heard of
  const offerer = position.reverted ? await lockOffererOf(tx, hash) : undefined
  await lockRow(tx, hash)
  if (!position.reverted) await changeIn(tx, orders, streamId(hash), { type: 'SeeFact', fact }, now)
  else if (offerer !== undefined) await revertFact(tx, { hash, offerer }, fact, now)
}

const about = { topic: CHAIN_TOPIC, group: CHAIN_GROUP }

export const orderFulfilled = consumer({
  ...about,
  event: OrderFulfilledSchema,
  each: async (event, received, _deps: Deps) => {
    const { tx, now } = received
    const { orderHash: hash } = event
    const position = positionOf(event)
    // what the fill reserved is gone from left and from the shippings at once: both know its transaction
    await apply(hash, factOf('filled', position, BigInt(event.amount)), position, received)
    await tx.query('delete from transfer_check where hash = $1 and tx_hash = $2 and block_hash = $3', [
      hash,
      position.txHash,
      position.blockHash,
    ])
    // the same block may have moved the balance, the counter or the order's own state on chain
    await checkSoon(tx, { hash }, now)
  },
})

export const orderCancelled = consumer({
  ...about,
  event: OrderCancelledSchema,
  each: async (event, received, _deps: Deps) => {
    const { orderHash: hash } = event
    const position = positionOf(event)
    await apply(hash, factOf('cancelled', position), position, received)
    await checkSoon(received.tx, { hash }, received.now)
  },
})

export const orderValidated = consumer({
  ...about,
  event: OrderValidatedSchema,
  each: async (event, received, _deps: Deps) => {
    const { orderHash: hash } = event
    const position = positionOf(event)
    await apply(hash, factOf('validated', position), position, received)
    await checkSoon(received.tx, { hash }, received.now)
  },
})

/**
 * OB-15: one raised counter ends many orders, some at a time by the job `offerer.counter`. From here on none of them is
 * shown for sale and none of the old counter is let in.
 */
export const counterIncremented = consumer({
  ...about,
  event: CounterIncrementedSchema,
  each: async (event, { tx, now }, _deps: Deps) => {
    const position = positionOf(event)
    const offerer = event.offerer.toLowerCase()
    const raised = { fact: factOf('counter', position), counter: BigInt(event.newCounter) }
    await lockOfferer(tx, offerer)
    await hearCounter(tx, offerer, raised, position.reverted)
    await counterCheck.enqueue(tx, { offerer }, { key: offerer, at: now })
  },
})
