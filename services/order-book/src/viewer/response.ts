import type { OwnOrder } from '@talad/proto/http/order-book/order-changes'
import type { Order } from '@talad/proto/http/order-book/orders'
import { unixSeconds } from '@talad/shared/unix-time'
import { MINIMUM_KYC_LEVEL } from '../market.ts'
import { isInactive, isOpen, type OrderView } from '../public-state/order.ts'
import { isExpired, type Terms } from '../public-state/terms.ts'
import { convertedPrice, type Rates } from '../rate/convert-price.ts'
import type { KnownAsset } from '../replicas/assets.ts'
import type { KnownShipping } from '../replicas/shippings.ts'
import {
  actionsOf,
  availableOf,
  isCounterparty,
  isOwnOrder,
  reservedBy,
  type ShownOrder,
  type Viewer,
} from './actions.ts'
import { payeesOf, toOwnOrder } from './own-order.ts'

/** What is known of the asset and of rates beside what the order says. */
function basicOf(own: OwnOrder['basic'], { price }: Terms, { asset, rates, now }: About): Order['basic'] {
  return {
    asset: {
      ...own.asset,
      id: asset?.assetId ?? null,
      collection_id: asset?.collectionId ?? null,
      name: asset?.name ?? null,
      image: asset?.image ?? null,
    },
    price: { ...own.price, converted: convertedPrice(price, rates, now) }, // OB-37
  }
}

function shownOrder({ terms, after }: OrderView, now: Date): ShownOrder {
  return {
    type: terms.type,
    accountId: terms.accountId,
    customerId: terms.customerId,
    counterparty: terms.counterparty?.customerId,
    offerer: terms.offerer,
    shipper: terms.restricted,
    started: unixSeconds(now) >= terms.start,
    open: isOpen(after.status),
    expired: isExpired(terms, now),
    reasons: isInactive(after) ? after.reasons : [],
    total: terms.amount,
    filled: after.filled,
    fillTxs: new Set(after.txs.filter((tx) => tx.kind === 'filled').map((tx) => tx.txHash)),
  }
}

/** What is known beside an order when somebody looks at it. */
type About = {
  asset: KnownAsset | undefined
  shippings: readonly KnownShipping[]
  rates: Rates
  /** units of the asset in the viewer's wallets */
  held: bigint
  viewer: Viewer
  offersEnabled: boolean
  now: Date
}

/** OB-7: with whom a deal was agreed is told to the two of them. */
const knowsBoth = (shown: ShownOrder, viewer: Viewer) =>
  isOwnOrder(shown, viewer) || isCounterparty(shown, viewer)

/** Order of M§3, as one viewer sees it at one moment. */
export function toResponse(view: OrderView, about: About): Order {
  const { terms } = view
  const own = toOwnOrder(view)
  const shown = shownOrder(view, about.now)
  const reserved = reservedBy(about.shippings, shown, about.now)
  const available = availableOf(shown, reserved.amount)
  return {
    ...own,
    fill: { ...own.fill, available: available.toString() },
    basic: basicOf(own.basic, terms, about),
    counterparty: knowsBoth(shown, about.viewer) ? (terms.counterparty?.customerId ?? null) : null,
    ...payeesOf(terms, about.viewer),
    shipped: {
      amount: reserved.amount.toString(),
      shippings: reserved.shippings,
      until: reserved.until?.toISOString() ?? null,
    },
    expired: shown.expired,
    actions: actionsOf(shown, { available, held: about.held }, about.viewer, {
      minimumKycLevel: MINIMUM_KYC_LEVEL,
      offersEnabled: about.offersEnabled,
    }),
  }
}
