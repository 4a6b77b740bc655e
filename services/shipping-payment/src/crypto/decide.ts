import { Rejection } from '@talad/shared/rejection'
import type { CryptoOrder } from '../order/offered.ts'
import { IDLE_MS, isOnSale } from '../shipping/decide-reservation.ts'
import type { CryptoEvent, CryptoOpened } from './events.ts'
import type { CryptoShipping } from './state.ts'

/** SP-28: a hash that proves nothing in that time has failed. */
export const PROOF_MS = 30 * 60 * 1_000

/** What the chain says of a transaction that filled the order. */
export type Fill = { txHash: string; recipient: string; amount: bigint }

type Person = { customerId: string; accountId: string }

export type Command =
  | {
      type: 'Open'
      order: CryptoOrder | undefined
      by: Person
      /** lower-case address, checked for its form */
      recipient: string | undefined
      amount: bigint
      suspended: boolean
      /** whether the wallet that offers it is theirs */
      own: boolean
      now: Date
    }
  | { type: 'RecordSent'; by: string; txHash: string; now: Date }
  /** by: whose the chain says it is; undefined: nobody's that is known */
  | { type: 'RecordFill'; fill: Fill; by: Person | undefined; order: CryptoOrder; now: Date }
  | { type: 'Attribute'; by: Person; now: Date }
  | { type: 'Supersede'; now: Date }
  | { type: 'PassTime'; now: Date }

type Of<T extends Command['type']> = Extract<Command, { type: T }>

function requireFillable(order: CryptoOrder, now: Date): 'list' | 'offer' {
  if (order.type !== 'list' && order.type !== 'offer') throw new Rejection('INVALID_ORDER_TYPE') // SP-7
  if (order.shipper) throw new Rejection('NOT_CRYPTO_ORDER') // SP-7
  if (!isOnSale(order, now)) throw new Rejection('ORDER_NOT_OPEN')
  return order.type
}

function open({ order, by, recipient, amount, suspended, own, now }: Of<'Open'>): CryptoEvent[] {
  if (!order) throw new Rejection('ORDER_NOT_FOUND', { field: 'order_hash' })
  if (!recipient) throw new Rejection('RECIPIENT_REQUIRED', { field: 'recipient_address' })
  const type = requireFillable(order, now)
  if (amount < 1n || amount > order.total - order.filled) {
    throw new Rejection('INVALID_AMOUNT', { field: 'amount' })
  }
  if (own || order.sellerAccountId === by.accountId) throw new Rejection('OWN_ORDER') // OB-43
  if (suspended) throw new Rejection('ASSET_SUSPENDED', { field: 'order_hash' })
  const expiresAt = new Date(now.getTime() + IDLE_MS) // SP-5: without a hash it is over then
  return [opened(order, type, { by, recipient, amount, expiresAt, at: now })]
}

type Opened = Pick<CryptoOpened, 'recipient' | 'amount' | 'expiresAt' | 'at'> & { by: Person | undefined }

/** SP-8: of an offer the offerer is the buyer, and who accepts it the seller. */
function opened(order: CryptoOrder, type: 'list' | 'offer', { by, ...what }: Opened): CryptoEvent {
  const { orderId, hash, blockchain, contractAddress, contractType, tokenId } = order
  const [offerer, openedBy] = [order.sellerCustomerId, by?.customerId ?? '']
  return {
    type: 'CryptoOpened',
    data: {
      ...what,
      order: { orderId, hash, type, blockchain, contractAddress, contractType, tokenId },
      openedBy,
      ...(by && { openedByAccount: by.accountId }),
      buyerCustomerId: type === 'list' ? openedBy : offerer,
      sellerCustomerId: type === 'list' ? offerer : openedBy,
      price: { ...order.token, raw: (order.price * what.amount) / order.total },
    },
  }
}

function recordSent({ by, txHash, now }: Of<'RecordSent'>, shipping: CryptoShipping): CryptoEvent[] {
  if (shipping.openedBy !== by) throw new Rejection('SHIPPING_NOT_FOUND', { field: 'shipping_id' })
  if (shipping.txHash === txHash) return []
  if (shipping.status !== 'pending') throw new Rejection('SHIPPING_NOT_PENDING')
  return [{ type: 'CryptoSent', data: { txHash, at: now } }]
}

/** SP-28: whether somebody meant just what the chain says that they did: the order, the amount and the recipient. */
function meant({ fill, by }: Of<'RecordFill'>, shipping: CryptoShipping): boolean {
  const { status, openedBy, amount, recipient, txHash } = shipping
  if (status !== 'pending' && status !== 'processing') return false
  if (openedBy !== by?.customerId || (txHash !== undefined && txHash !== fill.txHash)) return false
  return fill.amount === amount && fill.recipient === recipient
}

/** SP-28: what somebody meant is proven; what no call named is recorded as the chain has it. */
function recordFill(command: Of<'RecordFill'>, shipping: CryptoShipping | undefined): CryptoEvent[] {
  const { fill, by, order, now: at } = command
  if (shipping && !meant(command, shipping)) return []
  const { txHash, recipient, amount } = fill
  const type = order.type === 'offer' ? 'offer' : 'list'
  const { orderId, hash, blockchain, contractAddress, contractType, tokenId } = order
  const what = { orderId, hash, type, blockchain, contractAddress, contractType, tokenId } as const
  const trade = by && { trade: { accountId: by.accountId, order: what, amount } }
  return [
    ...(shipping ? [] : [opened(order, type, { by, recipient, amount, expiresAt: at, at })]),
    { type: 'CryptoProven', data: { txHash, ...trade, at } },
  ]
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
  if (command.type === 'RecordFill') return recordFill(command, shipping)
  if (!shipping) throw new Rejection('SHIPPING_NOT_FOUND', { field: 'shipping_id' })
  switch (command.type) {
    case 'RecordSent':
      return recordSent(command, shipping)
    case 'Attribute': {
      if (shipping.openedBy !== '') return []
      const { customerId, accountId } = command.by
      return [{ type: 'CryptoAttributed', data: { customerId, accountId, at: command.now } }]
    }
    case 'Supersede':
      if (shipping.status !== 'pending') return []
      return [{ type: 'CryptoCanceled', data: { reason: 'replaced', at: command.now } }]
    case 'PassTime':
      return passTime(command, shipping)
  }
}
