import {
  CounterIncrementedSchema,
  OrderCancelledSchema,
  OrderFulfilledSchema,
  OrderValidatedSchema,
  type Position,
} from '@talad/proto/asset-indexer/v1/events'
import { consumer, type Received } from '@talad/shared/consumer'
import { withContext } from '@talad/shared/context'
import { changeMany } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { hearCounter, revertFact } from '../order/counters.ts'
import { counterCheck } from '../order/due.ts'
import type { Fact } from '../order/events.ts'
import { checkSoon, lockOfferer, lockOfferersOf, lockRows } from '../order/row.ts'
import { orders, streamId } from '../order/stream.ts'
import { forgetChecks } from '../order/transfers.ts'
import { chain, factOf, positionOf } from './position.ts'

type Told = { orderHash: string; position?: Position | undefined }

/** OB-1: sees facts of orders, or takes them back when their block was reorganised away; what is open is looked at again. */
async function apply<E extends Told>(
  events: readonly E[],
  factBy: (event: E, position: Position) => Fact,
  { tx, now, contextOf }: Received<E>,
): Promise<void> {
  const all = events.map((event) => {
    const position = positionOf(event)
    const { orderHash: hash } = event
    return { hash, fact: factBy(event, position), isBack: position.reverted, context: contextOf(event) }
  })
  const hashes = all.map(({ hash }) => hash)
  const takenBack = all.filter(({ isBack }) => isBack)
  // before the orders: what is open again must not pass by a transfer or a counter that is being noted
  const offerers = await lockOfferersOf(
    tx,
    takenBack.map(({ hash }) => hash),
  )
  await lockRows(tx, hashes)
  const seen = all
    .filter(({ isBack }) => !isBack)
    .map(({ hash, fact, context }) => {
      const command = { type: 'SeeFact' as const, fact }
      return { stream: orders, id: streamId(hash), command, context }
    })
  await changeMany(tx, seen, now)
  for (const { hash, fact, context } of takenBack) {
    const offerer = offerers.get(hash)
    if (offerer !== undefined) await withContext(context, () => revertFact(tx, { hash, offerer }, fact, now))
  }
}

export const orderFulfilled = consumer<typeof OrderFulfilledSchema, Deps>({
  ...chain,
  event: OrderFulfilledSchema,
  async run(events, received) {
    const { tx, now } = received
    // what the fill reserved is gone from left and from the shippings at once: both know its transaction
    await apply(events, ({ amount }, position) => factOf('filled', position, BigInt(amount)), received)
    await forgetChecks(tx, events)
    // the same block may have moved the balance, the counter or the order's own state on chain
    await checkSoon(tx, { hashes: events.map(({ orderHash }) => orderHash) }, now)
  },
})

export const orderCancelled = consumer<typeof OrderCancelledSchema, Deps>({
  ...chain,
  event: OrderCancelledSchema,
  async run(events, received) {
    await apply(events, (_event, position) => factOf('cancelled', position), received)
    await checkSoon(received.tx, { hashes: events.map(({ orderHash }) => orderHash) }, received.now)
  },
})

export const orderValidated = consumer<typeof OrderValidatedSchema, Deps>({
  ...chain,
  event: OrderValidatedSchema,
  async run(events, received) {
    await apply(events, (_event, position) => factOf('validated', position), received)
    await checkSoon(received.tx, { hashes: events.map(({ orderHash }) => orderHash) }, received.now)
  },
})

/**
 * OB-15: one raised counter ends many orders, some at a time by the job `offerer.counter`. From here on none of them is
 * shown for sale and none of the old counter is let in.
 */
export const counterIncremented = consumer<typeof CounterIncrementedSchema, Deps>({
  ...chain,
  event: CounterIncrementedSchema,
  each: async (event, { tx, now }) => {
    const position = positionOf(event)
    const offerer = event.offerer.toLowerCase()
    const raised = { fact: factOf('counter', position), counter: BigInt(event.newCounter) }
    await lockOfferer(tx, offerer)
    await hearCounter(tx, offerer, raised, position.reverted)
    await counterCheck.enqueue(tx, [{ payload: { offerer }, key: offerer, at: now }])
  },
})
