import type { ContentKey } from '@talad/proto/http/assessment'
import { cancelOrder, confirmOrder, putOrder } from '@talad/proto/http/order-book'
import { requireAssessment } from '@talad/shared/assessments'
import { type App, customer } from '@talad/shared/http/app'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { presentOne, viewerOf } from '../viewer/present.ts'
import { cancelListing, confirmStanding } from './cancel.ts'
import { checkKyc } from './decide.ts'
import { putListing } from './put.ts'

/** OB-9: who may list at all (checks 1 to 4) is settled before the body is looked at. */
function checkSellersFirst(app: App, deps: Deps): void {
  const isPut = ({ method, routeOptions }: { method: string; routeOptions: { url?: string | undefined } }) =>
    method === putOrder.method && routeOptions.url === putOrder.path
  app.fastify.addHook('preParsing', async (request) => {
    if (isPut(request)) checkKyc(customer(request.actor).kycLevel, deps.market) // OB-9 3
  })
  app.fastify.addHook('preValidation', async (request) => {
    if (!isPut(request)) return
    await requireAssessment(deps.db, customer(request.actor).customerId, assessmentFor(request.body)) // OB-9 4
  })
}

const wanted = z.object({ order: z.object({ type: z.string() }) })

/** OB-36: who sells is asked other things than who offers. @param body as it came, before its shape is looked at */
function assessmentFor(body: unknown): ContentKey {
  return wanted.safeParse(body).data?.order.type === 'offer' ? 'new_buyer' : 'new_seller'
}

/** Put, cancel and confirm; refusals by the rows of rejections.ts. */
export function listingRoutes(app: App, deps: Deps): void {
  checkSellersFirst(app, deps)

  /** OB-9: takes PutOrderBody, answers 201 {order}, the stored one when the order is known already (OB-11). */
  app.route(putOrder, async ({ body, actor }) => {
    const view = await putListing(deps, { seller: customer(actor) }, body)
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
