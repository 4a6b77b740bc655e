import { cancelOrder, getOrder, listOrders, putOrder } from '@talad/proto/http/order-book'
import { type App, customer } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import type { Deps } from '../deps.ts'
import { checkKyc } from '../listing/decide.ts'
import { putListing } from '../listing/put.ts'
import { findOrder, findOrders } from '../projections/order-list.ts'
import { present, viewerOf } from '../viewer/present.ts'
import { cancelListing } from './cancel.ts'
import type { OrderView } from './events.ts'

async function presentOne(deps: Deps, view: OrderView, viewer: Awaited<ReturnType<typeof viewerOf>>) {
  const [order] = await present(deps, [view], viewer)
  if (!order) throw new Rejection('ORDER_NOT_FOUND')
  return { order }
}

/** OB-9: who may list at all (checks 1 to 4) is settled before the body is looked at. */
function checkSellersFirst(app: App, deps: Deps): void {
  app.fastify.addHook('preParsing', async (request) => {
    if (request.method !== putOrder.method || request.routeOptions.url !== putOrder.path) return
    checkKyc(customer(request.actor).kycLevel, deps.market) // OB-9 3
  })
}

/** Put, pick, list and cancel; refusals by the rows of rejections.ts. */
export function orderRoutes(app: App, deps: Deps): void {
  checkSellersFirst(app, deps)

  /** OB-9: takes PutOrderBody, answers 201 {order}, the stored one when the order is known already (OB-11). */
  app.route(putOrder, async ({ body, actor }) => {
    const seller = customer(actor)
    const view = await putListing(deps, seller, body)
    return presentOne(deps, view, await viewerOf(deps, actor))
  })

  /** OB-13, OB-14: takes {order_id}, answers 200 {order}; again and again with the same result. */
  app.route(cancelOrder, async ({ body, actor }) => {
    const view = await cancelListing(deps, body.order_id, customer(actor).customerId)
    return presentOne(deps, view, await viewerOf(deps, actor))
  })

  /** Answers {order} or ORDER_NOT_FOUND. */
  app.route(getOrder, async ({ query, actor }) => {
    const [view, viewer] = await Promise.all([
      findOrder(deps.prisma, query.ha),
      viewerOf(deps, actor, query.wl),
    ])
    if (!view) throw new Rejection('ORDER_NOT_FOUND')
    return presentOne(deps, view, viewer)
  })

  /** OB-38, GW-30: a flat page of orders. */
  app.route(listOrders, async ({ query, actor }) => {
    const viewer = await viewerOf(deps, actor, query.wl)
    const { list, total } = await findOrders(deps.prisma, query, deps.now())
    return {
      list: await present(deps, list, viewer),
      size: query.ps,
      index: query.pi,
      total,
      pages: total === null ? null : Math.ceil(total / query.ps),
    }
  })
}
