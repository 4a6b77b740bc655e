import type { Order } from '@talad/proto/http/order-book'
import { SEAPORT_VERSION } from '@talad/proto/http/seaport'
import { formatDecimal } from '@talad/shared/money'
import { toWireShare } from '../fee/wire-share.ts'
import { MINIMUM_KYC_LEVEL } from '../market.ts'
import { isInactive, isOpen, type OrderStatus, type OrderView, percentOf } from '../public-state/order.ts'
import { isExpired } from '../public-state/terms.ts'
import type { KnownAsset } from '../replicas/assets.ts'
import type { KnownShipping } from '../replicas/shippings.ts'
import { actionsOf, availableOf, reservedBy, type ShownOrder, type Viewer } from './decide.ts'

const TX_TYPES = { validated: 'validate', cancelled: 'cancel', counter: 'cancel', filled: 'fulfill' } as const

function txsOf(after: OrderStatus): Order['txs'] {
  return after.txs.flatMap((tx) =>
    tx.kind === 'departed'
      ? []
      : [{ type: TX_TYPES[tx.kind], hash: tx.txHash, index: tx.logIndex, block: tx.block.toString() }],
  )
}

function basicOf({ terms }: OrderView, asset: KnownAsset | undefined): Order['basic'] {
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
    },
  }
}

function shownOrder({ terms, after }: OrderView, now: Date): ShownOrder {
  return {
    type: terms.type,
    accountId: terms.accountId,
    customerId: terms.customerId,
    offerer: terms.offerer,
    open: isOpen(after.status),
    expired: isExpired(terms, now),
    reasons: isInactive(after) ? after.reasons : [],
    total: terms.amount,
    filled: after.filled,
    fillTxs: new Set(after.txs.filter((tx) => tx.kind === 'filled').map((tx) => tx.txHash)),
  }
}

/** Order of M§3, as one viewer sees it at one moment. */
export function toResponse(
  view: OrderView,
  about: {
    asset: KnownAsset | undefined
    shippings: readonly KnownShipping[]
    viewer: Viewer
    now: Date
  },
): Order {
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
    basic: basicOf(view, about.asset),
    offerer: terms.offerer,
    shipping: { offerer_customer_id: terms.customerId, distribution: terms.distribution.map(toWireShare) },
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
    expired: shown.expired,
    created_at: terms.createdAt.toISOString(),
    actions: actionsOf(shown, available, about.viewer, MINIMUM_KYC_LEVEL),
  }
}
