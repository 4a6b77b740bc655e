import { decider } from '@talad/shared/testing/decider'
import type { OfferedOrder } from '../order/offered.ts'
import type { Command, Offer } from './commands.ts'
import { decide } from './decide.ts'
import { evolve, type Shipping } from './state.ts'

export const start = new Date('2026-11-21T10:00:00Z')
export const later = (ms: number) => new Date(start.getTime() + ms)
export const buyer = 'join-buyer'

export const order: OfferedOrder = {
  orderId: 'a'.repeat(24),
  hash: `0x${'1'.repeat(64)}`,
  blockchain: 'kub',
  contractAddress: `0x${'c'.repeat(40)}`,
  contractType: 'erc721',
  tokenId: '7',
  sellerCustomerId: 'join-seller',
  sellerAccountId: 'account-seller',
  signedEnd: later(86_400_000 + 3_600_000),
  type: 'list',
  status: 'offchain',
  inactive: false,
  shipper: true,
  total: 1n,
  filled: 0n,
  price: 125_000n,
  start: later(-1_000),
  end: later(86_400_000),
  shares: [
    { customerId: '', type: 'service', basisPoints: 250 },
    { customerId: 'join-artist', type: 'royalty', basisPoints: 500 },
    { customerId: 'join-seller', type: 'net', basisPoints: 9_250 },
  ],
}

export type Open = Extract<Command, { type: 'Open' }>
export const open = (about: Partial<Open> = {}): Open => ({
  type: 'Open',
  order,
  buyerCustomerId: buyer,
  buyerAccountId: 'account-buyer',
  recipient: `0x${'b'.repeat(40)}`,
  toContract: false,
  failedBefore: false,
  lapses: { count: 0, last: null },
  amount: 1n,
  deferPayment: true,
  originUrl: 'https://talad.example',
  suspended: false,
  own: false,
  now: start,
  ...about,
})
export const pay = (now = start): Command => ({
  type: 'Pay',
  by: buyer,
  payerIp: '203.0.113.7',
  orderReady: true,
  now,
})
export const onSale: Offer = { orderStatus: 'offchain', suspended: false, own: false }
export const locked = (
  value: bigint,
  attempt = 1,
  topupId = 't1',
  offer: Offer = onSale,
): Extract<Command, { type: 'RecordFundsLocked' }> => ({
  type: 'RecordFundsLocked',
  attempt,
  locked: value,
  topupId,
  ...offer,
  now: start,
})
export const started = (topupId = 't1'): Command => ({
  type: 'RecordCardStarted',
  topupId,
  providerRefId: '1000001',
  paymentUrl: 'https://card.example/pay',
  now: start,
})
export const cardFailed: Command = { type: 'RecordCardFailed', topupId: 't1', reason: 'declined', now: start }
export const confirmCard = (now = start, topupId = 't1'): Command => ({ type: 'ConfirmCard', topupId, now })
export const paidWhile = (orderStatus: string | undefined): Command => ({
  type: 'RecordPaid',
  ...onSale,
  orderStatus,
  now: start,
})
export const paid = paidWhile('offchain')
export const cancel: Command = { type: 'Cancel', by: buyer, now: start }
export const delivered: Command = { type: 'ConfirmDelivery', txHash: `0x${'d'.repeat(64)}`, now: start }
export const undeliverable: Command = { type: 'FailDelivery', reason: 'reverted', now: start }
export const settled: Command = { type: 'RecordSettled', now: start }

export const { given } = decider({ initial: undefined as Shipping | undefined, evolve, decide })
