import { requireAssessment } from '@talad/market/assessments'
import { addressInput as address, decimalString } from '@talad/proto/http/common'
import type { ContentKey } from '@talad/proto/http/moderation/assessment'
import { cancelOrder, confirmOrder, putOrder } from '@talad/proto/http/order-book/orders'
import { type App, customer } from '@talad/shared/http/app'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { isIssuedBy } from '../fee/fees.ts'
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
    const { customerId } = customer(request.actor)
    for (const key of await assessmentsFor(deps, customerId, request.body))
      await requireAssessment(deps.db, customerId, key) // OB-9 4
  })
}

const wanted = z.object({ order: z.object({ type: z.string() }) })
const listed = z
  .object({
    order: z.object({ blockchain: z.string() }),
    asset: z.object({
      contract: z.object({ address: address.toLowerCase() }),
      token: z.object({ id: decimalString }),
    }),
  })
  .transform(({ order: { blockchain }, asset: { contract, token } }) => ({
    blockchain,
    contractAddress: contract.address,
    tokenId: token.id,
  }))

/**
 * OB-36: who sells is asked other things than who offers, and more of what they issue themself.
 * @param body as it came, before its shape is looked at
 */
async function assessmentsFor({ db }: Deps, customerId: string, body: unknown): Promise<ContentKey[]> {
  if (wanted.safeParse(body).data?.order.type === 'offer') return ['new_buyer']
  const item = listed.safeParse(body).data
  const isOwn = item !== undefined && (await isIssuedBy(db, customerId, item))
  return isOwn ? ['new_seller', 'new_issuer'] : ['new_seller']
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
