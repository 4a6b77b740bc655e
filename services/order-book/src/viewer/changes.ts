import type { orderChanges } from '@talad/proto/http/order-book/order-changes'
import { type Cursor, readLogPart, START } from '@talad/shared/event-log'
import { decodeCursor, encodeCursor } from '@talad/shared/http/cursor'
import { Rejection } from '@talad/shared/rejection'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { orders } from '../order/stream.ts'
import { publicOrder } from '../public-state/order.ts'
import { contractsShownHere } from '../replicas/shown-collections.ts'
import { toOwnOrder } from './own-order.ts'

type Query = z.output<NonNullable<typeof orderChanges.query>>
type Page = z.output<typeof orderChanges.response>

const OF_ORDERS = `${orders.name}-`
const LAST_POSITION = 2n ** 63n - 1n

/** GW-21: a place in the log, by its transaction and then its position. */
const cursorOf = ({ txid, position }: Cursor): string =>
  encodeCursor({ sortKey: BigInt(txid), id: position.toString(16).padStart(24, '0') })

/** @throws Rejection BAD_CURSOR */
function placeOf(text: string): Cursor {
  const { sortKey, id } = decodeCursor(text)
  const position = BigInt(`0x${id}`)
  if (sortKey < 0n || position > LAST_POSITION) throw new Rejection('BAD_CURSOR', { field: 'cs' })
  return { txid: sortKey.toString(), position }
}

/**
 * What the log says of listings and offers after a place in it, without a gap: what an open transaction may still put
 * something before is told once that has ended. MO-7: a suspension is a change of the orders that it covers.
 * @throws Rejection BAD_CURSOR
 */
export async function changesOf({ db }: Pick<Deps, 'db'>, { cs, lm }: Query): Promise<Page> {
  const after = cs === undefined ? START : placeOf(cs)
  const [{ rows }, shown] = await Promise.all([readLogPart(db, after, lm), contractsShownHere(db)])
  const changed = new Map<string, Page['list'][number]>()
  for (const { stream, view, at } of rows) {
    if (!stream.startsWith(OF_ORDERS) || !view) continue
    const state = publicOrder.parse(view)
    if (state.terms.type === 'deal') continue // OB-7: the two of them are told
    if (shown && !shown.includes(state.terms.contract)) continue // GW-5
    changed.delete(stream)
    changed.set(stream, { change: state.change, at: at.toISOString(), order: toOwnOrder(state) })
  }
  return {
    list: [...changed.values()],
    nextCursor: cursorOf(rows.at(-1) ?? after),
    more: rows.length === lm,
  }
}
