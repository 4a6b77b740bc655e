import { Rejection } from '@talad/shared/rejection'
import type { CryptoOrder } from '../order/offered.ts'
import { IDLE_MS, isOnSale } from '../shipping/decide-reservation.ts'
import type { CryptoEvent } from './events.ts'
import type { CryptoShipping } from './state.ts'

/** SP-28: a hash that proves nothing in that time has failed. */
export const PROOF_MS = 30 * 60 * 1_000

/** What the chain says of a transaction that filled the order. */
export type Fill = { recipient: string; amount: bigint }

export type Command =
  | {
      type: 'Open'
      order: CryptoOrder | undefined
      by: { customerId: string; accountId: string }
      /** lower-case address, checked for its form */
      recipient: string | undefined
      amount: bigint
      suspended: boolean
      now: Date
    }
  | { type: 'RecordSent'; by: string; txHash: string; now: Date }
  | { type: 'RecordFill'; fill: Fill; now: Date }
  | { type: 'Supersede'; now: Date }
  | { type: 'PassTime'; now: Date }

type Of<T extends Command['type']> = Extract<Command, { type: T }>

function requireFillable(order: CryptoOrder, now: Date): 'list' | 'offer' {
  if (order.type !== 'list' && order.type !== 'offer') throw new Rejection('INVALID_ORDER_TYPE') // SP-7
  if (order.shipper) throw new Rejection('NOT_CRYPTO_ORDER') // SP-7
  if (!isOnSale(order, now)) throw new Rejection('ORDER_NOT_OPEN')
  return order.type
}

function open({ order, by, recipient, amount, suspended, now }: Of<'Open'>): CryptoEvent[] {
  if (!order) throw new Rejection('ORDER_NOT_FOUND', { field: 'order_hash' })
  if (!recipient) throw new Rejection('RECIPIENT_REQUIRED', { field: 'recipient_address' })
  const type = requireFillable(order, now)
  if (amount < 1n || amount > order.total - order.filled) {
    throw new Rejection('INVALID_AMOUNT', { field: 'amount' })
  }
  if (order.sellerAccountId === by.accountId) throw new Rejection('OWN_ORDER') // OB-43
  if (suspended) throw new Rejection('ASSET_SUSPENDED', { field: 'order_hash' })
  const { orderId, hash, blockchain, contractAddress, contractType, tokenId } = order
  const offerer = order.sellerCustomerId
  // SP-8: of an offer the offerer is the buyer, and who accepts it the seller
  const [buyerCustomerId, sellerCustomerId] =
    type === 'list' ? [by.customerId, offerer] : [offerer, by.customerId]
  return [
    {
      type: 'CryptoOpened',
      data: {
        order: { orderId, hash, type, blockchain, contractAddress, contractType, tokenId },
        openedBy: by.customerId,
        openedByAccount: by.accountId,
        buyerCustomerId,
        sellerCustomerId,
        recipient,
        amount,
        price: { ...order.token, raw: (order.price * amount) / order.total },
        expiresAt: new Date(now.getTime() + IDLE_MS), // SP-5: without a hash it is over then
        at: now,
      },
    },
  ]
}

function recordSent({ by, txHash, now }: Of<'RecordSent'>, shipping: CryptoShipping): CryptoEvent[] {
  if (shipping.openedBy !== by) throw new Rejection('SHIPPING_NOT_FOUND', { field: 'shipping_id' })
  if (shipping.txHash === txHash) return []
  if (shipping.status !== 'pending') throw new Rejection('SHIPPING_NOT_PENDING')
  return [{ type: 'CryptoSent', data: { txHash, at: now } }]
}

/** SP-28: the receipt must hold the order, the amount and the recipient that were meant. */
function recordFill({ fill, now }: Of<'RecordFill'>, shipping: CryptoShipping): CryptoEvent[] {
  if (shipping.status !== 'processing') return []
  const { order, amount, openedByAccount: accountId } = shipping
  if (fill.amount !== amount || fill.recipient !== shipping.recipient) return []
  const trade = accountId === undefined ? {} : { trade: { accountId, order, amount } }
  return [{ type: 'CryptoProven', data: { ...trade, at: now } }]
}

function passTime({ now }: Of<'PassTime'>, { status, expiresAt, sentAt }: CryptoShipping): CryptoEvent[] {
  if (status === 'pending' && now >= expiresAt) {
    return [{ type: 'CryptoCanceled', data: { reason: 'idle', at: now } }] // SP-5
  }
  if (status === 'processing' && sentAt && now.getTime() >= sentAt.getTime() + PROOF_MS) {
    return [{ type: 'CryptoFailed', data: { reason: 'not_proven', at: now } }]
  }
  return []
}

/** What one command makes of a purchase in crypto. Pure. @throws Rejection as in rejections.ts */
export function decide(command: Command, shipping: CryptoShipping | undefined): CryptoEvent[] {
  if (command.type === 'Open') return shipping ? [] : open(command)
  if (!shipping) throw new Rejection('SHIPPING_NOT_FOUND', { field: 'shipping_id' })
  switch (command.type) {
    case 'RecordSent':
      return recordSent(command, shipping)
    case 'RecordFill':
      return recordFill(command, shipping)
    case 'Supersede':
      if (shipping.status !== 'pending') return []
      return [{ type: 'CryptoCanceled', data: { reason: 'replaced', at: command.now } }]
    case 'PassTime':
      return passTime(command, shipping)
  }
}
