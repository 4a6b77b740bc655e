import { requireAssessment } from '@talad/market/assessments'
import { orderAdminHttp as http } from '@talad/proto/http/order-book/order-admin'
import { decideOnce } from '@talad/shared/decision'
import type { App } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import type { Deps } from '../deps.ts'
import { checkKyc } from '../listing/decide.ts'
import { putListing } from '../listing/put.ts'
import { type Party, partyOf } from '../replicas/accounts.ts'
import { presentOne } from '../viewer/present.ts'
import { adminOf, shown } from './shown.ts'

/** @throws Rejection CUSTOMER_NOT_FOUND naming the field */
async function existing(deps: Deps, customerId: string, field: string): Promise<Party> {
  const party = await partyOf(deps.prisma, customerId)
  if (!party) throw new Rejection('CUSTOMER_NOT_FOUND', { field })
  return party
}

/** OB-7: deals are made here and nowhere else. */
export function dealRoutes(app: App, deps: Deps): void {
  app.route(http.putDeal, async ({ body, ...call }) => {
    const { customer: sellerId, counterparty: buyerId, deal, note } = body
    const seller = await existing(deps, sellerId, 'customer')
    const { customerId, accountId } = await existing(deps, buyerId, 'counterparty')
    if (seller.accountId === accountId) throw new Rejection('OWN_ORDER', { field: 'counterparty' }) // OB-43
    checkKyc(seller.kycLevel, deps.market) // OB-9 3
    await requireAssessment(deps.db, sellerId, 'new_seller') // OB-9 4, OB-36
    const view = await putListing(
      deps,
      {
        seller,
        counterparty: { customerId, accountId },
        also: (tx, { terms }) =>
          decideOnce(
            tx,
            call,
            { action: 'order.deal', target: { kind: 'order', id: terms.hash }, note, now: deps.now() },
            async () => ({ after: terms }),
          ),
      },
      deal,
    )
    return { order: shown(await presentOne(deps, view, await adminOf(deps)), view) }
  })
}
