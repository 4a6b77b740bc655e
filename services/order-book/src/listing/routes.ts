import { cancelOrder, confirmOrder, putOrder } from '@talad/proto/http/order-book'
import { type App, customer } from '@talad/shared/http/app'
import type { Deps } from '../deps.ts'
import { presentOne, viewerOf } from '../viewer/present.ts'
import { cancelListing, confirmStanding } from './cancel.ts'
import { checkKyc } from './decide.ts'
import { putListing } from './put.ts'

/** OB-9: who may list at all (checks 1 to 4) is settled before the body is looked at. */
function checkSellersFirst(app: App, deps: Deps): void {
  app.fastify.addHook('preParsing', async (request) => {
    if (request.method !== putOrder.method || request.routeOptions.url !== putOrder.path) return
    checkKyc(customer(request.actor).kycLevel, deps.market) // OB-9 3
  })
}

/** Put, cancel and confirm; refusals by the rows of rejections.ts. */
export function listingRoutes(app: App, deps: Deps): void {
  checkSellersFirst(app, deps)

  /** OB-9: takes PutOrderBody, answers 201 {order}, the stored one when the order is known already (OB-11). */
  app.route(putOrder, async ({ body, actor }) => {
    const view = await putListing(deps, customer(actor), body)
    return { order: await presentOne(deps, view, await viewerOf(deps, actor)) }
  })

  /** OB-13, OB-14: takes {order_id}, answers 200 {order}; again and again with the same result. */
  app.route(cancelOrder, async ({ body, actor }) => {
    const view = await cancelListing(deps, body.order_id, customer(actor).customerId)
    return { order: await presentOne(deps, view, await viewerOf(deps, actor)) }
  })

  /** OB-13, OB-16: takes {order_id}, answers 200 {order}; again and again with the same result. */
  app.route(confirmOrder, async ({ body, actor }) => {
    const view = await confirmStanding(deps, body.order_id, customer(actor).customerId)
    return { order: await presentOne(deps, view, await viewerOf(deps, actor)) }
  })
}
