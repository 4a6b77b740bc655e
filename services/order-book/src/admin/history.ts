import type { OrderHistoryEntry } from '@talad/proto/http/order-book/order-admin'
import type { Queryable } from '@talad/shared/db'
import { type Fact, orderEvent } from '../order/events.ts'
import { streamId } from '../order/stream.ts'
import { historyOf } from './validity.ts'

/** All that happened to an order, oldest first. */
export async function readHistory(db: Queryable, hash: string): Promise<OrderHistoryEntry[]> {
  const { rows } = await db.query<{ type: string; data: object; at: Date }>(
    'select type, data, at from kit.event where stream = $1 order by version',
    [`order-${streamId(hash)}`],
  )
  const events = rows.map(({ type, data, at }) => ({ event: orderEvent.parse({ type, data }), at }))
  const facts = new Map(
    events.flatMap(({ event }): [string, Fact][] =>
      event.type === 'FactSeen' ? [[event.data.fact.key, event.data.fact]] : [],
    ),
  )
  return events.map(({ event, at }) => historyOf(event, at, facts))
}

/** OB-4: when an order is compared with the chain next. */
export async function nextLook(db: Queryable, hash: string): Promise<string | null> {
  const { rows } = await db.query<{ run_at: Date }>(
    `select run_at from kit.job where task = 'order.activity' and key = $1`,
    [hash],
  )
  return rows[0]?.run_at.toISOString() ?? null
}
