import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import type { Random } from '@talad/demo/random'
import { BankRequestChangedSchema, WithdrawalChangedSchema } from '@talad/proto/bank-withdrawal/v1/events'
import { CryptoTradeProvenSchema, ShippingChangedSchema } from '@talad/proto/shipping-payment/v1/events'
import { type OutMessage, outgoing } from '@talad/shared/bus/port'
import { NOW, sent } from './steps.ts'

const idOf = (name: string) => Buffer.from(name.padEnd(12).slice(0, 12)).toString('hex')

/** How a purchase may go on, as far as anybody is told of it. */
const ways: readonly (readonly { status: string; refunded?: boolean }[])[] = [
  [{ status: 'pending' }, { status: 'processing' }, { status: 'mined' }, { status: 'completed' }],
  [{ status: 'processing' }, { status: 'failed' }, { status: 'failed', refunded: true }],
  [{ status: 'pending' }, { status: 'canceled' }],
  [{ status: 'canceled' }, { status: 'canceled', refunded: true }],
  // an incident after the end
  [{ status: 'completed' }, { status: 'completed' }],
]

/** The public states of a purchase, from its beginning. */
export function purchaseOf(name: string, random: Random): OutMessage[] {
  const way = ways[Math.floor(random() * ways.length)] ?? []
  const shippingId = idOf(name)
  return way.map((state, n) => {
    const at = timestampFromDate(new Date(NOW.getTime() + n * 1_000))
    const who = { buyerAccountId: 'buyer', sellerAccountId: 'seller', gross: 10_000n, net: 9_250n }
    const orderHash = `0x${'ab'.repeat(32)}`
    const paymentStatus = state.status === 'pending' ? 'pending' : 'completed'
    const message = {
      ...state,
      ...who,
      orderHash,
      shippingId,
      paymentStatus,
      amount: '1',
      at,
      revision: n + 1,
    }
    const out = outgoing('shipping-payment.shipping.v1', shippingId, ShippingChangedSchema, message)
    return sent('shipping-payment', `${name}.${n}`, out)
  })
}

/** A trade in crypto that the chain has proven, told once. */
export function tradeOf(name: string, random: Random): OutMessage[] {
  const shippingId = idOf(name)
  const orderType = random() < 0.5 ? 'list' : 'offer'
  const message = { shippingId, orderType, accountId: 'buyer', amount: '1', at: timestampFromDate(NOW) }
  const out = outgoing('shipping-payment.shipping.v1', shippingId, CryptoTradeProvenSchema, message)
  return [sent('shipping-payment', name, out)]
}

/** What people are told of a withdrawal beside its credit. */
const shown: Record<string, string> = {
  pending: 'pending',
  processing: 'provider_processing',
  completed: 'success',
}

/** A withdrawal and the request for its bank account, to one of their ends. */
export function moneyOf(name: string, random: Random): OutMessage[][] {
  const end = ['completed', 'failed', 'rejected', 'canceled'][Math.floor(random() * 4)] ?? 'completed'
  const about = { accountId: 'buyer', at: timestampFromDate(NOW) }
  const withdrawalId = idOf(`w ${name}`)
  const withdrawals = ['pending', 'processing', end, end].map((creditStatus, n) => {
    // LG-8: what was paid may come back
    const returned = creditStatus === 'completed' && n === 3
    const status = shown[creditStatus] ?? 'rejected'
    const money = { value: 10_000n, serviceFee: 1_500n }
    const message = {
      ...about,
      requestId: withdrawalId,
      status,
      creditStatus,
      returned,
      ...money,
      revision: n + 1,
    }
    const out = outgoing('bank-withdrawal.withdrawal.v1', withdrawalId, WithdrawalChangedSchema, message)
    return sent('bank-withdrawal', `w ${name}.${n}`, out)
  })
  const requestId = idOf(`b ${name}`)
  const requests = ['pending', random() < 0.5 ? 'success' : 'rejected'].map((status, n) => {
    const message = { ...about, requestId, status, revision: n + 1 }
    const out = outgoing('bank-withdrawal.bank-request.v1', requestId, BankRequestChangedSchema, message)
    return sent('bank-withdrawal', `b ${name}.${n}`, out)
  })
  return [withdrawals, requests]
}
