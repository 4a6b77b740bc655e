import { reconciledDays } from '@talad/market/reconciliation'
import { shippingAdminHttp as http } from '@talad/proto/http/shipping-payment/shipping-admin'
import type { Queryable } from '@talad/shared/db'
import type { App } from '@talad/shared/http/app'
import type { Deps } from '../deps.ts'
import { existingShipping } from '../shipping/stream.ts'
import { toAdminShipping } from './answers.ts'
import { deliveryOf } from './delivery.ts'
import { listRefunds, listShippings, listTopups, refundsOf, topupOf, topupsOf } from './lists.ts'
import { timelineOf } from './timeline.ts'

async function topupIdsOf(db: Queryable, shippingId: string): Promise<string[]> {
  const found = await db.query<{ id: string }>(
    'select id from topup where shipping_id = $1 order by opened_at, id',
    [shippingId],
  )
  return found.rows.map(({ id }) => id)
}

/** What admins look at: AW-1's /shippings. */
export function adminReadRoutes(app: App, deps: Deps): void {
  const { db } = deps
  app.route(http.cardReconciliations, async () => ({ list: await reconciledDays(db) }))
  app.route(http.adminShippingList, ({ query }) => listShippings(deps, query))
  app.route(http.adminShippingPick, async ({ params: { shipping_id: id } }) => {
    const shipping = await existingShipping(db, id)
    const topups = await topupsOf(db, await topupIdsOf(db, id))
    const delivered = await deliveryOf(db, id)
    return {
      shipping: toAdminShipping(id, shipping, deps.now()),
      topups: [...topups.values()],
      delivery: delivered?.delivery ?? null,
    }
  })
  app.route(http.adminShippingTimeline, async ({ params: { shipping_id: id } }) => {
    await existingShipping(db, id)
    return { list: await timelineOf(db, id, await topupIdsOf(db, id)) }
  })
  app.route(http.adminTopupList, ({ query }) => listTopups(deps, query))
  app.route(http.adminTopupPick, async ({ params: { topup_id: id } }) => ({
    topup: await topupOf(db, id),
    refunds: await refundsOf(db, id),
  }))
  app.route(http.adminRefundList, ({ query }) => listRefunds(deps, query))
}
