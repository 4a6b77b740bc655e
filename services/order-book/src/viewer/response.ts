import type { Order } from '@talad/proto/http/order-book'
import { SEAPORT_VERSION } from '@talad/proto/http/seaport'
import { formatDecimal } from '@talad/shared/money'
import { unixSeconds } from '@talad/shared/unix-time'
import { shownPayee } from '../fee/decide-payees.ts'
import { receiveUnit, toWireShare } from '../fee/wire-share.ts'
import { MINIMUM_KYC_LEVEL } from '../market.ts'
import { isInactive, isOpen, type OrderStatus, type OrderView, percentOf } from '../public-state/order.ts'
import { isExpired, type Terms } from '../public-state/terms.ts'
import { convertedPrice, type Rates } from '../rate/decide.ts'
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
} from './decide.ts'

const TX_TYPES = { validated: 'validate', cancelled: 'cancel', counter: 'cancel', filled: 'fulfill' } as const

/** M§3: what transactions did to an order. */
export function txsOf(after: OrderStatus): Order['txs'] {
  return after.txs.flatMap((tx) =>
    tx.kind === 'departed'
      ? []
      : [{ type: TX_TYPES[tx.kind], hash: tx.txHash, index: tx.logIndex, block: tx.block.toString() }],
  )
}

function basicOf({ terms }: OrderView, about: About): Order['basic'] {
  const { asset, rates, now } = about
  const { price } = terms
  return {
    asset: {
      contract: { blockchain: terms.blockchain, address: terms.contract, type: terms.contractType },
      token: { id: terms.tokenId },
      amount: terms.amount.toString(),
      id: asset?.assetId ?? null,
      collection_id: asset?.collectionId ?? null,
      name: asset?.name ?? null,
      image: asset?.image ?? null,
    },
    price: {
      token: { address: price.token, symbol: price.symbol, decimals: price.decimals },
      raw: price.raw.toString(),
      value: formatDecimal(price.raw, price.decimals), // OB-44
      text: price.text,
      family: price.family,
      converted: convertedPrice(price, rates, now), // OB-37
    },
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

/** Exactly one of them is there (OB-8). */
function payeesOf(terms: Terms, viewer: Viewer): Pick<Order, 'shipping' | 'crypto'> {
  const unit = receiveUnit({ symbol: terms.price.symbol, shipper: terms.restricted })
  const payees = {
    offerer_customer_id:
      viewer.seesPayees || viewer.customerId === terms.customerId ? terms.customerId : null,
    distribution: terms.distribution.map((share) => ({
      ...toWireShare(share, unit),
      customer_id: shownPayee(share.customerId, terms.customerId, viewer),
    })),
  }
  return terms.restricted ? { shipping: payees, crypto: null } : { shipping: null, crypto: payees }
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
  const { terms, after } = view
  const inactive = isInactive(after)
  const shown = shownOrder(view, about.now)
  const reserved = reservedBy(about.shippings, shown, about.now)
  const available = availableOf(shown, reserved.amount)
  const txs = txsOf(after)
  return {
    _id: terms.orderId,
    blockchain: terms.blockchain,
    order: { parameters: terms.parameters, signature: terms.signature },
    version: SEAPORT_VERSION,
    hash: terms.hash,
    type: terms.type,
    status: inactive ? 'inactive' : after.status, // OB-3
    fill: {
      amount: after.filled.toString(),
      total: terms.amount.toString(),
      left: (terms.amount - after.filled).toString(),
      available: available.toString(),
      percent: Number(percentOf(view)),
      last_tx: txs.findLast((tx) => tx.type === 'fulfill')?.hash ?? null,
    },
    basic: basicOf(view, about),
    offerer: terms.offerer,
    recipient: terms.recipient ?? null,
    counterparty: knowsBoth(shown, about.viewer) ? (terms.counterparty?.customerId ?? null) : null,
    ...payeesOf(terms, about.viewer),
    shipped: {
      amount: reserved.amount.toString(),
      shippings: reserved.shippings,
      until: reserved.until?.toISOString() ?? null,
    },
    time: { start: terms.start, end: terms.end, duration: terms.end - terms.start },
    txs,
    restricted: terms.restricted,
    partial: terms.partial,
    inactive,
    inactive_reasons: inactive ? after.reasons : [],
    cancelling: inactive && after.reasons.includes('cancelling'), // OB-13
    expired: shown.expired,
    created_at: terms.createdAt.toISOString(),
    actions: actionsOf(shown, { available, held: about.held }, about.viewer, {
      minimumKycLevel: MINIMUM_KYC_LEVEL,
      offersEnabled: about.offersEnabled,
    }),
  }
}
