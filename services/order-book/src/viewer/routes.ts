import { orderChanges } from '@talad/proto/http/order-book/order-changes'
import { getOrder, listOrders, orderLog } from '@talad/proto/http/order-book/orders'
import type { App } from '@talad/shared/http/app'
import { page } from '@talad/shared/http/page'
import { Rejection } from '@talad/shared/rejection'
import type { Deps } from '../deps.ts'
import { findByTransaction, findOrder, orderList } from '../read-models/order-list.ts'
import { asksForOthers } from './actions.ts'
import { changesOf } from './changes.ts'
import { txsOf } from './own-order.ts'
import { present, presentOne, viewerOf } from './present.ts'

/** Pick, list, what has changed, and what transactions did. */
export function viewerRoutes(app: App, deps: Deps): void {
  const findOrders = orderList(deps)

  /** Answers {order} or ORDER_NOT_FOUND. */
  app.route(getOrder, async ({ query, actor }) => {
    const [view, viewer] = await Promise.all([
      findOrder(deps.prisma, query.ha),
      viewerOf(deps, actor, query.wl),
    ])
    if (!view) throw new Rejection('ORDER_NOT_FOUND')
    return { order: await presentOne(deps, view, viewer) }
  })

  /** OB-38, GW-30: a flat page of orders. */
  app.route(listOrders, async ({ query, actor }) => {
    const viewer = await viewerOf(deps, actor, query.wl)
    const { list, total } = asksForOthers(query.oc, actor?.customerId)
      ? { list: [], total: query.count ? 0 : null }
      : await findOrders(query)
    return page(await present(deps, list, viewer), query, total)
  })

  /** GW-21, GW-22: what has changed since a place in the log. */
  app.route(orderChanges, ({ query }) => changesOf(deps, query))

  /** OB-39: takes bc and tx, answers {list}; NOT_FOUND until the index has told of the transaction. */
  app.route(orderLog, async ({ query }) => {
    const found = await findByTransaction(deps.prisma, query.bc, query.tx)
    const list = found.flatMap(({ terms, after }) =>
      txsOf(after)
        .filter(({ hash }) => hash === query.tx)
        .map((tx) => ({ order_hash: terms.hash, ...tx })),
    )
    if (list.length === 0) throw new Rejection('NOT_FOUND')
    return { list }
  })
}
