import type { Order } from '@talad/proto/http/order-book'
import { lowerAddress } from '@talad/shared/chain/address'
import type { Actor } from '@talad/shared/http/auth'
import type { Deps } from '../deps.ts'
import type { OrderView } from '../order/events.ts'
import { toResponse } from '../order/response.ts'
import { walletsOf } from '../projections/accounts.ts'
import { assetsOf, keyOf } from '../projections/assets.ts'
import { shippingsByOrder } from '../projections/shippings.ts'
import type { Viewer } from './decide.ts'

/**
 * The caller, by token, and the wallets that the query names.
 * @throws Rejection VALIDATION on a bad checksum (GW-17)
 */
export async function viewerOf(
  deps: Pick<Deps, 'prisma'>,
  actor: Actor | undefined,
  named: readonly string[] = [],
): Promise<Viewer> {
  const own = actor ? await walletsOf(deps.prisma, actor.accountId) : new Map<string, string>()
  return {
    accountId: actor?.accountId,
    customerId: actor?.customerId,
    kycLevel: actor?.kycLevel,
    wallets: new Set([...own.keys(), ...named.map((text) => lowerAddress(text, 'wl'))]),
  }
}

/** Orders as a viewer sees them, with what is known of their assets and shippings. */
export async function present(deps: Deps, views: readonly OrderView[], viewer: Viewer): Promise<Order[]> {
  if (views.length === 0) return []
  const [assets, shippings] = await Promise.all([
    assetsOf(
      deps.prisma,
      views.map((view) => view.terms),
    ),
    shippingsByOrder(
      deps.prisma,
      views.map((view) => view.terms.hash),
    ),
  ])
  const now = deps.now()
  return views.map((view) =>
    toResponse(view, {
      asset: assets.get(keyOf(view.terms)),
      shippings: shippings.get(view.terms.hash) ?? [],
      viewer,
      now,
    }),
  )
}
