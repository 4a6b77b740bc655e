import { missingAssessments } from '@talad/market/assessments'
import { suspendedOf } from '@talad/market/suspensions'
import type { Order } from '@talad/proto/http/order-book/orders'
import { lowerAddress } from '@talad/shared/chain/address'
import type { Actor } from '@talad/shared/http/auth'
import type { Deps } from '../deps.ts'
import { offersEnabled } from '../market.ts'
import { countersOf } from '../order/counters.ts'
import type { OrderView } from '../public-state/order.ts'
import type { Terms } from '../public-state/terms.ts'
import type { Rates } from '../rate/convert-price.ts'
import { ratesOf } from '../rate/store.ts'
import { walletsOf } from '../replicas/accounts.ts'
import { assetsOf, type KnownAsset, keyOf } from '../replicas/assets.ts'
import { unitsHeld } from '../replicas/holdings.ts'
import { type KnownShipping, openShippingsByOrder } from '../replicas/shippings.ts'
import { type Viewer, withCounter, withSuspension } from './actions.ts'
import { toResponse } from './response.ts'

/**
 * The caller, by token, and the wallets that the query names.
 * @throws Rejection VALIDATION on a bad checksum (GW-17)
 */
export async function viewerOf(
  deps: Pick<Deps, 'db' | 'prisma'>,
  actor: Actor | undefined,
  named: readonly string[] = [],
): Promise<Viewer> {
  const [own, assessments] = await Promise.all([
    actor ? walletsOf(deps.prisma, actor.accountId) : new Map<string, string>(),
    actor?.customerId === undefined ? new Set<never>() : missingAssessments(deps.db, actor.customerId),
  ])
  return {
    accountId: actor?.accountId,
    customerId: actor?.customerId,
    kycLevel: actor?.kycLevel,
    assessments,
    wallets: new Set([...own.keys(), ...named.map((text) => lowerAddress(text, 'wl'))]),
  }
}

type Known = {
  assets: ReadonlyMap<string, KnownAsset>
  shippings: ReadonlyMap<string, readonly KnownShipping[]>
  counters: ReadonlyMap<string, bigint>
  suspended: ReadonlySet<Terms>
  rates: Rates
  holdings: ReadonlyMap<string, bigint>
  offers: boolean
}

/** What is known of the assets, shippings and offerers of orders. */
async function lookUp(deps: Deps, views: readonly OrderView[], viewer: Viewer): Promise<Known> {
  const { db, prisma } = deps
  const terms = views.map((view) => view.terms)
  const items = terms.map((of) => ({
    blockchain: of.blockchain,
    contractAddress: of.contract,
    tokenId: of.tokenId,
    of,
  }))
  const [offers, assets, shippings, counters, suspended, rates, holdings] = await Promise.all([
    offersEnabled(deps),
    assetsOf(prisma, terms),
    openShippingsByOrder(
      prisma,
      terms.map(({ hash }) => hash),
    ),
    countersOf(
      db,
      terms.map(({ offerer }) => offerer),
    ),
    suspendedOf(db, items),
    ratesOf(prisma),
    unitsHeld(
      prisma,
      terms.filter(({ type }) => type === 'offer'),
      viewer.wallets,
    ),
  ])
  return {
    offers,
    assets,
    shippings,
    counters,
    rates,
    holdings,
    suspended: new Set(suspended.map(({ of }) => of)),
  }
}

function presentWith(deps: Deps, view: OrderView, known: Known, viewer: Viewer): Order {
  const { offers, assets, shippings, counters, rates, holdings, suspended } = known
  const { terms } = view
  const standing = withCounter(view, counters.get(terms.offerer) ?? 0n)
  const asset = assets.get(keyOf(terms))
  const shown = withSuspension(standing, suspended.has(terms) || asset?.tradable === false)
  return toResponse(shown, {
    asset,
    shippings: shippings.get(terms.hash) ?? [],
    held: holdings.get(keyOf(terms)) ?? 0n,
    offersEnabled: offers,
    now: deps.now(),
    rates,
    viewer,
  })
}

/** Orders as a viewer sees them. */
export async function present(deps: Deps, views: readonly OrderView[], viewer: Viewer): Promise<Order[]> {
  if (views.length === 0) return []
  const known = await lookUp(deps, views, viewer)
  return views.map((view) => presentWith(deps, view, known, viewer))
}

/** One order as a viewer sees it. */
export async function presentOne(deps: Deps, view: OrderView, viewer: Viewer): Promise<Order> {
  return presentWith(deps, view, await lookUp(deps, [view], viewer), viewer)
}
