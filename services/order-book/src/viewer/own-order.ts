import type { OwnOrder } from '@talad/proto/http/order-book/order-changes'
import type { Order } from '@talad/proto/http/order-book/orders'
import { SEAPORT_VERSION } from '@talad/proto/http/order-book/seaport'
import { formatDecimal } from '@talad/shared/money'
import { type Asker, shownPayee } from '../fee/decide-payees.ts'
import { receiveUnit, toWireShare } from '../fee/wire-share.ts'
import { isInactive, type OrderStatus, type OrderView, percentOf } from '../public-state/order.ts'
import type { Terms } from '../public-state/terms.ts'

const TX_TYPES = { validated: 'validate', cancelled: 'cancel', counter: 'cancel', filled: 'fulfill' } as const

/** M§3: what transactions did to an order. */
export function txsOf(after: OrderStatus): Order['txs'] {
  return after.txs.flatMap((tx) =>
    tx.kind === 'departed'
      ? []
      : [{ type: TX_TYPES[tx.kind], hash: tx.txHash, index: tx.logIndex, block: tx.block.toString() }],
  )
}

function basicOf(terms: Terms): OwnOrder['basic'] {
  const { price } = terms
  return {
    asset: {
      contract: { blockchain: terms.blockchain, address: terms.contract, type: terms.contractType },
      token: { id: terms.tokenId },
      amount: terms.amount.toString(),
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

/** Who is paid, as this one is told it: exactly one of them is there (OB-8). */
export function payeesOf(terms: Terms, asker: Asker): Pick<Order, 'shipping' | 'crypto'> {
  const unit = receiveUnit({ symbol: terms.price.symbol, shipper: terms.restricted })
  const payees = {
    offerer_customer_id: asker.seesPayees || asker.customerId === terms.customerId ? terms.customerId : null,
    distribution: terms.distribution.map((share) => ({
      ...toWireShare(share, unit),
      customer_id: shownPayee(share.customerId, terms.customerId, asker),
    })),
  }
  return terms.restricted ? { shipping: payees, crypto: null } : { shipping: null, crypto: payees }
}

/** Order of M§3, as far as it is the same to everybody at every moment. */
export function toOwnOrder(view: OrderView): OwnOrder {
  const { terms, after } = view
  const inactive = isInactive(after)
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
      percent: Number(percentOf(view)),
      last_tx: txs.findLast((tx) => tx.type === 'fulfill')?.hash ?? null,
    },
    basic: basicOf(terms),
    offerer: terms.offerer,
    recipient: terms.recipient ?? null,
    ...payeesOf(terms, {}),
    time: { start: terms.start, end: terms.end, duration: terms.end - terms.start },
    txs,
    restricted: terms.restricted,
    partial: terms.partial,
    inactive,
    inactive_reasons: inactive ? after.reasons : [],
    cancelling: inactive && after.reasons.includes('cancelling'), // OB-13
    created_at: terms.createdAt.toISOString(),
  }
}
